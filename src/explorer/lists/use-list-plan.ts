import { useMemo } from 'preact/hooks';
import { Plan, type PlanQuery, WaysInto } from '../generated/documents.ts';
import { type Graph, useGraph } from '../graph/graph.ts';
import { type Failure, failureAt } from '../graph/outcome.ts';
import { useLoaded } from '../graph/use-loaded.ts';
import { type Paid, usePaid } from '../graph/use-paid.ts';
import { type Read, useQuery } from '../graph/use-query.ts';
import { useOwnTeam } from '../people/best-asks.ts';
import type { Way } from '../person/evidence.ts';
import { introTargetOf, type Target, whereOfTitle } from './target.ts';

/** The people who can be reached at a company, with the best path to each. */
export interface There {
  readonly people: number;
  readonly ways: readonly Way[];
}

/** A person for whom the plan requests an introduction: a target, or somebody at a target company. */
export interface Wanted {
  /** Index of the target in the list. */
  readonly at: number;
  readonly id: string;
  /** The path to a person at a company. */
  readonly way: Way | undefined;
}

export type Introductions = NonNullable<PlanQuery['introPlan']>;

export interface ListPlan {
  readonly there: ReadonlyMap<string, There>;
  readonly wanted: readonly Wanted[];
  readonly plan: Introductions | undefined;
  readonly direct: Read<PlanQuery>;
  readonly further: Paid<PlanQuery>;
  /** The reason why the companies' people could not be loaded. */
  readonly failure: Failure | undefined;
  readonly again: () => void;
}

/** Maximum number of people planned for per company, and how many are loaded to choose from. */
const maxAtCompany = 3;
const readAtCompany = 30;
const companiesAtOnce = 6;

/**
 * Plans a list for one hop and, once bought, for two. For a company it plans up to three people there, with the wanted
 * title. Each person is planned once; members of our own team are left out.
 */
export const useListPlan = (targets: readonly Target[], perConnector: number): ListPlan => {
  const firms = targets.filter(({ ref }) => ref.kind !== 'person');
  const { there, failure, again } = useThere(firms);
  const isOwn = useOwnTeam(firms.length > 0);
  const isKnown = firms.length === 0 || (there !== undefined && isOwn !== undefined);
  const wanted = useMemo(
    () => (isKnown ? wantedOf(targets, there ?? new Map(), isOwn ?? (() => false)) : []),
    [targets, there, isKnown],
  );
  const variables = useMemo(
    () => ({ to: wanted.map(({ id }) => ({ profile: { id } })), perConnector, hops: 1 }),
    [wanted, perConnector],
  );
  const isEmpty = isKnown && wanted.length === 0;
  const direct = useQuery(Plan, isKnown && !isEmpty ? variables : undefined);
  const further = usePaid(Plan, { ...variables, hops: 2 });
  const found = further.data?.introPlan ?? direct.data?.introPlan ?? undefined;
  return {
    there: there ?? new Map(),
    wanted,
    plan: isEmpty ? nothing : found,
    ...{ direct, further, failure, again },
  };
};

const nothing: Introductions = { asks: [], unreached: [], notes: [], confidence: 0 };

const wantedOf = (
  targets: readonly Target[],
  there: ReadonlyMap<string, There>,
  isOwn: (person: Way['target']) => boolean,
): readonly Wanted[] => {
  const seen = new Set(targets.flatMap(({ ref }) => (ref.kind === 'person' ? ref.id : [])));
  return targets.flatMap(({ id, ref }, at): readonly Wanted[] => {
    if (ref.kind === 'person') return [{ at, id: ref.id, way: undefined }];
    const others = (there.get(id)?.ways ?? []).filter(({ target }) => target && !seen.has(target.id) && !isOwn(target));
    return others.slice(0, maxAtCompany).flatMap((way) => {
      if (!way.target) return [];
      seen.add(way.target.id);
      return [{ at, id: way.target.id, way }];
    });
  });
};

/** Loads the people who can be reached at each company; undefined until all are loaded. */
const useThere = (firms: readonly Target[]) => {
  const graph = useGraph();
  const key = JSON.stringify(firms.map(({ id, ref, title }) => [id, ref, title]));
  const { value, again } = useLoaded(firms.length === 0 ? undefined : key, () => readThere(firms, graph));
  return value && 'reason' in value
    ? { there: undefined, failure: value, again }
    : { there: value, failure: undefined, again };
};

const readThere = async (firms: readonly Target[], graph: Graph): Promise<ReadonlyMap<string, There> | Failure> => {
  const there = new Map<string, There>();
  for (let at = 0; at < firms.length; at += companiesAtOnce) {
    const outcomes = await Promise.all(
      firms.slice(at, at + companiesAtOnce).map(({ ref, title }) =>
        graph.run(WaysInto, {
          to: introTargetOf(ref),
          where: whereOfTitle(title),
          first: readAtCompany,
        }),
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind === 'failed') return outcome.failure;
      const paths = outcome.data.introPaths;
      if (!paths) return failureAt(outcome.errors, 'introPaths') ?? { reason: 'failed', message: '' };
      const firm = firms[at + index];
      if (firm) there.set(firm.id, { people: paths.people, ways: paths.nodes });
    }
  }
  return there;
};
