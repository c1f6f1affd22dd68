import type { Builder } from '../builder.ts';
import { type addCompanyLookup, companyIdentifier } from '../company/lookup.ts';
import { type addProfileLookup, profileIdentifier } from '../profile/lookup.ts';

/** Lets a key have what the graph remembers for it forgotten, such as a person's data. */
export function addForgetRecords(
  builder: Builder,
  profile: ReturnType<typeof addProfileLookup>,
  company: ReturnType<typeof addCompanyLookup>,
): void {
  builder.mutationField('forgetRecords', (t) =>
    t.field({
      type: 'SafeInt',
      description:
        'Forgets what the graph remembers of records for this key, its child teams’ part included: those that are named, or all. Returns how many it remembered. Free; a record that is asked for again is charged again.',
      args: {
        profiles: t.arg({ type: [profile.by], description: 'People to forget, by any identifier.' }),
        companies: t.arg({ type: [company.by], description: 'Companies to forget, by any identifier.' }),
      },
      resolve: (_root, { profiles, companies }, { operation }) => {
        const { apiKey } = operation.scope().credential;
        const { cache } = operation;
        if (!profiles && !companies) return cache.forgetAllOf(apiKey);
        const people = (profiles ?? []).map((by, at) => profileIdentifier(by, `profiles.${at}`));
        const employers = (companies ?? []).map((by, at) => companyIdentifier(by, `companies.${at}`));
        return (
          people.reduce((sum, identifier) => sum + cache.forget('profile', identifier, apiKey), 0) +
          employers.reduce((sum, identifier) => sum + cache.forget('company', identifier, apiKey), 0)
        );
      },
    }),
  );
}
