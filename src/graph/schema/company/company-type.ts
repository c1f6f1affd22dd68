import { priceOf } from '../../../contract/price.ts';
import { CompanyInfo, Company as CompanyRecord } from '../../../contract/record/company.ts';
import { companyKind } from '../../loaders/record-kind.ts';
import type { CompanyReference } from '../../scope/company-reference.ts';
import { slugMember } from '../../scope/record-reference.ts';
import { completeness, fetchedAt } from '../completeness.ts';
import { contractFields, type Reader } from '../contract-types.ts';
import { recordEntity } from '../record-entity.ts';
import { recordId } from '../record-id.ts';
import { Company, Node } from '../refs.ts';

const ofInfo: Reader<CompanyReference> = {
  read: (company, member) => company.read(member),
  scope: (company) => company.scope,
};

const ofRecord: Reader<CompanyReference> = {
  read: (company, member) => company.readOutside(member),
  scope: (company) => company.scope,
};

Company.implement({
  description:
    'A company or other organisation. A field is free if the object that led here already has the value (a career entry has name and websites, for example); any other field loads the record, for 1 credit in total. Null means that the record has no value.',
  interfaces: [Node],
  entity: recordEntity('xnetSlug', ({ companies }) => companies),
  credits: priceOf(companyKind.operation.price, 1),
  fields: (t) => ({
    id: t.id(recordId('company')),
    xnetSlug: t.string({
      description:
        'One of the company’s slugs on the external network, decoded, such as `aurora-labs`; `xnetSlugs` has all.',
      needs: [slugMember],
      resolve: (company) => company.read(slugMember),
    }),
    ...contractFields(t, CompanyInfo, ofInfo, { omit: ['id'] }),
    ...contractFields(t, CompanyRecord, ofRecord, { omit: ['id', 'company_info'] }),
    completeness: t.field(completeness),
    fetchedAt: t.field(fetchedAt),
  }),
});
