import { kith } from './contestants.ts';
import { median, rounded } from './load.ts';
import { startServer } from './server.ts';

/** From the start of the process to its word that it listens: the graph alone, its data service elsewhere. */
export interface Startup {
  readonly ms: number;
  readonly runs: number;
}

/** The median; a first start, which fills the compile cache, is not counted. */
export async function startup(upstreamUrl: string, runs: number): Promise<Startup> {
  const times: number[] = [];
  for (let i = 0; i <= runs; i += 1) {
    const server = await startServer(kith(), upstreamUrl);
    if (i > 0) times.push(server.startMs);
    server.stop();
  }
  return { ms: rounded(median(times)), runs };
}
