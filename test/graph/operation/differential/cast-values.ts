import { companies, nobody, people, teams } from '../../../support/cast/cast.ts';

/** What the cast has to say at each place of the schema where a scalar is asked for. */

const persons = Object.values(people);
const firms = Object.values(companies);
const personIds = [...persons.slice(0, 5).map(({ id }) => id), nobody];
const firmIds = [...firms.map(({ id }) => id), nobody];
const urlOf = (kind: 'in' | 'company', slug: string) => `https://xnet.example/${kind}/${slug}`;
// As their records spell them: whether another spelling is a name at all is the upstream's to say, and a record that is in
// hand for another field's sake answers to it either way.
const personSlugs = ['ada-moreau', 'ben-okafor', 'chloé-núñez', 'ines-prado', 'no-such-slug'];
const firmSlugs = ['aurora-labs', 'brightwater', 'cobalt-systems', 'delta-ventures', 'no-such-slug'];

/** The same few records under all their names, names of nothing, and names that are none. */
const byPlace: Readonly<Record<string, readonly unknown[]>> = {
  'ProfileBy.id': personIds,
  'ProfileBy.xnetSlug': [...personSlugs, ''],
  'ProfileBy.xnetUrl': [...personSlugs.slice(0, 3).map((slug) => urlOf('in', slug)), 'https://xnet.example/'],
  'ProfileBy.xnetId': [1001, 1002, 1003, 1006, 9999],
  'ProfileBy.xnetEntityId': ['ACoAA1', 'ACoAA2', 'ACoAA6', 'ACoAA9999'],
  'CompanyBy.id': firmIds,
  'CompanyBy.xnetSlug': firmSlugs,
  'CompanyBy.xnetUrl': firmSlugs.map((slug) => urlOf('company', slug)),
  'CompanyBy.xnetId': [5001, 5002, 5003, 9999],
  'IntroTarget.companyWebsite': ['aurora-labs.example', 'brightwater.example', 'nowhere.example'],
  'Query.childTeam.id': [teams.lighthouse.id, teams.lighthouse.id, teams.reef.id],
  'Query.mappingTask.id': [nobody, 'no such task'],
  'Query._entities.representations': [
    ...personIds.slice(0, 3).map((id) => ({ __typename: 'Profile', id })),
    { __typename: 'Profile', xnetSlug: 'ben-okafor', fullName: 'Not read' },
    { __typename: 'Profile', xnetSlug: 'no-such-slug' },
    { __typename: 'Company', id: companies.aurora.id },
    { __typename: 'Company', xnetSlug: 'cobalt-systems' },
    { __typename: 'Company', id: 'no uuid' },
    { __typename: 'Team', id: teams.lighthouse.id },
    { __typename: 'MappingTask', id: 'no such task' },
    { __typename: 'Nothing' },
  ],
  'Team.connectors.scan': [3, 1000, 1, 0, -1],
  'TeamConnectionWhere.teamId': [teams.orchard.id],
};

const pages = [1, 2, 3, 5, 2, 3, 0, 1, 2, 3, -1];

const queries: readonly unknown[] = [
  { match_all: {} },
  { exists: { field: 'profile_info.current_company_id' } },
  { term: { 'profile_info.current_company_id': companies.brightwater.id } },
  { terms: { 'profile_info.id': [people.ada.id, people.ben.id, people.grace.id] } },
  { term: { 'company_info.industries': 'Software' } },
  {
    nested: {
      path: 'profile_info.experience',
      query: { term: { 'profile_info.experience.company_id': companies.aurora.id } },
    },
  },
  { bool: { must_not: [{ exists: { field: 'profile_info.no_such_field' } }] } },
];

const byType: Readonly<Record<string, readonly unknown[]>> = {
  ID: [nobody, ...personIds, ...firmIds],
  Int: pages,
  Float: [0, 100, 2000.5, 1_000_000],
  SafeInt: [0, 100],
  Boolean: [true, false],
  Date: ['2015-01-01', '2020-06-30'],
  DateTime: ['2019-05-01T00:00:00Z', '2024-02-29T12:00:00.000Z'],
  JSON: queries,
  String: [
    ...persons
      .slice(0, 3)
      .flatMap(({ id, profile_info }) => [id, profile_info.full_name ?? '', profile_info.current_title ?? '']),
    ...firms.map(({ company_info }) => company_info.name),
    'Software',
    'engineer',
    'aurora-labs.example',
    'work_overlap',
    'A',
    '“\u{1F50D}\\"\n',
    '',
  ],
};

/**
 * Values that may stand at a place of the schema.
 *
 * @param at such as `ProfileBy.id`, `Query.childTeam.id`
 * @throws where a scalar is new to the schema, and has no values yet
 */
export function scalarsAt(at: string, type: string): readonly unknown[] {
  const values = at.endsWith('.after') ? cursors : (byPlace[at] ?? byType[type]);
  if (!values) throw new Error(`There are no values for ${at}, a ${type}: add some to the cast's.`);
  return values;
}

/** A cursor of ranked paths, which fits every question for such, and things that are none. */
const cursors = [Buffer.from('["intro-paths",0,0,1,null]').toString('base64url'), 'bm9uZQ', ''];
