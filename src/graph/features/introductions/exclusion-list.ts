import type { IdentifierKind } from '../../cache/record-key.ts';
import { keptIdentifier } from '../../cache/record-key.ts';
import { invalidArgument } from '../../errors.ts';
import { builder } from '../../schema/builder.ts';
import { inputArg, payloadOf, payloadType } from '../../schema/payload.ts';
import { ProfileBy } from '../../schema/profile/profile-lookup.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { failureOf } from '../../scope/lookup-failures.ts';
import type { Problem } from '../../scope/problem.ts';
import { between, profileIdentifier, teamIdFrom, uuidFrom } from '../../scope/record-identifier.ts';
import { ExcludedNames, namingNobody, withSigns } from './excluded-people.ts';
import { connectorKey, type Given, personKey } from './exclusion.ts';
import { type KeptExclusion, maxExclusions } from './kept-exclusions.ts';
import { exclude, exclusionsOf, include, signExclusions } from './team-exclusions.ts';

/** A team's exclusions from introductions, and the mutations that change them. */

const kinds = {
  ids: 'PROFILE_ID',
  xnet_names: 'PROFILE_XNET_SLUG',
  xnet_ids: 'PROFILE_XNET_ID',
  xnet_entity_ids: 'PROFILE_XNET_ENTITY_ID',
  connector: 'CONNECTOR_ID',
} as const satisfies Readonly<Record<IdentifierKind | 'connector', string>>;

const ExclusionKind = builder.enumType('KeptIntroExclusionKind', {
  description: 'The kind of identifier by which somebody is kept out of introductions.',
  values: {
    PROFILE_ID: { description: 'A person, by the uuid of the profile.' },
    PROFILE_XNET_SLUG: { description: 'A person, by the slug on the external network.' },
    PROFILE_XNET_ID: { description: 'A person, by the numeric id on the external network.' },
    PROFILE_XNET_ENTITY_ID: { description: 'A person, by the alphanumeric entity id on the external network.' },
    CONNECTOR_ID: { description: 'A connector, by its own id, a uuid.' },
    OTHER: { description: 'By another kind of identifier, unknown to this version of the graph.' },
  },
});

/** An entry of the list. All entries share one lookup of names. */
interface ListedExclusion {
  readonly entry: KeptExclusion;
  readonly names: ExcludedNames;
}

export const KeptIntroExclusion = builder.objectRef<ListedExclusion>('KeptIntroExclusion').implement({
  description: 'An entry of the do-not-ask list: a person or connector whom the team keeps out of introductions.',
  fields: (t) => ({
    kind: t.field({
      type: ExclusionKind,
      nullable: false,
      description: 'The kind of identifier that `value` is.',
      resolve: ({ entry: { kind } }) => kinds[kind],
    }),
    value: t.string({
      nullable: false,
      description:
        'The id, slug or number, such as `mei-ling-torres`. The entry does not match the person if a path knows them by other identifiers only.',
      resolve: ({ entry: { value } }) => value,
    }),
    name: t.string({
      description:
        'The full name, such as `Mei-Ling Torres`; free. Null if neither the team’s network nor a cached record has it, as for an entry that matches nobody.',
      resolve: ({ entry, names }) => names.nameOf(entry),
    }),
    reason: t.string({
      description:
        'The reason given when it was added, such as `asked not to be contacted`; null if nothing was given.',
      resolve: ({ entry: { reason } }) => reason,
    }),
    excludedAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When it was last added, such as `2026-03-01T12:00:00.000Z`.',
      resolve: ({ entry: { excludedAt } }) => new Date(excludedAt).toISOString(),
    }),
  }),
});

/** The exclusions of a team, latest first. */
export async function keptExclusions(scope: CredentialScope, first: number): Promise<readonly ListedExclusion[]> {
  between(1, maxExclusions, first, 'first');
  await scope.confirmKey();
  const all = [...(await exclusionsOf(scope)).values()];
  const listed = all.toSorted((a, b) => b.excludedAt - a.excludedAt || (a.value < b.value ? -1 : 1)).slice(0, first);
  const names = new ExcludedNames(scope, listed);
  return listed.map((entry) => ({ entry, names }));
}

/** The entries of an input, by key. */
function entriesOf({ profiles, connectors }: Given, reason: string | undefined): ReadonlyMap<string, KeptExclusion> {
  const more = { excludedAt: Date.now(), ...(reason !== undefined && { reason }) };
  return new Map<string, KeptExclusion>([
    ...(profiles ?? []).map((by, at) => {
      const identifier = keptIdentifier(profileIdentifier(by, `input.profiles.${at}`));
      return [personKey(identifier), { ...identifier, ...more }] as const;
    }),
    ...(connectors ?? []).map(
      (id) => [connectorKey(id), { kind: 'connector', value: id.toLowerCase(), ...more }] as const,
    ),
  ]);
}

/** Problems of stored entries, such as those that match nobody. */
const problemsOf = (scope: CredentialScope, entries: readonly KeptExclusion[]): Promise<readonly Problem[]> =>
  namingNobody(scope, entries).catch((error: unknown) => [failureOf(error)]);

/** Adds to entries what else is known of the people; what cannot be looked up stays as it is. */
async function sign(scope: CredentialScope, entries: ReadonlyMap<string, KeptExclusion>): Promise<void> {
  const signed = await withSigns(scope, entries).catch(() => new Map<string, KeptExclusion>());
  if (signed.size > 0) await signExclusions(scope, signed);
}

const people =
  'The people, by any identifier. To exclude somebody as a connector, too, give their slug; other identifiers do not match connectors.';
const connectors = 'The connectors, by their own ids, such as `6c8f3d1a-7a52-4a80-9d3e-2f1b0c9e8d7a`.';
const team =
  'The child team whose list it is, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team.';

const ExcludeFromIntrosInput = builder.inputType('ExcludeFromIntrosInput', {
  description: 'People and connectors to keep out of introductions from now on.',
  fields: (t) => ({
    profiles: t.field({ type: [ProfileBy], description: people }),
    connectors: t.idList({ description: connectors }),
    reason: t.string({
      description: 'The reason, shown in the list, such as `asked not to be contacted`; up to 500 characters.',
    }),
    teamId: t.field({ type: 'ID', description: team }),
  }),
});

const IncludeInIntrosInput = builder.inputType('IncludeInIntrosInput', {
  description: 'People and connectors to remove from the do-not-ask list, each by the identifier used to exclude it.',
  fields: (t) => ({
    profiles: t.field({ type: [ProfileBy], description: people }),
    connectors: t.idList({ description: connectors }),
    teamId: t.field({ type: 'ID', description: team }),
  }),
});

const payload = (name: string, description: string) =>
  payloadType<{ readonly changed: number }>(name, 'The result of a change to the do-not-ask list.', (t) => ({
    changed: t.exposeInt('changed', { nullable: false, description }),
  }));

const ExcludeFromIntrosPayload = payload('ExcludeFromIntrosPayload', 'How many entries were added or replaced.');
const IncludeInIntrosPayload = payload('IncludeInIntrosPayload', 'How many entries were removed.');

const longestReason = 500;

builder.mutationFields((t) => ({
  excludeFromIntros: t.field({
    type: ExcludeFromIntrosPayload,
    right: 'keep',
    description:
      'Puts people and connectors on the do-not-ask list, which excludes them from every introduction that this key asks for in the team’s context, as `exclude` does for one query. An entry that matches nobody is kept, and reported in `problems` as a `NotFound`. Free.',
    args: inputArg(t, ExcludeFromIntrosInput, 'The people and connectors to keep out, and the reason.'),
    resolve: (_root, { input: { teamId, reason, ...named } }, { operation }) => {
      if (reason && reason.length > longestReason)
        throw invalidArgument(
          'input.reason',
          `must have at most ${longestReason} characters, but has ${reason.length}.`,
        );
      for (const [at, id] of (named.connectors ?? []).entries()) uuidFrom(id, `input.connectors.${at}`);
      const entries = entriesOf(named, reason ?? undefined);
      return payloadOf({ changed: 0 }, async () => {
        const scope = operation.scope(teamIdFrom(teamId, 'input.teamId'));
        await scope.confirm();
        // Store before checking, so that a failing data service cannot prevent an exclusion.
        if (await exclude(scope, entries)) {
          const [problems] = await Promise.all([problemsOf(scope, [...entries.values()]), sign(scope, entries)]);
          return { changed: entries.size, problems };
        }
        const held = await exclusionsOf(scope);
        const count = new Set([...held.keys(), ...entries.keys()]).size;
        throw invalidArgument('input', `must leave at most ${maxExclusions} entries on the list, but got ${count}.`);
      });
    },
  }),
  includeInIntros: t.field({
    type: IncludeInIntrosPayload,
    right: 'keep',
    description: 'Removes people and connectors from the do-not-ask list. Free.',
    args: inputArg(t, IncludeInIntrosInput, 'The people and connectors to remove from the list.'),
    resolve: (_root, { input: { teamId, ...named } }, { operation }) => {
      const keys = [...entriesOf(named, undefined).keys()];
      return payloadOf({ changed: 0 }, async () => {
        const scope = operation.scope(teamIdFrom(teamId, 'input.teamId'));
        await scope.confirmKey();
        return { changed: await include(scope, keys) };
      });
    },
  }),
}));
