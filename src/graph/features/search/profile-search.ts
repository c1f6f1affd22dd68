import { searchProfiles } from '../../../contract/operation/profiles.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { builder } from '../../schema/builder.ts';
import { Profile } from '../../schema/refs.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { ProfileReference } from '../../scope/profile-reference.ts';
import { profileNamed } from '../../scope/profile-reference.ts';
import { type Filtering, profileFilters } from './filters.ts';
import { everything, type PagingArgs, pagedSearch, pagingArgs, stableArgs } from './paged-search.ts';
import { recordPageType } from './record-page-type.ts';

export const ProfileSearchConnection = recordPageType(
  'ProfileSearchConnection',
  'People that match a search, in the data service’s order: it offers no sort option. Ids are free; other fields load the records on the page.',
  Profile,
);

export const profileSearchArgs = {
  ...profileFilters.args,
  ...pagingArgs,
  ...stableArgs,
  ...builder.args((t) => ({
    inNetworkOnly: t.boolean({
      defaultValue: false,
      description: 'Whether to find only people whom the team’s connectors know.',
    }),
  })),
};

export interface ProfileSearchArgs extends PagingArgs, Filtering {
  readonly stable?: boolean | null | undefined;
  readonly inNetworkOnly?: boolean | null | undefined;
}

/** Searches people in a scope; all without a filter. Free. */
export const searchProfilesIn = (
  scope: CredentialScope,
  args: ProfileSearchArgs,
  named: RevealedKinds,
  query = everything,
) =>
  pagedSearch(
    { scope, filters: profileFilters, operation: searchProfiles, idOf: ({ id }: ProfileReference) => id },
    {
      query,
      ...(args.stable ? { stable_pagination: true as const } : {}),
      ...(args.inNetworkOnly ? { in_network_only: true } : {}),
    },
    args,
    async (request) => {
      const { body } = await scope.search(searchProfiles, request, named);
      return { ...body, items: body.ids.map((id) => profileNamed(scope, { kind: 'ids', value: id })) };
    },
  );
