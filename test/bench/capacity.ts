import { cold, contest, type Effort, run } from './contest.ts';
import { kith } from './contestants.ts';
import { queries } from './queries.ts';
import type { Upstream } from './upstream/server.ts';

/** What one core carries of one question, asked by many clients about records that nobody has asked for. */
export interface Capacity {
  readonly query: string;
  readonly asks: string;
  readonly clients: number;
  /** CPU of the graph, milliseconds per operation. */
  readonly cpuMs: number;
  readonly operationsPerSecond: number;
  readonly recordsPerSecond: number;
  /** Milliseconds, with the core busy. */
  readonly p50: number;
  readonly p99: number;
}

/** Measures one graph process that has a core to itself; a gateway's requests (Q5) need a cache, so they are left out. */
export async function capacity(upstream: Upstream, effort: Effort): Promise<readonly Capacity[]> {
  const server = await run(kith(), upstream);
  const measured: Capacity[] = [];
  for (const query of queries.filter(({ federated }) => !federated)) {
    const [result] = await contest(query, { mode: 'cold', next: cold(query) }, [server], upstream, effort);
    if (result === undefined) throw new Error(`${query.name} was not measured.`);
    const { cpuMs, rps, p50, p99, credits } = result;
    measured.push({
      query: query.name,
      asks: query.asks,
      clients: query.width,
      cpuMs,
      operationsPerSecond: Math.round(rps),
      recordsPerSecond: Math.round(rps * credits),
      p50,
      p99,
    });
  }
  await server.close();
  return measured;
}

/** For docs/operations.md. */
export const capacityTable = (measured: readonly Capacity[]): string =>
  [
    '| question | clients | CPU ms | operations/s | records paid for/s | p50 ms | p99 ms |',
    `|${'---|'.repeat(7)}`,
    ...measured.map(
      ({ query, asks, clients, cpuMs, operationsPerSecond, recordsPerSecond, p50, p99 }) =>
        `| ${query}: ${asks} | ${clients} | ${cpuMs} | ${operationsPerSecond} | ${recordsPerSecond} | ${p50} | ${p99} |`,
    ),
  ].join('\n');
