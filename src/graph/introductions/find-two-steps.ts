import { slugKey, slugOfUrl } from '../../contract/identifier.ts';
import type { Relationship } from '../../contract/record/relationship.ts';
import type { RevealedKinds } from '../loaders/batch-scheduler.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import { type ConnectionNode, connectionsOf } from '../scope/connection-node.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import type { Failure } from '../scope/lookup-failures.ts';
import { today } from '../scope/order.ts';
import { type ProfileReference, profileOfSummary } from '../scope/profile-reference.ts';
import { employersOf, schoolsOf } from './affiliation.ts';
import { type Bridge, BridgeSearch } from './bridge-search.ts';
import { CallBudget } from './call-budget.ts';
import type { Exclusion } from './exclusion.ts';
import { distinct, type FoundPaths, withSummary } from './find-paths.ts';
import { callsFor, HeadCounts, maxCounts } from './head-counts.ts';
import { knownTies, placesOf } from './known-ties.ts';
import { loadRecord } from './load-record.ts';
import { bridgeConfidence, type Destination, potentialStep } from './potential-step.ts';
import { type IntroPath, type KnownTie, pathsTo, ranked } from './rank.ts';

/** What a search in two steps is bounded by. */
export interface TwoSteps {
  readonly named: RevealedKinds;
  readonly exclusion: Exclusion;
  /** Of so many of the best paths, the record of who stands in between is loaded, for a credit each. */
  readonly exactPaths: number;
  /** Every connector's way through somebody, rather than the best. */
  readonly allPaths?: boolean;
  readonly headCounts?: HeadCounts;
}

/** Employers and schools of a person that are looked at, the latest first. */
const maxEmployers = 4;
const maxSchools = 2;
/** People who may know the target, at most, whose connections are read: each comes with all connectors who know them. */
const maxBridges = 30;

/**
 * The ways to a person through one who may know them: the person's record has the career and education (one credit), free
 * searches find who in the network was there at the same time, and the connections of those who most likely know the person
 * are read. Side by side with these, the person's own connections are read and weighed, by the head counts that a question
 * for them alone asks for: a tie has one confidence. Where the record cannot be had, a note says so, and the problem why.
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
  // Whether there is a network, the record, the target's own connections and their head counts; the connections read last.
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

/** Those who most likely know the person. */
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

/** The connections of the target. */
async function readOwn({ id, scope }: ProfileReference, named: RevealedKinds): Promise<OwnRelationship> {
  if (id === undefined) return {};
  const read = scope.relationships.load(id, named).then((relationship) => ({ relationship }));
  return (await unlessRefused(read)) ?? { refused: true };
}

interface ReadBridge {
  readonly bridge: Bridge;
  readonly relationship: Relationship;
}

/** The connections of some people, in one call. */
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
  /** Head counts that may be asked for. */
  readonly calls: number;
}

/** The direct ways, and the best way through each bridge by connectors who do not know the target themselves. */
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
    return exclusion.excludes(profile) ? [] : [{ bridge, relationship, profile, all }];
  });
  const connectors = slugsOf([...people.flatMap(({ all }) => all), ...directly]);
  const asked = people.filter(({ profile }) => isConnector(profile.slug, connectors));
  const others = people.filter(({ profile }) => !isConnector(profile.slug, connectors));
  const leading = ({ value }: ConnectionNode): boolean =>
    !knowsTarget.has(value.connector_id) && !isSame(value.connector_xnet_url, to.profile.slug);
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
  const { bridgeOf, paths } = best();
  const exact = new Set(paths.slice(0, exactPaths).flatMap((path) => bridgeOf.get(path)?.profile ?? []));
  const unread = await Promise.all([...exact].map(async (profile) => (await loadRecord(profile.fork())).failure ?? []));
  const told = slugsOf(directly);
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

const slugIn = (url: string | null | undefined): string => slugKey((url ? slugOfUrl(url, 'profile') : undefined) ?? '');

const slugsOf = (connections: readonly ConnectionNode[]): ReadonlySet<string> =>
  new Set(connections.map(({ value }) => slugIn(value.connector_xnet_url)));

const isConnector = (slug: string | undefined, connectors: ReadonlySet<string>): boolean =>
  slug !== undefined && slug !== '' && connectors.has(slugKey(slug));

const isSame = (url: string | null | undefined, slug: string | undefined): boolean =>
  slug !== undefined && slugIn(url) === slugKey(slug);
