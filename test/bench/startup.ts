import { inTurn } from './contest.ts';
import type { Contestant } from './contestants.ts';
import { startServer } from './server.ts';

/**
 * From the start of the process to its word that it listens, in milliseconds: the graph alone, its data service
 * elsewhere; the times of each, which start in turn. A first start, which fills the compile cache, is not counted.
 */
export async function startup(
  contestants: readonly Contestant[],
  upstreamUrl: string,
  runs: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let run = 0; run <= runs; run += 1)
    for (const contestant of inTurn(contestants, run)) {
      const server = await startServer(contestant, upstreamUrl);
      if (run > 0) times.get(contestant.name)?.push(server.startMs);
      server.stop();
    }
  return times;
}
