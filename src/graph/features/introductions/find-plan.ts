import { PaymentRequired } from '../../credits/spending-refused.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import type { ConnectionNode } from '../../scope/connection-node.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { type Failure, failureOf } from '../../scope/lookup-failures.ts';
import { type ProfileReference, profileNamed } from '../../scope/profile-reference.ts';
import { profileIdentifier } from '../../scope/record-identifier.ts';
import { assign } from './assignment.ts';
import type { Exclusion } from './exclusion.ts';
import { connectorsOf, distinct, type FoundPaths, isConnector, noPaths } from './find-paths.ts';
import { missingTarget } from './find-target.ts';
import { HeadCounts } from './head-counts.ts';
import { keyOfTarget, pathsTo, type Target } from './intro-target.ts';
import { emptyNetwork, reachesNobody } from './network-reach.ts';
import { type IntroPath, ranked } from './rank.ts';

/** Options of a plan. */
export interface PlanQuestion {
  readonly named: RevealedKinds;
  readonly hops: 1 | 2;
  readonly perConnector: number;
  readonly exclusion: Exclusion;
  /** Whether the bridge's record is loaded for the best path to each target. */
  readonly isExact: boolean;
  /**
   * Called before the first of these records, at most as many for these targets, is loaded; if false, none is loaded, and the
   * plan lacks the targets.
   */
  readonly mayLoad: (records: number, targets: number) => Promise<boolean>;
}

/** A path that the plan chose, with the index of its target. */
export interface ChosenPath {
  readonly at: number;
  readonly path: IntroPath;
}

/** The introductions to ask one connector for. */
export interface IntroAsk {
  readonly connector: ConnectionNode;
  readonly chosen: readonly ChosenPath[];
}

export type UnreachedReason =
  | 'UNKNOWN'
  | 'DUPLICATE'
  | 'EXCLUDED'
  | 'NOT_SEARCHED'
  | 'CONNECTOR'
  | 'NO_PATH'
  | 'CONNECTORS_TAKEN';

/** A target that the plan does not reach, by its index. */
export interface Unreached {
  readonly at: number;
  readonly target: ProfileReference | undefined;
  readonly reason: UnreachedReason;
  readonly message: string;
}

export interface IntroPlan {
  readonly asks: readonly IntroAsk[];
  readonly unreached: readonly Unreached[];
  /** The sum of the chosen paths' confidences. */
  readonly confidence: number;
  readonly notes: readonly string[];
  readonly problems: readonly Failure[];
}

/** A connector's best path to each target, by the connector's id. */
type Ways = ReadonlyMap<string, IntroPath>;

/**
 * Assigns connectors to targets so that the sum of confidences is maximal. Direct paths are free. Two-step paths are
 * searched only for people who get no direct path, at one credit each, or two with exact evidence.
 */
export async function findPlan(
  scope: CredentialScope,
  to: readonly Target[],
  question: PlanQuestion,
): Promise<IntroPlan> {
  const { hops, perConnector, isExact, mayLoad } = question;
  const headCounts = new HeadCounts(scope);
  const asked = { ...question, exactPaths: isExact ? 1 : 0, allPaths: true };
  const first = [...firstPlaces(to.map((target, at) => keyOfTarget(target, `to.${at}`)))];
  const unpaid = { records: 0, targets: 0 };
  const find = async (at: number, steps: 1 | 2, counts: HeadCounts): Promise<FoundPaths> => {
    const target = to[at];
    if (!target || first[at] !== at) return noPaths;
    try {
      return await pathsTo(scope, target, { ...asked, hops: steps, headCounts: counts }, `to.${at}`);
    } catch (error) {
      // A target that cannot be looked up leaves the plan for the others.
      if (!(error instanceof PaymentRequired)) return { ...noPaths, isFailed: true, problems: [failureOf(error)] };
      // With two steps the same record is counted with the second.
      if (hops === 1 || !target.profile) {
        unpaid.records += error.count;
        unpaid.targets += 1;
      }
      return noPaths;
    }
  };
  const found = await headCounts.inTurn(to.map((_, at) => (counts) => find(at, 1, counts)));
  if (unpaid.targets > 0) await mayLoad(unpaid.records, unpaid.targets);
  // After the look-up, two identifiers may turn out to be those of one target.
  const known = firstPlaces(to.map((target, at) => keyOfFound(target, found[at]) ?? `to ${at}`));
  for (const [at, before] of known.entries()) {
    if (before === at || first[at] !== at) continue;
    first[at] = before;
    found[at] = noPaths;
  }
  const people = to.map((target, at) =>
    target.profile ? profileNamed(scope, profileIdentifier(target.profile, `to.${at}.profile`)) : undefined,
  );
  const foundNobody = to.length > 0 && found.every(({ people }) => people === 0);
  // Awaited early only with two steps, where it may avoid a charge.
  const finding = foundNobody ? reachesNobody(scope) : Promise.resolve(false);
  if (hops === 2 && !(await finding)) {
    const direct = found.map(waysOf);
    const chosen = choose(direct, perConnector);
    const left = people.flatMap((person, at) =>
      person && chosen[at] === undefined && first[at] === at && !found[at]?.isExcluded && !found[at]?.isFailed
        ? [at]
        : [],
    );
    if (left.length > 0 && (await mayLoad(left.length * (isExact ? 2 : 1), left.length))) {
      const further = await headCounts.inTurn(left.map((at) => (counts) => find(at, 2, counts)));
      for (const [place, at] of left.entries()) found[at] = further[place] ?? noPaths;
    }
  }
  const ways = found.map(waysOf);
  const connectors = connectorsOf(found.flatMap(({ paths }) => paths.map(({ known }) => known.connection)));
  const chosen = choose(
    ways.map((way, at) => (isConnector(slugOf(people[at], found[at]), connectors) ? new Map() : way)),
    perConnector,
  );
  const [isEmpty, ...unreached] = await Promise.all([
    finding,
    ...to.flatMap((_, at) => (chosen[at] === undefined ? [unreachedAt(at)] : [])),
  ]);
  return {
    asks: asksOf(chosen),
    unreached,
    confidence: chosen.reduce((sum, path) => sum + (path?.confidence ?? 0), 0),
    notes: [...new Set([...found.flatMap(({ notes }) => notes ?? []), ...(isEmpty ? [emptyNetwork] : [])])],
    problems: distinct(found.flatMap(({ problems }) => problems ?? [])),
  };

  async function unreachedAt(at: number): Promise<Unreached> {
    const target = people[at];
    const is = (reason: UnreachedReason, message: string): Unreached => ({ at, target, reason, message });
    const before = first[at];
    if (before !== undefined && before !== at)
      return is('DUPLICATE', `to.${at} is the same as to.${before}, which is in the plan.`);
    if (found[at]?.isExcluded)
      return is('EXCLUDED', `to.${at} is on the do-not-ask list or excluded: nobody is asked for them.`);
    if (found[at]?.isFailed)
      return is(
        'NOT_SEARCHED',
        `to.${at} was not looked up: ${found[at].problems?.[0]?.message ?? 'the search failed.'}`,
      );
    if (isConnector(slugOf(target, found[at]), connectors))
      return is('CONNECTOR', `to.${at} is a connector of the team, who can be asked directly.`);
    if ((ways[at]?.size ?? 0) > 0)
      return is(
        'CONNECTORS_TAKEN',
        `to.${at} is reached only by connectors who are already asked for ${perConnector} others.`,
      );
    if (found[at] && (await missingTarget(found[at]))) return is('UNKNOWN', `to.${at} names nobody on record.`);
    return is(
      'NO_PATH',
      `to.${at} is not reached: no connector ${hops === 1 ? 'knows them' : 'knows them, or somebody who shared an employer or school with them'}.`,
    );
  }
}

/** For each target, the index of the first one with the same key. */
function firstPlaces(identifiers: readonly string[]): readonly number[] {
  const first = new Map<string, number>();
  return identifiers.map((key, at) => {
    const before = first.get(key) ?? at;
    first.set(key, before);
    return before;
  });
}

/** What a target turned out to be: a person by their id, a company by the people there; undefined if that is unknown. */
function keyOfFound({ profile }: Target, found: FoundPaths | undefined): string | undefined {
  if (profile) return found?.targetId?.toLowerCase();
  const people = new Set(found?.paths.map(({ known }) => known.connection.target().id));
  return people.size > 0 ? [...people].toSorted().join() : undefined;
}

/** Searches answer in any order: of equal paths the same one is taken again. */
function waysOf({ paths }: FoundPaths): Ways {
  const ways = new Map<string, IntroPath>();
  for (const path of ranked(paths)) {
    const id = path.known.connection.value.connector_id;
    if (id && (ways.get(id)?.confidence ?? -1) < path.confidence) ways.set(id, path);
  }
  return ways;
}

/** The path to each target under the best assignment of connectors. */
function choose(ways: readonly Ways[], perConnector: number): readonly (IntroPath | undefined)[] {
  const ids = [...new Set(ways.flatMap((way) => [...way.keys()]))].sort();
  const places = new Map(ids.map((id, place) => [id, place]));
  const choices = ways.map((way) =>
    [...way]
      .map(([id, { confidence }]) => ({ connector: places.get(id) ?? 0, confidence }))
      .toSorted((a, b) => a.connector - b.connector),
  );
  return assign(choices, ids.length, perConnector).map((place, at) => {
    const id = place === undefined ? undefined : ids[place];
    return id === undefined ? undefined : ways[at]?.get(id);
  });
}

/** The asks of each connector, by descending sum of confidences. */
function asksOf(chosen: readonly (IntroPath | undefined)[]): readonly IntroAsk[] {
  const paths = chosen.flatMap((path, at) => (path ? [{ path, at }] : []));
  const asks = [...Map.groupBy(paths, ({ path }) => path.known.connection.value.connector_id).values()].flatMap(
    (of) => {
      const [first] = of;
      return first
        ? [
            {
              connector: first.path.known.connection,
              chosen: of.toSorted((a, b) => b.path.confidence - a.path.confidence),
            },
          ]
        : [];
    },
  );
  return asks.toSorted((a, b) => sumOf(b) - sumOf(a));
}

export const sumOf = ({ chosen }: IntroAsk): number => chosen.reduce((sum, { path }) => sum + path.confidence, 0);

/** A person's slug: the given one, or that of a direct relationship. */
function slugOf(person: ProfileReference | undefined, found: FoundPaths | undefined): string | undefined {
  const direct = found?.paths.find(({ steps }) => steps.length === 1)?.known.connection.target();
  return person && (person.slug ?? direct?.slug);
}
