import type { Static } from 'typebox';
import { integer, keyword, many, number, one, shape, text, uuid, word } from '../schema.ts';

/** Source: the specification's "Relationship item (Relationships and Network Mapper results)". */

export const Source = shape(
  'SourceRecord',
  'Why two people know each other; which members there are depends on the origin.',
  {
    origin: word('How the connection was found; `xnet_connection` is the one value the interface shows.'),
    shared_company: text('The name of the shared employer, such as `Aurora Labs`.'),
    shared_company_id: uuid(
      'The id of the record of the shared employer, a uuid such as `704dce9a-c2ab-5a92-8a16-a4135383dd82`.',
    ),
    shared_company_website: keyword('The domain of the website of the shared employer, such as `aurora-labs.example`.'),
    shared_company_xnet_slug: keyword(
      'The shared employer’s slug on the external network, decoded, such as `aurora-labs`.',
    ),
    overlap_start_date: keyword('When the overlap began, as the data service sends it, such as `2018-03-01`.'),
    overlap_end_date: keyword(
      'When the overlap ended, as the data service sends it, such as `2020-06-30`; null if it has not.',
    ),
    overlap_duration_months: integer('How many months the two overlapped.'),
    shared_school: text('The name of the shared school, such as `Universidade de Lisboa`.'),
    shared_major: text('The subject that both studied, such as `Mathematics`.'),
    graduation_year: keyword('The year in which both left the school, as the data service sends it, such as `2012`.'),
    investor: text('The name of the investor that links them, such as `Blue Heron Capital`.'),
    portfolio_company: text('The name of the company that the investor invested in, such as `Kestrel Robotics`.'),
  },
);
export interface Source extends Static<typeof Source> {}

export const Connection = shape('ConnectionRecord', 'How one of the team’s connectors knows a profile.', {
  connector_id: uuid(
    'The connector’s own id, a uuid such as `6c8f3d1a-7a52-4a80-9d3e-2f1b0c9e8d7a`; not a profile’s id.',
  ),
  connector_name: text('The connector’s full name, such as `Ada Lovelace`.'),
  connector_xnet_url: keyword(
    'The URL of the connector’s page on the external network, percent-encoded, such as `https://xnet.example/in/ada-lovelace`.',
  ),
  connector_current_title: text('The title of the connector’s current job, such as `VP of Engineering`.'),
  connector_current_company_name: text('The name of the connector’s current employer, such as `Aurora Labs`.'),
  connection_strength_normalized: number('The connection’s strength in tiers; 0 to 3 in Kith’s embedded data service.'),
  connection_strength: number('The connection’s strength as a number, 0 to 1 in Kith’s embedded data service.'),
  manual_strength: number('The strength that somebody set by hand; null if nobody did.'),
  sources: many<Source>(Source, 'The evidence for the connection: why the two know each other.'),
});
export interface Connection extends Static<typeof Connection> {}

export const ProfileSummary = shape('ProfileSummary', 'The summary of a profile that a relationship has; free.', {
  full_name: text('The full name, such as `Mei-Ling Torres`.'),
  id: uuid('The id of the person’s profile, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.'),
  current_title: text('The title of the current job, such as `VP of Engineering`.'),
  xnet_url: keyword(
    'The URL of the profile’s page on the external network, percent-encoded, such as `https://xnet.example/in/mei-ling-torres`.',
  ),
  work_email: keyword('The e-mail address at work, such as `ada@brightwater.example`.'),
  current_company_name: text('The name of the current employer, such as `Aurora Labs`.'),
  current_company_website: keyword('The domain of the current employer’s website, such as `aurora-labs.example`.'),
});
export interface ProfileSummary extends Static<typeof ProfileSummary> {}

export const Relationship = shape('RelationshipRecord', 'A profile that the team’s network reaches, and how.', {
  profile: one<ProfileSummary>(ProfileSummary, 'The summary of the profile.'),
  connections: many<Connection>(Connection, 'The team’s connectors who know the person, and how they do.'),
});
export interface Relationship extends Static<typeof Relationship> {}
