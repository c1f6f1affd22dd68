import type { Relationship } from '../../../contract/record/relationship.ts';
import { slugKey } from '../../../reading/page.ts';
import { allPaid } from '../../credits/spending-refused.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import { type ConnectionNode, connectionsOf } from '../../scope/connection-node.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { Failure } from '../../scope/lookup-failures.ts';
import { today } from '../../scope/order.ts';
import { type ProfileReference, profileOfSummary } from '../../scope/profile-reference.ts';
import { employersOf, schoolsOf } from './affiliation.ts';
import { type Bridge, BridgeSearch } from './bridge-search.ts';
import { CallBudget } from './call-budget.ts';
import type { Exclusion } from './exclusion.ts';
import { connectorsOf, distinct, type FoundPaths, isConnector, withSummary } from './find-paths.ts';
import { callsFor, HeadCounts, maxCounts } from './head-counts.ts';
import { knownTies, placesOf } from './known-ties.ts';
import { loadRecord } from './load-record.ts';
import { bridgeConfidence, type Destination, potentialStep } from './potential-step.ts';
import { type IntroPath, type KnownTie, pathsTo, ranked } from './rank.ts';

/** Options of a two-step search. */
export interface TwoSteps {
  readonly named: RevealedKinds;
  readonly exclusion: Exclusion;
  /** Number of best paths for which the bridge's record is loaded, at one credit each. */
  readonly exactPaths: number;
  /** Every connector's path through each bridge, instead of the best one. */
  readonly allPaths?: boolean;
  readonly headCounts?: HeadCounts;
}

/** Maximum numbers of the target's latest employers and schools that are searched. */
const maxEmployers = 4;
const maxSchools = 2;
/** Maximum number of bridges for which connections are read: each brings all connectors who know them. */
const maxBridges = 30;

/**
 * Paths to a person, direct or through a bridge. Loads the person's record for the career and education (one credit),
 * finds people in the network who overlapped by free searches, and reads the connections of the likeliest ones. Direct
 * connections are read in parallel, and weighed by the same head counts as in a one-step search, so that a tie has one
 * confidence. If the record is not loaded, returns a note and the problem.
 */
export async function findTwoSteps(
  profile: ProfileReference,
  options: TwoSteps,
): Promise<FoundPaths | { readonly note: string; readonly problems: readonly Failure[] }> {
  const { scope } = profile;
  const { named, exclusion, headCounts = new HeadCounts(scope) } = options;
  const { record, isUnknown = false, isNameless = false, failure } = await loadRecord(profile);
  if (isNameless || failure)
    return {
      note: `The target’s record was not loaded${isNameless ? ', since the target has no identifier to load it by' : ''}: shared employers and schools were not searched.`,
      problems: failure ? [failure] : [],
    };
  const now = today();
  const [employers, schools] = record ? [employersOf(record, now), schoolsOf(record, now)] : [[], []];
  const affiliations = [...employers.slice(0, maxEmployers), ...schools.slice(0, maxSchools)];
  const calls = new CallBudget(Math.max(1, affiliations.length));
  // Reserves calls: the network check, the record, the target's connections and head counts; then the bridges.
  calls.count(3 + maxCounts);
  calls.search(1);
  const searching = new BridgeSearch(scope, named, calls, affiliations);
  const [own] = await Promise.all([readOwn(profile, named), searching.start(headCounts)]);
  const connections = exclusion.connections(
    connectionsOf(scope, own.relationship, () => withSummary(profile, own.relationship)),
  );
  const ownCounts = callsFor(placesOf(connections, now));
  calls.release(maxCounts - ownCounts);
  const [[direct = []], search] = await Promise.all([
    knownTies([connections], headCounts, { now }),
    searching.finish(headCounts),
  ]);
  const possible = search.bridges.filter(({ id }) => id !== profile.id?.toLowerCase() && !exclusion.excludesId(id));
  const bridges = likeliest(possible, headCounts, now);
  const read = await readRelationships(bridges, scope, named);
  const to: Destination = { profile, name: record?.profile_info?.full_name ?? 'the target', affiliations };
  const through = await throughBridges(read, to, {
    ...options,
    direct,
    headCounts,
    now,
    calls: calls.count(maxCounts - ownCounts),
  });
  const left = [...employers.slice(maxEmployers), ...schools.slice(maxSchools)].map(({ name }) => name);
  const notes = [
    ...(own.refused ? ['The data service does not search by a person’s id: direct ties were not looked for.'] : []),
    ...(record && affiliations.length === 0
      ? ['The target’s record has no dated career or education, so nobody who shared it was looked for.']
      : []),
    ...(left.length > 0
      ? [
          `The ${maxEmployers} latest employers and ${maxSchools} latest schools were searched, but not ${left.join(', ')}.`,
        ]
      : []),
    ...search.notes,
    ...(possible.length > bridges.length
      ? [
          `Of ${possible.length} people in the network who were at an employer or school of ${to.name} at the same time, the ${bridges.length} most likely to know them were read.`,
        ]
      : []),
  ];
  const remarks = isConnector(profile.slug, through.connectors)
    ? [`${to.name} is a connector of the team, who can be asked directly.`]
    : [];
  return {
    paths: through.paths,
    people: through.paths.length > 0 ? 1 : 0,
    waysIn: through.paths.length,
    complete: notes.length === 0 && through.problems.length === 0,
    isUnknown,
    notes: [...notes, ...remarks, ...through.remarks],
    problems: through.problems,
  };
}

/** The bridges with the highest confidence, at most `maxBridges`. */
function likeliest(bridges: readonly Bridge[], headCounts: HeadCounts, now: number): readonly Bridge[] {
  const weighed = bridges.map((bridge) => ({ bridge, confidence: bridgeConfidence(bridge, headCounts, now) }));
  const best = weighed.toSorted((a, b) => b.confidence - a.confidence || (a.bridge.id < b.bridge.id ? -1 : 1));
  return best.slice(0, maxBridges).map(({ bridge }) => bridge);
}

interface OwnRelationship {
  readonly relationship?: Relationship | undefined;
  /** The upstream does not search by ids. */
  readonly refused?: boolean;
}

/** Reads the target's own connections. */
async function readOwn({ id, scope }: ProfileReference, named: RevealedKinds): Promise<OwnRelationship> {
  if (id === undefined) return {};
  const read = scope.relationships.load(id, named).then((relationship) => ({ relationship }));
  return (await unlessRefused(read)) ?? { refused: true };
}

interface ReadBridge {
  readonly bridge: Bridge;
  readonly relationship: Relationship;
}

/** Reads the connections of the bridges, batched. */
async function readRelationships(
  bridges: readonly Bridge[],
  scope: CredentialScope,
  named: RevealedKinds,
): Promise<readonly ReadBridge[]> {
  const read = bridges.map(async (bridge) => {
    const relationship = bridge.relationship ?? (await unlessRefused(scope.relationships.load(bridge.id, named)));
    return relationship ? [{ bridge, relationship }] : [];
  });
  return (await Promise.all(read)).flat();
}

interface Through extends Omit<TwoSteps, 'headCounts'> {
  /** The target's own ties. */
  readonly direct: readonly KnownTie[];
  readonly headCounts: HeadCounts;
  readonly now: number;
  /** Maximum number of head-count calls. */
  readonly calls: number;
}

/** The direct paths, and the best path through each bridge by a connector who does not know the target directly. */
async function throughBridges(
  bridges: readonly ReadBridge[],
  to: Destination,
  { exclusion, direct, headCounts, now, calls, exactPaths, allPaths }: Through,
) {
  const { scope } = to.profile;
  const directly = direct.map(({ connection }) => connection);
  const knowsTarget = new Set(directly.map(({ value }) => value.connector_id));
  const people = bridges.flatMap(({ bridge, relationship }) => {
    if (!relationship.profile) return [];
    const profile = profileOfSummary(scope, relationship.profile);
    const all = connectionsOf(scope, relationship, () => profile);
    return exclusion.excludes(profile, relationship.profile) ? [] : [{ bridge, relationship, profile, all }];
  });
  const connectors = connectorsOf([...people.flatMap(({ all }) => all), ...directly]);
  const asked = people.filter(({ profile }) => isConnector(profile.slug, connectors));
  const others = people.filter(({ profile }) => !isConnector(profile.slug, connectors));
  const leading = (connection: ConnectionNode): boolean =>
    !knowsTarget.has(connection.value.connector_id) && !isConnector(to.profile.slug, connectorsOf([connection]));
  const ties = await knownTies(
    others.map(({ all }) => exclusion.connections(all).filter(leading)),
    headCounts,
    { now, bounds: { calls, places: Number.POSITIVE_INFINITY } },
  );
  const pathsThrough = (at: number): readonly IntroPath[] => {
    const [middle, known] = [others[at], ties[at]];
    if (!middle || !known) return [];
    const record = scope.profiles.known(middle.profile.identifiers);
    const ways = pathsTo(known, potentialStep(scope, { ...middle, record }, to, headCounts, now));
    return allPaths ? ways : ways.slice(0, 1);
  };
  const best = () => {
    const bridgeOf = new Map(others.flatMap((middle, at) => pathsThrough(at).map((path) => [path, middle] as const)));
    return { bridgeOf, paths: ranked([...pathsTo(direct), ...bridgeOf.keys()]) };
  };
  // The bridge of one target may be that of another: each is weighed with the same records in every run.
  if (exactPaths > 0) await headCounts.inStep();
  const { bridgeOf, paths } = best();
  const exact = new Set(paths.slice(0, exactPaths).flatMap((path) => bridgeOf.get(path)?.profile ?? []));
  const unread = await allPaid([...exact].map(async (profile) => (await loadRecord(profile.fork())).failure ?? []));
  if (exactPaths > 0) await headCounts.inStep();
  const told = connectorsOf(directly);
  return {
    paths: exact.size > 0 ? best().paths : paths,
    connectors,
    problems: distinct(unread.flat()),
    remarks: asked
      .filter(({ profile }) => !told.has(slugKey(profile.slug ?? '')))
      .map(
        ({ relationship }) =>
          `${relationship.profile?.full_name ?? 'Somebody'} is a connector of the team, was at an employer or school at the same time as ${to.name}, and can be asked directly.`,
      ),
  };
}
