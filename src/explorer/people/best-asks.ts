import { useEffect, useState } from 'preact/hooks';
import { BestAsks } from '../generated/documents.ts';
import { useGraph } from '../graph/graph.ts';

/** Whom to ask for somebody. */
export interface BestAsk {
  readonly connectorId: string | undefined;
  readonly connector: string;
  /** How likely the two know each other, from 0 to 1. */
  readonly confidence: number;
  /** The reason, as a sentence. */
  readonly why: string;
}

export type BestAskById = ReadonlyMap<string, BestAsk>;

/** How many people are asked about at once: the graph takes 500. */
const chunk = 250;

const none: BestAskById = new Map();

/** The best connector to ask for each person, as they become known; free. People whom nobody knows are not in it. */
export function useBestAsks(ids: readonly string[]): BestAskById {
  const graph = useGraph();
  const key = ids.join();
  const [found, setFound] = useState<BestAskById>(none);
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      for (let at = 0; at < ids.length && isCurrent; at += chunk) {
        const some = ids.slice(at, at + chunk);
        const outcome = await graph.run(BestAsks, { to: some.map((id) => ({ profile: { id } })) });
        if (outcome.kind !== 'done' || !isCurrent) return;
        const asks = (outcome.data.introPlan?.asks ?? []).flatMap(({ connector, introductions }) =>
          introductions.flatMap(({ at: index, path: { confidence, why } }) => {
            const id = some[index];
            const ask = { connectorId: connector?.id, connector: connector?.name ?? '', confidence, why };
            return id === undefined ? [] : ([[id, ask]] as const);
          }),
        );
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
