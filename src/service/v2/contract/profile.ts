import type { Static } from 'typebox';
import { ListEntry, Profile, ProfileInfo, Tag, Experience as V3Experience } from '../../../contract/record/profile.ts';
import {
  dateTime,
  integer,
  integers,
  keyword,
  keywords,
  many,
  number,
  one,
  shape,
  text,
  uuid,
  uuids,
  word,
} from '../../../contract/schema.ts';

/** Source: the specification's "v2 field differences (deprecated)". */

const { start_date_confidence: _confidence, ...experienceMembers } = V3Experience.properties;

export const V2Experience = shape('V2Experience', 'One entry of a career, in the form of v2.', experienceMembers);
export interface V2Experience extends Static<typeof V2Experience> {}

export const V2PortfolioCompany = shape('V2PortfolioCompany', 'A company that an investor holds.', {
  id: uuid('The company record’s id.'),
});
export interface V2PortfolioCompany extends Static<typeof V2PortfolioCompany> {}

export const V2InvestorData = shape('V2InvestorData', 'A person as an investor.', {
  description: text('What the person says of their investing.'),
  type: keywords('What kind of investor the person is.'),
  industry_focus: keywords('The industries they invest in.'),
  stage_focus: keywords('The stages they invest at.'),
  geo_focus: keywords('Where they invest.'),
  check_size: keywords('How much they invest at a time.'),
  portfolio_companies: many<V2PortfolioCompany>(V2PortfolioCompany, 'What they have invested in.'),
});
export interface V2InvestorData extends Static<typeof V2InvestorData> {}

const {
  current_seniorities: _seniorities,
  experience: _experience,
  hiring: _hiring,
  open_to_work: _openToWork,
  ...infoMembers
} = ProfileInfo.properties;

export const V2ProfileInfo = shape('V2ProfileInfo', 'What is known of a person, in the form of v2.', {
  ...infoMembers,
  experience: many<V2Experience>(V2Experience, 'The career, newest first as sent.'),
  current_seniority: keyword('The current job’s first seniority.'),
  current_company_website: keyword('The current employer’s first website.'),
  current_company_industry: keyword('The current employer’s first industry.'),
  other_locations: keywords('Other places the person names, each as one line.'),
  xnet_experience_count: integer('How many entries the career has.'),
  xnet_education_count: integer('How many entries the education has.'),
  investor_data: one<V2InvestorData>(V2InvestorData, 'The person as an investor.'),
});
export interface V2ProfileInfo extends Static<typeof V2ProfileInfo> {}

export const V2ConnectionSource = shape('V2ConnectionSource', 'Why a user knows a profile.', {
  origin: word('How the connection was found.'),
  network: word('The network that it was found on.'),
});
export interface V2ConnectionSource extends Static<typeof V2ConnectionSource> {}

export const V2Connection = shape('V2Connection', 'How one of the team’s users knows a profile.', {
  user_id: uuid('The id of the user behind the connector.'),
  user_email: keyword('That user’s e-mail address.'),
  user_xnet_name: keyword('That user’s slug on the external network, decoded.'),
  created_at: dateTime('When the connector was added.'),
  sources: many<V2ConnectionSource>(V2ConnectionSource, 'Why they know each other.'),
  connection_strength: number('The strength, 0 to 1.'),
  strength_normalized: number('The strength in tiers, 0 to 3.'),
  manual_strength: number('The strength that somebody set by hand, or nothing.'),
});
export interface V2Connection extends Static<typeof V2Connection> {}

export const V2Note = shape('V2Note', 'A note of the team on a profile; private ones are never shown.', {
  id: uuid('The note’s id.'),
  content: text('What it says.'),
});
export interface V2Note extends Static<typeof V2Note> {}

export const V2ProfileFoundBy = shape('V2ProfileFoundBy', 'The request’s identifiers that this profile answers.', {
  ids: uuids('Record ids.'),
  xnetNames: keywords('Profile URL slugs.'),
  xnetIds: integers('Numeric profile ids.'),
  xnetEntityIds: keywords('Alphanumeric entity ids.'),
});
export interface V2ProfileFoundBy extends Static<typeof V2ProfileFoundBy> {}

export const V2Profile = shape('V2Profile', 'A profile, as v2 fetches it.', {
  id: Profile.properties.id,
  profile_info: one<V2ProfileInfo>(V2ProfileInfo, 'What is known of the person.'),
  connections: many<V2Connection>(V2Connection, 'Which of the team’s users know the person.'),
  tags: many<Tag>(Tag, 'The team’s tags on the profile, as last synced.'),
  lists: many<ListEntry>(ListEntry, 'The team’s lists that the profile is on.'),
  notes: many<V2Note>(V2Note, 'The team’s notes on the profile.'),
  found_by: one<V2ProfileFoundBy>(V2ProfileFoundBy, 'The request’s identifiers that matched this record.'),
});
export interface V2Profile extends Static<typeof V2Profile> {}
