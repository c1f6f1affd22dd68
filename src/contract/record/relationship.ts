import type { Static } from 'typebox';
import { integer, keyword, many, number, one, shape, text, uuid } from '../schema.ts';

/** Source: the specification's "Relationship item (Relationships and Network Mapper results)". */

/** The origins our service gives; the specification shows the first one only. */
export const origins = [
  'xnet_connection',
  'work_overlap',
  'education_overlap',
  'shared_investor',
  'manual_import',
] as const;
export type Origin = (typeof origins)[number];

export const Source = shape('SourceRecord', 'Why two people know each other.', {
  origin: keyword('How the connection was found; `xnet_connection` is the one value the interface shows.'),
  shared_company: text('The employer both had.'),
  shared_company_id: uuid('That employer’s record id.'),
  shared_company_website: keyword('That employer’s website.'),
  shared_company_xnet_slug: keyword('That employer’s slug on the external network, decoded.'),
  overlap_start_date: keyword('When both were there from, as sent.'),
  overlap_end_date: keyword('When both were there until, as sent.'),
  overlap_duration_months: integer('How many months both were there.'),
  shared_school: text('The school both went to.'),
  shared_major: text('The subject both read.'),
  graduation_year: keyword('The year both left, as sent.'),
  investor: text('The investor that links them.'),
  portfolio_company: text('The company it invested in.'),
});
export interface Source extends Static<typeof Source> {}

export const Connection = shape('ConnectionRecord', 'How one of the team’s connectors knows a profile.', {
  connector_id: uuid('The connector’s own id; not a profile id.'),
  connector_name: text('The connector’s name.'),
  connector_xnet_url: keyword('The connector’s page on the external network, percent-encoded.'),
  connector_current_title: text('The connector’s current job title.'),
  connector_current_company_name: text('The connector’s current employer.'),
  connection_strength_normalized: number('The strength in tiers; 0 to 3 in our service.'),
  connection_strength: number('The strength, 0 to 1 in our service.'),
  manual_strength: number('The strength that somebody set by hand, or nothing.'),
  sources: many<Source>(Source, 'Why they know each other.'),
});
export interface Connection extends Static<typeof Connection> {}

export const ProfileSummary = shape('ProfileSummary', 'A profile as a relationship tells of it; free.', {
  full_name: text('The whole name.'),
  id: uuid('The profile’s id.'),
  current_title: text('The current job title.'),
  xnet_url: keyword('The profile’s page on the external network, percent-encoded.'),
  work_email: keyword('The work e-mail address, as sent.'),
  current_company_name: text('The current employer’s name.'),
  current_company_website: keyword('The current employer’s website.'),
});
export interface ProfileSummary extends Static<typeof ProfileSummary> {}

export const Relationship = shape('RelationshipRecord', 'A profile that the team’s network reaches, and how.', {
  profile: one<ProfileSummary>(ProfileSummary, 'The profile.'),
  connections: many<Connection>(Connection, 'The connectors who know the profile.'),
});
export interface Relationship extends Static<typeof Relationship> {}
