import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { Relationship } from '../../../contract/record/relationship.ts';
import { slugKey, slugOfUrl } from '../../../reading/page.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { readNetwork } from '../../loaders/read-network.ts';
import { type ConnectionNode, connectionsOf, connectionsToSummary } from '../../scope/connection-node.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { Failure, NotFound } from '../../scope/lookup-failures.ts';
import type { ProfileReference } from '../../scope/profile-reference.ts';
import { profileOfSummary } from '../../scope/profile-reference.ts';
import type { RecordReference } from '../../scope/record-reference.ts';
import { Exclusion } from './exclusion.ts';
import { HeadCounts } from './head-counts.ts';
import { knownTies } from './known-ties.ts';
import { bestPathPerPerson, type IntroPath, type KnownTie, pathsTo } from './rank.ts';

/** Paths to a target, with counts and notes of the search. */
export interface FoundPaths {
  readonly paths: readonly IntroPath[];
  /** Number of people at the target that the network reaches. */
  readonly people: number;
  /** Number of connections, or of paths, to the people that were read. */
  readonly waysIn: number;
  /** Whether every relationship was read: if not, a better path may exist. */
  readonly complete: boolean;
  /** The target, if it is a person or a company by an identifier. */
  readonly target?: RecordReference;
  /** For a company's website, a free search for the problem that no company has it. */
  readonly missing?: () => Promise<NotFound | undefined>;
  /** The target may not be asked for. */
  readonly isExcluded?: boolean;
  /** The target could not be looked up: see `problems`. */
  readonly isFailed?: boolean;
  /** The target's uuid, if a free search or the record shows it. */
  readonly targetId?: string | undefined;
  /** A fetch did not find the target. */
  readonly isUnknown?: boolean;
  /** Sentences about searches that were skipped or are incomplete, and other remarks. */
  readonly notes?: readonly string[];
  /** Loads that failed, so that the answer may lack something. */
  readonly problems?: readonly Failure[];
  /** Whether the team has no relationships at all; a free search. */
  readonly reachesNobody?: () => Promise<boolean>;
  /** The query for this target alone; undefined if the target was looked up in a batch. */
  readonly query?: QueryDsl | undefined;
}

/** No connector knows the target, or the target does not exist. */
export const noPaths: FoundPaths = { paths: [], people: 0, waysIn: 0, complete: true };

/** Removes duplicate problems, by message. */
export const distinct = (problems: readonly Failure[]): readonly Failure[] => [
  ...new Map(problems.map((problem) => [problem.message, problem])).values(),
];

/** The slugs of the connectors of these connections. */
export const connectorsOf = (connections: readonly ConnectionNode[]): ReadonlySet<string> =>
  new Set(
    connections.map(({ value: { connector_xnet_url: url } }) => slugKey((url && slugOfUrl(url, 'profile')) || '')),
  );

export const isConnector = (slug: string | undefined, connectors: ReadonlySet<string>): boolean =>
  slug !== undefined && slug !== '' && connectors.has(slugKey(slug));

const nobodyExcluded = new Exclusion(undefined);

export interface Ranking {
  readonly rank?: (people: readonly (readonly KnownTie[])[]) => readonly IntroPath[];
  readonly exclusion?: Exclusion;
  readonly headCounts?: HeadCounts;
}

/** People that a search found, with how they are reached. */
interface FoundPeople {
  readonly items: readonly (Relationship | null)[];
  /** Total number of people, as reported by the search. */
  readonly total: number;
  readonly complete: boolean;
  readonly query: QueryDsl;
}

/** Paths to people that were found, by default the best one to each; free. */
export async function pathsAmong(
  scope: CredentialScope,
  { items, total, complete, query }: FoundPeople,
  { rank = bestPathPerPerson, exclusion = nobodyExcluded, headCounts = new HeadCounts(scope) }: Ranking = {},
): Promise<FoundPaths> {
  const people: (readonly ConnectionNode[])[] = [];
  let excluded = 0;
  for (const item of items) {
    if (!item?.profile) continue;
    if (exclusion.excludes(profileOfSummary(scope, item.profile), item.profile)) excluded += 1;
    else people.push(exclusion.connections(connectionsToSummary(scope, item)));
  }
  return {
    paths: rank(await knownTies(people, headCounts)),
    people: Math.max(total - excluded, people.length),
    waysIn: people.reduce((sum, connections) => sum + connections.length, 0),
    complete,
    query,
    notes: notesOn(excluded),
  };
}

/** Paths to the people in the team's network that a query finds; free. */
export async function findPaths(
  scope: CredentialScope,
  query: QueryDsl,
  named: RevealedKinds,
  ranking: Ranking = {},
): Promise<FoundPaths> {
  const found = await readNetwork((page) => scope.search(findRelationships, page, named), query);
  return pathsAmong(scope, { ...found, query }, ranking);
}

/** How many people are left out of an answer, without their names. */
const notesOn = (excluded: number): readonly string[] =>
  excluded === 0
    ? []
    : [
        `${excluded === 1 ? 'One person there is' : `${excluded} people there are`} on the do-not-ask list or excluded, and left out.`,
      ];

/** No paths, since nobody may be asked for the target. */
export const excludedTarget: FoundPaths = {
  ...noPaths,
  isExcluded: true,
  notes: ['This person is on the do-not-ask list or excluded: no introduction is proposed.'],
};

/** All paths to one person; free, and batched with look-ups of other people. */
export async function findPathsTo(
  profile: ProfileReference,
  named: RevealedKinds,
  { exclusion = nobodyExcluded, headCounts = new HeadCounts(profile.scope) }: Ranking = {},
): Promise<FoundPaths> {
  const { id, scope } = profile;
  const relationship = id === undefined ? undefined : await scope.relationships.load(id, named);
  if (exclusion.excludes(withSummary(profile, relationship), relationship?.profile)) return excludedTarget;
  const connections = exclusion.connections(
    connectionsOf(scope, relationship, () => withSummary(profile, relationship)),
  );
  const [ties = []] = await knownTies([connections], headCounts);
  const paths = pathsTo(ties);
  return { paths, people: paths.length > 0 ? 1 : 0, waysIn: paths.length, complete: true };
}

/** The profile with the relationship's free summary, unless its record is loaded. */
export const withSummary = (profile: ProfileReference, relationship: Relationship | undefined): ProfileReference =>
  relationship?.profile && !profile.record ? profileOfSummary(profile.scope, relationship.profile) : profile;
