import { findRelationships } from '../../../contract/operation/relationships.ts';
import { revealsNothing } from '../../loaders/batch-scheduler.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { FoundPaths } from './find-paths.ts';

export const emptyNetwork =
  'The team has no connectors, or none is mapped yet: add connectors (addConnectors) or map a network (mapNetwork), then ask again.';

/**
 * Whether the team has no relationships at all, by a free search. That it has some is cached for as long as records;
 * that it has none is not cached.
 */
export async function reachesNobody(scope: CredentialScope): Promise<boolean> {
  const { cache, maxAgeMs } = scope;
  if (cache.hadNetwork(maxAgeMs)) return false;
  const request = { query: { match_all: {} }, limit: 1 };
  const answer = await unlessRefused(scope.search(findRelationships, request, revealsNothing));
  if (!answer) return false;
  const people = Math.max(answer.body.total_count, answer.body.items.length);
  if (people > 0) cache.sawNetwork();
  return people === 0;
}

/** Adds `reachesNobody` to found paths, to distinguish an empty network from an unreached target. */
export async function inNetwork(scope: CredentialScope, finding: Promise<FoundPaths>): Promise<FoundPaths> {
  const found = await finding;
  if (found.people > 0) scope.cache.sawNetwork();
  return { ...found, reachesNobody: () => reachesNobody(scope) };
}

/** The notes of an answer. If no one was found, a free search checks whether the team has a network. */
export async function notesOf({ notes = [], people, reachesNobody }: FoundPaths): Promise<readonly string[]> {
  if (people > 0 || notes.includes(emptyNetwork) || !(await reachesNobody?.())) return notes;
  return [...notes, emptyNetwork];
}
