import type { ProfileInfo } from '../../../src/contract/record/profile.ts';

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
