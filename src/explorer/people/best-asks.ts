import { useEffect, useState } from 'preact/hooks';
import { slugIn } from '../frame/address.ts';
import { BestAsks, TeamConnectors } from '../generated/documents.ts';
import { type Graph, useGraph } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';

/** The connector to ask for an introduction to a person. */
export interface BestAsk {
  readonly connectorId: string | undefined;
  readonly connector: string;
  /** Probability that the two know each other, from 0 to 1. */
  readonly confidence: number;
  /** The reason, as a sentence. */
  readonly why: string;
}

export type BestAskById = ReadonlyMap<string, BestAsk>;

/** People per request; the graph's maximum is 500. */
const chunk = 250;

const none: BestAskById = new Map();

const readChunk = async (some: readonly string[], graph: Graph): Promise<BestAskById | undefined> => {
  const outcome = await graph.run(BestAsks, { to: some.map((id) => ({ profile: { id } })) });
  const plan = outcome.kind === 'done' ? outcome.data.introPlan : undefined;
  if (!plan) return undefined;
  const asks = plan.asks.flatMap(({ connector, introductions }) =>
    introductions.flatMap(({ at, path: { confidence, why } }) => {
      const id = some[at];
      const ask = { connectorId: connector?.id, connector: connector?.name ?? '', confidence, why };
      return id === undefined ? [] : ([[id, ask]] as const);
    }),
  );
  return new Map(asks);
};

/** The best connector for each person, added as requests complete; free. Contains nobody without a connector. */
export function useBestAsks(ids: readonly string[]): BestAskById {
  const graph = useGraph();
  const key = ids.join();
  const [found, setFound] = useState<BestAskById>(none);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      for (let at = 0; at < ids.length && isCurrent; at += chunk) {
        const asks = await readChunk(ids.slice(at, at + chunk), graph);
        if (!asks || !isCurrent) return;
        setFound((known) => new Map([...known, ...asks]));
      }
    };
    read();
    return () => {
      isCurrent = false;
    };
  }, [graph, key]);
  return found;
}

/**
 * The best connector for each person, for a file, which must be complete.
 *
 * @throws an error if some could not be loaded
 */
export const bestAsksOf = async (ids: readonly string[], graph: Graph): Promise<BestAskById> => {
  const all = new Map<string, BestAsk>();
  for (let at = 0; at < ids.length; at += chunk) {
    const asks = await readChunk(ids.slice(at, at + chunk), graph);
    if (!asks) throw new Error('Expected the best asks, but they could not be read.');
    for (const [id, ask] of asks) all.set(id, ask);
  }
  return all;
};

interface OnRecord {
  readonly xnetUrl?: string | null;
}

/** Returns a test for connectors of the team, to whom no introduction is needed; undefined until it is loaded. */
export const useOwnTeam = (isWanted = true): ((person: OnRecord | null | undefined) => boolean) | undefined => {
  const read = useQuery(TeamConnectors, isWanted ? {} : undefined);
  if (!isWanted || read.isLoading) return undefined;
  const slugs = new Set((read.data?.connectors?.nodes ?? []).flatMap(({ profile }) => slugIn(profile?.xnetUrl) ?? []));
  return (person) => slugs.has(slugIn(person?.xnetUrl) ?? '');
};
