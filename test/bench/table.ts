import type { Query } from './queries.ts';

/** One query on one server: medians of all rounds. */
export interface Result {
  readonly query: string;
  readonly server: string;
  /** `cold`: every operation has records of its own. `warm`: all are remembered. `in flight`: clients ask the same at the same time. */
  readonly mode: string;
  /** The upstream's, in milliseconds. */
  readonly latencyMs: number;
  /** CPU of the server's process, milliseconds per operation. */
  readonly cpuMs: number;
  readonly rps: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Per operation. */
  readonly upstreamCalls: number;
  readonly credits: number;
  /** Its CPU as a multiple of Kith's. */
  readonly ratioToKith: number;
}

/** A query's results as a table for people. */
export const table = ({ name, asks, least }: Query, results: readonly Result[]): string =>
  [
    '',
    `${name}: ${asks} (at least ${least.calls} calls, ${least.credits} credits)`,
    '| server | mode | latency | CPU ms | × Kith | requests/s | p50 ms | p99 ms | calls | credits |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...results.map(
      (one) =>
        `| ${one.server} | ${one.mode} | ${one.latencyMs} | ${one.cpuMs} | ${one.ratioToKith.toFixed(2)} | ${Math.round(one.rps)} | ${one.p50.toFixed(1)} | ${one.p99.toFixed(1)} | ${one.upstreamCalls} | ${one.credits} |`,
    ),
  ].join('\n');
