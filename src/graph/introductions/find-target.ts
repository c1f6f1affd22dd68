import { allOf } from '../../contract/clause.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { searchProfiles } from '../../contract/operation/profiles.ts';
import { findRelationships } from '../../contract/operation/relationships.ts';
import { type RevealedKinds, revealsNothing } from '../loaders/batch-scheduler.ts';
import { identityQuery } from '../loaders/identity-query.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import { connectionsToSummary } from '../scope/connection-node.ts';
import { NotFound } from '../scope/lookup-failures.ts';
import type { ProfileReference } from '../scope/profile-reference.ts';
import type { RecordReference } from '../scope/record-reference.ts';
import type { Exclusion } from './exclusion.ts';
import { type FoundPaths, noPaths } from './find-paths.ts';
import { HeadCounts } from './head-counts.ts';
import { knownTies } from './known-ties.ts';
import { pathsTo } from './rank.ts';

/** Two are enough to see that a query does not name one record. */
const limit = 2;

interface NamedQuestion {
  readonly named: RevealedKinds;
  readonly exclusion: Exclusion;
  readonly headCounts?: HeadCounts;
}

/**
 * The ways to a person who is known by a name on the external network, without learning the id: the relationships and
 * whether there is such a person are asked side by side, for free. Undefined where the upstream does not search by such
 * names, or finds nobody, or several, by this one.
 */
export async function findPathsByName(
  { scope, identifiers: [identifier] }: ProfileReference,
  filter: QueryDsl | undefined,
  { named, exclusion, headCounts = new HeadCounts(scope) }: NamedQuestion,
): Promise<FoundPaths | undefined> {
  const person =
    identifier && identifier.kind !== 'ids' ? identityQuery('profile', identifier.kind, [identifier]) : undefined;
  if (!person) return undefined;
  const query = allOf([person, filter]) ?? person;
  const answers = await unlessRefused(
    Promise.all([
      scope.search(findRelationships, { query, limit }, named),
      scope.search(searchProfiles, { query: person, limit }, revealsNothing),
    ]),
  );
  if (!answers) return undefined;
  const [relationships, people] = answers;
  if (people.body.ids.length > 1) return undefined;
  const [item, other] = relationships.body.items;
  if (item?.profile && !other) {
    const connections = exclusion.connections(connectionsToSummary(scope, item));
    const [ties = []] = await knownTies([connections], headCounts);
    const paths = pathsTo(ties);
    return { paths, people: 1, waysIn: paths.length, complete: true, query: filter && query };
  }
  return people.body.ids.length === 1 && !item ? noPaths : undefined;
}

/**
 * The target, where it does not exist, as a problem. Of an id that led to nobody, a free search tells, where the upstream
 * searches by ids.
 */
export async function missingTarget({ paths, people, target, isUnknown }: FoundPaths): Promise<NotFound | undefined> {
  const [identifier] = target?.identifiers ?? [];
  if (!target || !identifier || paths.length > 0 || people > 0) return undefined;
  const isMissing = async ({ id, loader }: RecordReference) =>
    id !== undefined && (await unlessRefused(loader.existence.exists(id))) === false;
  return isUnknown || (await isMissing(target)) ? new NotFound(identifier) : undefined;
}

/** The record’s uuid: known, searched for free, or loaded (and paid for) where no search finds it. */
export async function identified(reference: RecordReference): Promise<string | undefined> {
  return (isLoaded(reference) ? undefined : await reference.identify()) ?? loadedId(reference);
}

/** Whether the record was paid for, by this operation or lately. */
export const isLoaded = ({ loader, identifiers, record }: RecordReference): boolean =>
  record !== undefined || loader.known(identifiers) !== undefined || loader.isCached(identifiers);

/** The record’s uuid: known, or loaded, and paid for. */
export async function loadedId(reference: RecordReference): Promise<string | undefined> {
  const { loader, identifiers } = reference;
  const [first, ...rest] = identifiers;
  if (reference.id === undefined && first)
    reference.take(loader.known(identifiers) ?? (await loader.load([first, ...rest])));
  return reference.id;
}
