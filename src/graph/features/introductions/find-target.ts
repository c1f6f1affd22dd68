import { allOf } from '../../../contract/clause.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import { type RevealedKinds, revealsNothing } from '../../loaders/batch-scheduler.ts';
import { identityQuery } from '../../loaders/identity-query.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import { connectionsToSummary } from '../../scope/connection-node.ts';
import { NotFound } from '../../scope/lookup-failures.ts';
import { type ProfileReference, profileOfSummary } from '../../scope/profile-reference.ts';
import type { RecordReference } from '../../scope/record-reference.ts';
import type { Exclusion } from './exclusion.ts';
import { excludedTarget, type FoundPaths, noPaths } from './find-paths.ts';
import { HeadCounts } from './head-counts.ts';
import { knownTies } from './known-ties.ts';
import { pathsTo } from './rank.ts';

/** Two results are enough to detect an ambiguous query. */
const limit = 2;

interface NamedQuestion {
  readonly named: RevealedKinds;
  readonly exclusion: Exclusion;
  readonly headCounts?: HeadCounts;
}

/**
 * Paths to a person by an identifier on the external network, without resolving the uuid. Relationships and existence
 * are searched in parallel, for free. Undefined if the upstream does not search by that identifier, or does not find
 * exactly one person.
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
  const [targetId] = people.body.ids;
  if (item?.profile && !other) {
    if (exclusion.excludes(profileOfSummary(scope, item.profile))) return excludedTarget;
    const connections = exclusion.connections(connectionsToSummary(scope, item));
    const [ties = []] = await knownTies([connections], headCounts);
    const paths = pathsTo(ties);
    return {
      paths,
      people: 1,
      waysIn: paths.length,
      complete: true,
      query: filter && query,
      targetId: item.profile.id ?? targetId,
    };
  }
  if (targetId !== undefined && exclusion.excludesId(targetId)) return excludedTarget;
  return people.body.ids.length === 1 && !item ? { ...noPaths, targetId } : undefined;
}

/**
 * A problem if the target does not exist. For a uuid without paths, a free search checks that, if the upstream searches
 * by uuid.
 */
export async function missingTarget(found: FoundPaths): Promise<NotFound | undefined> {
  const { paths, people, target, isUnknown, isExcluded } = found;
  const [identifier] = target?.identifiers ?? [];
  if (!target || !identifier || paths.length > 0 || people > 0 || isExcluded) return undefined;
  const isMissing = async ({ id, loader }: RecordReference) =>
    id !== undefined && (await unlessRefused(loader.existence.exists(id))) === false;
  return isUnknown || (await isMissing(target)) ? new NotFound(identifier) : undefined;
}

/** The record’s uuid: known, found by a free search, or from the record, which is charged for unless cached. */
export async function identified(reference: RecordReference): Promise<string | undefined> {
  return (isLoaded(reference) ? undefined : await reference.identify()) ?? loadedId(reference);
}

/** Whether the record is loaded or cached, so that reading it is free. */
export const isLoaded = ({ loader, identifiers, record }: RecordReference): boolean =>
  record !== undefined || loader.known(identifiers) !== undefined || loader.isCached(identifiers);

/** The record’s uuid: known, or from the record, which is charged for unless loaded or cached. */
export async function loadedId(reference: RecordReference): Promise<string | undefined> {
  const { loader, identifiers } = reference;
  const [first, ...rest] = identifiers;
  if (reference.id === undefined && first)
    reference.take(loader.known(identifiers) ?? (await loader.load([first, ...rest])));
  return reference.id;
}
