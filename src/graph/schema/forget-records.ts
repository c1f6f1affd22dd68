import { builder } from './builder.ts';
import { CompanyBy, companyIdentifier } from './company/company-lookup.ts';
import { ProfileBy, profileIdentifier } from './profile/profile-lookup.ts';

const notEverywhere =
  'forgetRecords: graphs that share what they remember could not all be reached, so a record may be remembered until its time is up; ask again.';

builder.mutationField('forgetRecords', (t) =>
  t.field({
    type: 'SafeInt',
    description:
      'Forgets what the graph remembers of records for this key, its child teams’ part included: those that are named, or all. Returns how many the process that was asked remembered; where several share records, they are forgotten in all. Free; a record that is asked for again is charged again.',
    args: {
      profiles: t.arg({ type: [ProfileBy], description: 'People to forget, by any identifier.' }),
      companies: t.arg({ type: [CompanyBy], description: 'Companies to forget, by any identifier.' }),
    },
    resolve: async (_root, { profiles, companies }, { operation }) => {
      // A session that is bound to a child team has that team's part only.
      const { apiKey, childTeamId } = operation.scope().credential;
      const { cache } = operation;
      const people = (profiles ?? []).map((by, at) => profileIdentifier(by, `profiles.${at}`));
      const employers = (companies ?? []).map((by, at) => companyIdentifier(by, `companies.${at}`));
      const forgot = await Promise.all(
        !profiles && !companies
          ? [cache.forgetAllOf(apiKey, childTeamId)]
          : [
              ...people.map((identifier) => cache.forget('profile', identifier, apiKey, childTeamId)),
              ...employers.map((identifier) => cache.forget('company', identifier, apiKey, childTeamId)),
            ],
      );
      if (!forgot.every(({ everywhere }) => everywhere)) operation.warnings.add(notEverywhere);
      return forgot.reduce((sum, { count }) => sum + count, 0);
    },
  }),
);
