import { Pool } from 'undici';
import { type Effort, fresh, run } from './contest.ts';
import { kith } from './contestants.ts';
import { cpuOf, median, rounded } from './load.ts';
import { titled } from './queries.ts';
import type { Upstream } from './upstream/server.ts';

/** 200 relationships in one content coding. */
export interface Coded {
  readonly coding: string;
  /** On the wire. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly p50: number;
  /** What the coding adds to the median time: of the differences between rounds side by side, the median. */
  readonly addedMs: number;
  /** CPU of the server's process, milliseconds per operation. */
  readonly cpuMs: number;
}

const relationships = 200;
const document = `query Relationships($dsl: JSON, $first: Int) { relationships(dsl: $dsl, first: $first) { totalCount nodes { profile { fullName currentTitle } connections { connectorName connectorCurrentTitle connectionStrength sources { origin } } } } }`;

const codings = ['identity', 'gzip', 'br', 'zstd'];

/** What compression costs one client who asks for 200 relationships, one question after another, each with people of its own. */
export async function compression(upstream: Upstream, { rounds, roundMs }: Effort): Promise<readonly Coded[]> {
  const server = await run(kith(), upstream);
  const { origin, pathname } = new URL(server.url);
  const pool = new Pool(origin, { connections: 1 });

  const ask = async (coding: string): Promise<number> => {
    const variables = { dsl: titled(fresh({ stride: relationships })), first: relationships };
    const { statusCode, headers, body } = await pool.request({
      path: pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'bench', 'accept-encoding': coding },
      body: JSON.stringify({ query: document, variables }),
    });
    const bytes = (await body.arrayBuffer()).byteLength;
    const told = headers['content-encoding'] ?? 'identity';
    if (statusCode !== 200 || told !== coding) throw new Error(`Kith answered ${statusCode} in ${told} for ${coding}.`);
    return bytes;
  };

  const round = async (coding: string) => {
    const times: number[] = [];
    const before = cpuOf(server.pid);
    const end = performance.now() + roundMs;
    let bytes = 0;
    while (performance.now() < end) {
      const sent = performance.now();
      bytes = await ask(coding);
      times.push(performance.now() - sent);
    }
    return { coding, bytes, p50: median(times), cpuMs: (cpuOf(server.pid) - before) / times.length };
  };

  for (const coding of codings) await round(coding);
  const measured: (Awaited<ReturnType<typeof round>> & { readonly addedMs: number })[] = [];
  for (let at = 0; at < rounds; at += 1) {
    // Whoever goes first in a round pays for it.
    const order = codings.map((_, i) => codings[(i + at) % codings.length] ?? '');
    const results = [];
    for (const coding of order) results.push(await round(coding));
    const plain = results.find(({ coding }) => coding === 'identity')?.p50 ?? Number.NaN;
    measured.push(...results.map((result) => ({ ...result, addedMs: result.p50 - plain })));
  }
  await pool.close();
  await server.close();
  return codings.map((coding) => {
    const own = measured.filter((result) => result.coding === coding);
    const middle = (of: (result: Omit<Coded, 'coding'>) => number): number => rounded(median(own.map(of)));
    return {
      coding,
      bytes: middle(({ bytes }) => bytes),
      p50: middle(({ p50 }) => p50),
      addedMs: middle(({ addedMs }) => addedMs),
      cpuMs: middle(({ cpuMs }) => cpuMs),
    };
  });
}

/** For people at a console. */
export const compressionTable = (coded: readonly Coded[]): string =>
  [
    `| ${relationships} relationships | bytes | p50 ms | added ms | CPU ms |`,
    `|${'---|'.repeat(5)}`,
    ...coded.map(
      ({ coding, bytes, p50, addedMs, cpuMs }) => `| ${coding} | ${bytes} | ${p50} | ${addedMs} | ${cpuMs} |`,
    ),
  ].join('\n');
