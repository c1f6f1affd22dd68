import type { Static } from 'typebox';
import { Company, CompanyInfo, Workforce } from '../../../contract/record/company.ts';
import { Tag } from '../../../contract/record/profile.ts';
import { dateTime, integers, keyword, keywords, many, one, shape, uuids } from '../../../contract/schema.ts';

/** Source: the specification's "v2 field differences (deprecated)". */

export const V2Size = shape('V2Size', 'A company’s size.', {
  class: keyword('The class of size, such as `51-200`.'),
});
export interface V2Size extends Static<typeof V2Size> {}

const { workforce: _workforce, ...infoMembers } = CompanyInfo.properties;

export const V2CompanyInfo = shape('V2CompanyInfo', 'What is known of a company, in the form of v2.', {
  ...infoMembers,
  workforce: many<Workforce>(Workforce, 'How many people work there: a list of one.'),
  industry: keyword('The first industry it works in.'),
  website: keyword('Its first website’s domain.'),
  type: keywords('What kind of investor it is.'),
  specialities: keywords('What it knows best as an investor.'),
  investments: keywords('What it has invested in.'),
  geography_focus: keywords('Where it invests.'),
  data_updated_at: dateTime('When the record was last updated.'),
  Size: one<V2Size>(V2Size, 'Its size.'),
});
export interface V2CompanyInfo extends Static<typeof V2CompanyInfo> {}

export const V2CompanyFoundBy = shape('V2CompanyFoundBy', 'The request’s identifiers that this company answers.', {
  ids: uuids('Record ids.'),
  xnetNames: keywords('Company URL slugs.'),
  xnetIds: integers('Numeric company ids.'),
});
export interface V2CompanyFoundBy extends Static<typeof V2CompanyFoundBy> {}

export const V2Company = shape('V2Company', 'A company, as v2 fetches it.', {
  id: Company.properties.id,
  company_info: one<V2CompanyInfo>(V2CompanyInfo, 'What is known of the company.'),
  tags: many<Tag>(Tag, 'The team’s tags on the company, as last synced.'),
  found_by: one<V2CompanyFoundBy>(V2CompanyFoundBy, 'The request’s identifiers that matched this record.'),
});
export interface V2Company extends Static<typeof V2Company> {}
