import type { Kysely } from 'kysely';
import type { ProfileInfo } from '../../../src/contract/record/profile.ts';
import type { Database } from '../../../src/store/database.ts';

/** The first of the people about whom each of the queries can be asked. */
export async function somePerson(db: Kysely<Database>): Promise<ProfileInfo> {
  const rows = await db.selectFrom('profile').select('document').orderBy('id').limit(1000).execute();
  const people = rows.map(({ document }): ProfileInfo => JSON.parse(document));
  const person = people.find(
    ({ location_country, location_locality, current_function, current_company_id, experience }) =>
      [location_country, location_locality, current_function, current_company_id, experience?.[0]?.company_id].every(
        (value) => typeof value === 'string',
      ),
  );
  if (person === undefined) throw new Error('None of the first 1,000 people has all that the queries ask for.');
  return person;
}

/** The kinds of query that matter, about one person of the sample, so that each finds something. */
export const queriesAbout = (person: ProfileInfo): Readonly<Record<string, object>> => ({
  'three keywords': {
    bool: {
      filter: [
        { term: { 'profile_info.location_country': person.location_country } },
        { term: { 'profile_info.current_function': person.current_function } },
        { term: { 'profile_info.location_locality': person.location_locality } },
      ],
    },
  },
  'bool with OR and NOT': {
    bool: {
      must: [{ term: { 'profile_info.location_locality': person.location_locality } }],
      should: [
        { term: { 'profile_info.current_function': person.current_function } },
        { term: { 'profile_info.hiring': true } },
      ],
      minimum_should_match: 1,
      must_not: [{ exists: { field: 'profile_info.certifications.name' } }],
    },
  },
  match: { match: { 'profile_info.current_title': 'engineer' } },
  'exists, of most': { exists: { field: 'profile_info.work_email' } },
  'nested, selective': {
    nested: {
      path: 'profile_info.experience',
      query: {
        bool: {
          must: [
            { term: { 'profile_info.experience.company_id': person.experience?.[0]?.company_id } },
            { term: { 'profile_info.experience.is_current': true } },
          ],
        },
      },
    },
  },
  'in one company': { term: { 'profile_info.current_company_id': person.current_company_id } },
});
