import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { check, cold, contest, type Effort, fresh, type Result, run } from './contest.ts';
import { type Contestant, kith, neverIdle, remembering } from './contestants.ts';
import { rounded } from './load.ts';
import type { Query } from './queries.ts';
import { freePort } from './server.ts';
import type { Upstream } from './upstream/server.ts';

/** With two cores the load needs them, too; with more it has the first one to itself. */
const cores = cpus().length;
const ofServers = cores > 2 ? `1-${cores - 1}` : '0-1';

/** As it ships, for as long as it remembers, too: what workers share in Redis has its price. */
const base = remembering(kith());
const alone: Contestant = { ...base, cores: ofServers, env: { ...base.env, REDIS_URL: '' } };

const sharing = (name: string, redisUrl: string, workers: number): Contestant => ({
  ...alone,
  name,
  command: [...alone.command, '--workers', String(workers)],
  env: {
    ...alone.env,
    REDIS_URL: redisUrl,
    // Another's secret has another's records.
    KITH_SECRET: `the secret of ${name}, long enough for one`,
  },
});

/** One query on a graph of so many processes, and how that compares with one of them. */
export interface Grown extends Result {
  /** Its rate as a multiple of one process that shares as the others do. */
  readonly timesOne: number;
  /** How many cores the server's processes kept busy. */
  readonly busyCores: number;
}

const one = '1 on Redis';

/** Cold operations on one process alone, on one that shares through Redis, and on several. */
export async function workers(asked: readonly Query[], upstream: Upstream, effort: Effort): Promise<readonly Grown[]> {
  await using redis = await openRedis();
  const counts = [2, 4, 8, 16].filter((count) => count <= cores);
  const contestants = [
    alone,
    sharing(one, redis.url, 1),
    ...counts.map((count) => sharing(`${count} workers`, redis.url, count)),
  ];
  const servers = [];
  for (const contestant of contestants) servers.push(await run(neverIdle(contestant), upstream));
  const grown: Grown[] = [];
  for (const query of asked) {
    await check(query, servers, upstream, fresh(query));
    const results = await contest(query, { mode: 'cold', next: cold(query) }, servers, upstream, effort);
    const rate = results.find(({ server }) => server === one)?.rps ?? Number.NaN;
    for (const result of results)
      grown.push({
        ...result,
        timesOne: rounded(result.rps / rate),
        busyCores: rounded((result.cpuMs * result.rps) / 1000),
      });
  }
  await Promise.all(servers.map((server) => server.close()));
  return grown;
}

/** For people at a console. */
export const workersTable = (grown: readonly Grown[]): string =>
  [
    cores > 2
      ? `The load has core 0 to itself, the servers have the other ${cores - 1}.`
      : `The load, the upstream, Redis and the servers share ${cores} cores, so that two workers can't have two.`,
    '',
    '| query | processes | requests/s | × one on Redis | busy cores | CPU ms | p50 ms | calls | credits |',
    `|${'---|'.repeat(9)}`,
    ...grown.map(
      ({ query, server, rps, timesOne, busyCores, cpuMs, p50, upstreamCalls, credits }) =>
        `| ${[query, server === alone.name ? '1 alone' : server, Math.round(rps), timesOne.toFixed(2), busyCores.toFixed(2), cpuMs, p50.toFixed(1), upstreamCalls, credits].join(' | ')} |`,
    ),
  ].join('\n');

/** A Redis of the bench's own, in memory. */
async function openRedis(): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'kith-bench-redis-'));
  const child = spawn(
    'redis-server',
    ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', directory],
    {
      stdio: 'ignore',
    },
  );
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', () => reject(new Error('redis-server has to be installed.')));
  });
  await Promise.race([answering(port), failed]);
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Resolves when somebody listens on a port. */
async function answering(port: number): Promise<void> {
  for (;;) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (connected) return;
    await wait(20);
  }
}
