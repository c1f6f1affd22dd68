import { connectedUsers } from '../../../contract/catalogue.ts';
import { pageLimit } from '../../../contract/limits.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { Connection, ProfileSummary } from '../../../contract/record/relationship.ts';
import type { Identifier } from '../../cache/record-key.ts';
import { revealsNothing } from '../../loaders/batch-scheduler.ts';
import { identityQuery } from '../../loaders/identity-query.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { NotFound, spelled } from '../../scope/lookup-failures.ts';
import { profileNamed } from '../../scope/profile-reference.ts';
import { personSigns } from './exclusion.ts';
import { isLoaded, loadedId } from './find-target.ts';
import type { KeptExclusion } from './kept-exclusions.ts';

/** Free look-ups for a team's do-not-ask list: whether an entry matches anyone, and the names of its entries. */

type Entry = Pick<KeptExclusion, 'kind' | 'value'>;

/**
 * Entries that match no one, as problems, to report typing errors. If the data service refuses the search, a warning is
 * added instead.
 */
export async function namingNobody(scope: CredentialScope, entries: readonly Entry[]): Promise<readonly NotFound[]> {
  const ofKind = <Kind extends Entry['kind']>(kind: Kind) =>
    entries.flatMap((entry) => (entry.kind === kind ? [{ ...entry, kind }] : []));
  const unknown = await Promise.all([
    ofIdsUnknown(scope, ofKind('ids')),
    unknownNames(scope, ofKind('xnet_names')),
    unknownNames(scope, ofKind('xnet_ids')),
    unknownNames(scope, ofKind('xnet_entity_ids')),
    unknownConnectors(scope, ofKind('connector')),
  ]);
  return unknown.flat();
}

const kept = 'The entry was added anyway: check the spelling.';

type Identified<Kind extends Entry['kind']> = Entry & { readonly kind: Kind };
type Name = Identified<'xnet_names' | 'xnet_ids' | 'xnet_entity_ids'>;

async function ofIdsUnknown(scope: CredentialScope, ids: readonly Identified<'ids'>[]): Promise<readonly NotFound[]> {
  const exist = await Promise.all(ids.map(({ value }) => unlessRefused(scope.profiles.existence.exists(value))));
  if (exist.includes(undefined)) warnUnchecked(scope, 'ids');
  return ids.filter((_, at) => exist[at] === false).map(notFound);
}

/** Most entries match, which one batch of searches confirms. The rest are counted together, then bisected. */
async function unknownNames(scope: CredentialScope, names: readonly Name[]): Promise<readonly NotFound[]> {
  const ids = await Promise.all(names.map((name) => scope.profiles.identity.find(name)));
  const count = async (some: readonly Name[]): Promise<readonly Name[]> => {
    const [first] = some;
    const query = first && identityQuery('profile', first.kind, some);
    if (!query) return [];
    const answer = await unlessRefused(scope.search(searchProfiles, { query, limit: 0 }, revealsNothing));
    if (!answer) warnUnchecked(scope, first.kind);
    else if (answer.body.total_count === 0) return some;
    if (!answer || some.length === 1) return [];
    const half = Math.ceil(some.length / 2);
    return (await Promise.all([count(some.slice(0, half)), count(some.slice(half))])).flat();
  };
  const unknown = await count(names.filter((_, at) => ids[at] === undefined));
  return unknown.map(notFound);
}

const notFound = ({ kind, value }: Identified<'ids'> | Name): NotFound =>
  new NotFound({ kind, value }, `A search finds nobody with the ${spelled[kind]} “${value}”. ${kept}`);

function warnUnchecked({ warnings }: CredentialScope, kind: 'ids' | Name['kind']): void {
  warnings.add(
    `The data service does not search people by ${spelled[kind]}, so it is not known whether the entries match anybody.`,
  );
}

async function unknownConnectors(
  scope: CredentialScope,
  connectors: readonly Identified<'connector'>[],
): Promise<readonly NotFound[]> {
  const known = await connectorsById(
    scope,
    connectors.map(({ value }) => value),
  );
  return connectors
    .filter(({ value }) => !known.has(value))
    .map(
      ({ kind, value }) =>
        new NotFound({ kind, value }, `No connector of the team who knows anybody has the id “${value}”. ${kept}`),
    );
}

/** One connection of each connector that has any. Each free call finds at least one more connector, or is the last. */
async function connectorsById(
  scope: CredentialScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Connection>> {
  const found = new Map<string, Connection>();
  for (;;) {
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    const request = { query: { terms: { [connectedUsers]: missing } }, limit: pageLimit.maximum };
    const { body } = await scope.search(findRelationships, request, revealsNothing);
    const before = found.size;
    for (const connection of body.items.flatMap((item) => item?.connections ?? [])) {
      const id = connection?.connector_id?.toLowerCase();
      if (connection && id !== undefined && ids.includes(id)) found.set(id, connection);
    }
    if (found.size === before) return found;
  }
}

/** What is known for free of a person: a loaded or cached record, or the relationship's summary. */
async function summaryOf(scope: CredentialScope, identifier: Identifier): Promise<ProfileSummary | undefined> {
  const person = profileNamed(scope, identifier);
  if (isLoaded(person)) await loadedId(person);
  const id = await person.identify();
  if (person.record || id === undefined) return person.record?.profile_info ?? undefined;
  return (await unlessRefused(scope.relationships.load(id, revealsNothing)))?.profile ?? undefined;
}

/** The entries of people who are known, with the signs by which they are known on other records; free. */
export async function withSigns(scope: CredentialScope, entries: ReadonlyMap<string, KeptExclusion>) {
  const signed = await Promise.all(
    [...entries].map(async ([key, entry]) => {
      const { kind, value } = entry;
      const summary = kind === 'connector' ? undefined : await summaryOf(scope, { kind, value });
      const { slug, employment } = summary ? personSigns(scope.services.space, summary) : {};
      const signs = [slug ?? [], employment ?? []].flat();
      return signs.length > 0 ? [[key, { ...entry, signs }] as const] : [];
    }),
  );
  return new Map(signed.flat());
}

/** Names of the entries of a list, from the team's network or from loaded or cached records; free. */
export class ExcludedNames {
  readonly #scope: CredentialScope;
  readonly #entries: readonly Entry[];
  #connectors: Promise<ReadonlyMap<string, Connection>> | undefined;

  constructor(scope: CredentialScope, entries: readonly Entry[]) {
    this.#scope = scope;
    this.#entries = entries;
  }

  async nameOf({ kind, value }: Entry): Promise<string | undefined> {
    if (kind === 'connector') return (await this.#readConnectors()).get(value)?.connector_name ?? undefined;
    return (await summaryOf(this.#scope, { kind, value }))?.full_name ?? undefined;
  }

  #readConnectors(): Promise<ReadonlyMap<string, Connection>> {
    this.#connectors ??= connectorsById(
      this.#scope,
      this.#entries.flatMap(({ kind, value }) => (kind === 'connector' ? [value] : [])),
    );
    return this.#connectors;
  }
}
