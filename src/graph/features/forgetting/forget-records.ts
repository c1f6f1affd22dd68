import { builder } from '../../schema/builder.ts';
import { CompanyBy } from '../../schema/company/company-lookup.ts';
import { inputArg, type Payload, payloadType } from '../../schema/payload.ts';
import { ProfileBy } from '../../schema/profile/profile-lookup.ts';
import { companyIdentifier, profileIdentifier } from '../../scope/record-identifier.ts';

interface Forgotten extends Payload {
  readonly forgotten: number;
}

const notEverywhere =
  'forgetRecords: graphs that share a cache could not all be reached, so a record may be served from it until it expires; ask again.';

const ForgetRecordsInput = builder.inputType('ForgetRecordsInput', {
  description: 'The records to remove from the cache; all of them if none is named.',
  fields: (t) => ({
    profiles: t.field({
      type: [ProfileBy],
      description: 'The people whose records should be removed, by any identifier.',
    }),
    companies: t.field({
      type: [CompanyBy],
      description: 'The companies whose records should be removed, by any identifier.',
    }),
  }),
});

const ForgetRecordsPayload = payloadType<Forgotten>(
  'ForgetRecordsPayload',
  'The result of `forgetRecords`: how many records were removed from the cache.',
  (t) => ({
    forgotten: t.exposeInt('forgotten', {
      nullable: false,
      description:
        'How many of the records were cached in the server process that answered this request. Other processes that share its cache remove their copies, too.',
    }),
  }),
);

builder.mutationField('forgetRecords', (t) =>
  t.field({
    type: ForgetRecordsPayload,
    right: 'keep',
    description:
      'Removes records from the graph’s cache for this key, including its child teams. Free; loading a removed record again is charged again.',
    args: inputArg(t, ForgetRecordsInput, 'The records to remove; `{}` removes all.'),
    resolve: async (_root, { input: { profiles, companies } }, { operation }) => {
      // The scope's credential: a session bound to a child team removes only that team's records.
      const { apiKey, childTeamId } = operation.scope().credential;
      const { cache } = operation.services;
      const people = (profiles ?? []).map((by, at) => profileIdentifier(by, `input.profiles.${at}`));
      const employers = (companies ?? []).map((by, at) => companyIdentifier(by, `input.companies.${at}`));
      const forgot = await Promise.all(
        !profiles && !companies
          ? [cache.forgetAllOf(apiKey, childTeamId)]
          : [
              ...people.map((identifier) => cache.forget('profile', identifier, apiKey, childTeamId)),
              ...employers.map((identifier) => cache.forget('company', identifier, apiKey, childTeamId)),
            ],
      );
      if (!forgot.every(({ everywhere }) => everywhere)) operation.warnings.add(notEverywhere);
      const forgotten = forgot.reduce((sum, { count }) => sum + count, 0);
      operation.forgot ??= [];
      operation.forgot.push({
        everything: !profiles && !companies,
        profiles: people.length,
        companies: employers.length,
        records: forgotten,
      });
      return { forgotten, problems: [] };
    },
  }),
);
