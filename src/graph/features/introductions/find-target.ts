import { allOf } from '../../../contract/clause.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { identityQuery } from '../../loaders/identity-query.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import { connectionsToSummary } from '../../scope/connection-node.ts';
import { failureOf, NotFound } from '../../scope/lookup-failures.ts';
import { type ProfileReference, profileOfSummary } from '../../scope/profile-reference.ts';
import type { RecordReference } from '../../scope/record-reference.ts';
import type { Exclusion } from './exclusion.ts';
import { excludedTarget, type FoundPaths, noPaths } from './find-paths.ts';
import { HeadCounts } from './head-counts.ts';
import { knownTies } from './known-ties.ts';
import { pathsTo } from './rank.ts';
import { reachOf } from './reach-loader.ts';

interface NamedQuestion {
  readonly named: RevealedKinds;
  readonly exclusion: Exclusion;
  readonly headCounts?: HeadCounts;
}

/**
 * Paths to a person by an identifier on the external network, without resolving the uuid. Free, and batched with other
 * targets of the operation. Undefined if the upstream does not search by that identifier, or does not find
 * exactly one person.
 */
export async function findPathsByName(
  { scope, identifiers: [identifier] }: ProfileReference,
  filter: QueryDsl | undefined,
  { named, exclusion, headCounts = new HeadCounts(scope) }: NamedQuestion,
): Promise<FoundPaths | undefined> {
  if (!identifier || identifier.kind === 'ids') return undefined;
  const name = { kind: identifier.kind, value: identifier.value };
  const person = identityQuery('profile', name.kind, [name]);
  const reached = person && (await unlessRefused(reachOf(scope).byName(name, filter, named)));
  if (!reached) return undefined;
  const { items, ids } = reached;
  if (ids && ids.length > 1) return undefined;
  const [item, other] = items;
  if (item?.profile && !other) {
    if (exclusion.excludes(profileOfSummary(scope, item.profile), item.profile)) return excludedTarget;
    const connections = exclusion.connections(connectionsToSummary(scope, item));
    const [ties = []] = await knownTies([connections], headCounts);
    const paths = pathsTo(ties);
    return {
      paths,
      people: 1,
      waysIn: paths.length,
      complete: true,
      query: filter && (allOf([person, filter]) ?? person),
      targetId: item.profile.id ?? ids?.[0],
    };
  }
  const targetId = other ? undefined : ids ? ids[0] : await scope.profiles.identity.find(name);
  if (targetId === undefined) return undefined;
  return exclusion.excludesId(targetId) ? excludedTarget : { ...noPaths, targetId };
}

/**
 * A problem if the target does not exist. For a uuid or a website without paths, a free search checks that, if the
 * upstream searches by it; if the search fails, nothing is claimed.
 */
export async function missingTarget(found: FoundPaths): Promise<NotFound | undefined> {
  const { paths, people, target, missing, isUnknown, isExcluded } = found;
  if (paths.length > 0 || people > 0 || isExcluded) return undefined;
  if (missing) return unlessFailed(missing());
  const [identifier] = target?.identifiers ?? [];
  if (!target || !identifier) return undefined;
  const isMissing = async ({ id, loader }: RecordReference) =>
    id !== undefined && (await unlessFailed(unlessRefused(loader.existence.exists(id)))) === false;
  return isUnknown || (await isMissing(target)) ? new NotFound(identifier) : undefined;
}

/** Undefined if the call fails; throws what concerns the whole request, such as a refused key. */
const unlessFailed = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    failureOf(error);
    return undefined;
  });

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
