/**
 * Watches a network of 100,000 people (or `--people N`) of whom one in a hundred changes a day, over 61 simulated days, and prints how
 * late each kind of change was told, the bytes of polls, and those of people in the store. Then a graph polls a network of as many
 * people who do not change, which another process serves. With KITH_TEST_REDIS_URL it puts people into that Redis, too, asks how much
 * memory they take, and removes them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { openGraph } from '../../../src/graph/server/server.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { RedisAdapter } from '../../../src/graph/state/redis-adapter.ts';
import { connectRedis } from '../../../src/graph/state/redis-connections.ts';
import { SqliteAdapter } from '../../../src/graph/state/sqlite-adapter.ts';
import type { StateAdapter } from '../../../src/graph/state/state-adapter.ts';
import { simulate } from '../../graph/changes/simulation.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { judge, say } from '../bounds/goals.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    days: { type: 'string', default: '30' },
    quiet: { type: 'string', default: '31' },
    cut: { type: 'string', default: '0.15' },
    seed: { type: 'string', default: '20261125' },
  },
});
const people = Number(values.people);
const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const directory = mkdtempSync(join(tmpdir(), 'kith-changes-'));
try {
  const path = join(directory, 'graph.sqlite');
  using database = new Database(path);
  const { latencies, bytesADay, copyBytes, quietCalls, ...seen } = await simulate({
    ...{ seed: Number(values.seed), people, days: Number(values.days), quietDays: Number(values.quiet) },
    ...{ cut: Number(values.cut), database },
  });
  database.erase();
  say(`${people} people, seed ${values.seed}, ${values.cut} of the listings cut short; ${seen.events} changes told`);
  say('kind            changes    told  median h   max h');
  for (const { kind, count, told, medianHours, maxHours } of latencies)
    say(
      [kind.padEnd(14), ...[count, told, medianHours, maxHours].map((one) => String(Math.ceil(one)).padStart(8))].join(
        ' ',
      ),
    );
  say(`a nightly copy: ${Math.round(copyBytes / 1e6)} MB; polls of a day: ${Math.round(bytesADay / 1e6)} MB`);
  say(`SQLite, with 30 days of changes: ${Math.round(statSync(path).size / people)} bytes a person`);
  judge([
    { what: 'bytes a day, % of a nightly copy', measured: (100 * bytesADay) / copyBytes, bound: { most: 12 } },
    { what: 'credits', measured: seen.paid, bound: { most: 0 } },
    { what: 'changes that are missing', measured: missing(latencies), bound: { most: 0 } },
    { what: 'changes that repeat, or do not follow', measured: seen.repeated + seen.gaps, bound: { most: 0 } },
    { what: 'departures that were none', measured: seen.falseDepartures, bound: { most: 0 } },
    { what: 'SQLite, bytes a person', measured: (await bytesInSqlite(database)) / people, bound: { most: 140 } },
    ...(redisUrl === undefined
      ? []
      : [
          {
            what: 'Redis, bytes a person',
            measured: (await bytesInRedis(redisUrl, database)) / people,
            bound: { most: 200 },
          },
        ]),
    { what: 'calls of a poll of an unchanged network', measured: quietCalls, bound: { most: 3 } },
    { what: 'its CPU in milliseconds', measured: await quietCpuMs(), bound: { most: 5 } },
  ]);
} finally {
  rmSync(directory, { recursive: true });
}

function missing(latencies: readonly { readonly count: number; readonly told: number }[]): number {
  return latencies.reduce((sum, { count, told }) => sum + count - told, 0);
}

/** Puts the people of all watches into another store; resolves with the partition where they are. */
async function copyPeople(from: Database, to: StateAdapter): Promise<string> {
  const state = new SqliteAdapter(from, () => 0);
  const partition = `bench:${process.pid}`;
  for await (const watch of state.partitions('watch:')) {
    const entries = await state.list(watch, { prefix: 'people/' });
    await to.commit(partition, { writes: new Map(entries.map(({ key, value }) => [key, { value }])) });
  }
  return partition;
}

async function bytesInSqlite(database: Database): Promise<number> {
  const path = join(directory, 'people.sqlite');
  using people = new Database(path);
  await copyPeople(database, new SqliteAdapter(people, () => 0));
  people.erase();
  return statSync(path).size;
}

async function bytesInRedis(url: string, database: Database): Promise<number> {
  const connections = await connectRedis(url, pino({ level: 'silent' }));
  const redis = new RedisAdapter(connections);
  const keys = ['', ':keys', ':ends'].map((suffix) => `kith:state:{bench:${process.pid}}${suffix}`);
  try {
    await copyPeople(database, redis);
    let bytes = 0;
    for (const key of keys) bytes += Number(await connections.commands.memory('USAGE', key, 'SAMPLES', 0));
    return bytes;
  } finally {
    for (const key of keys) await connections.commands.del(key);
    await redis.close();
  }
}

/** What this process takes for the median of 200 polls of a network that another serves, in which nothing changes. */
async function quietCpuMs(): Promise<number> {
  const service = spawn(process.execPath, [join(import.meta.dirname, 'quiet-network.ts'), String(people)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [upstreamUrl] = await once(createInterface(service.stdout), 'line');
    const clock = new ManualClock();
    using database = new Database(join(directory, 'quiet.sqlite'));
    await using graph = await openGraph({
      ...{ upstreamUrl: String(upstreamUrl), clock, database, secret: 's'.repeat(32), breaker: 'off' },
      ...{ log: pino({ level: 'silent' }), watches: { allowPrivate: false } },
    });
    const { scheduled: baseline } = clock;
    await fetch(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'key' },
      body: JSON.stringify({
        query: 'mutation { createWatch(input: {name: "all", of: NETWORK}) { problems { message } } }',
      }),
    });
    await baseline;
    const taken: number[] = [];
    for (let poll = 0; poll < 200; poll += 1) {
      const before = process.cpuUsage();
      const { scheduled } = clock;
      clock.advance(3_600_000);
      await scheduled;
      const { user, system } = process.cpuUsage(before);
      taken.push((user + system) / 1000);
    }
    return taken.toSorted((one, other) => one - other)[100] ?? 0;
  } finally {
    service.kill();
  }
}
