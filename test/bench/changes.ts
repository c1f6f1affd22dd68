/**
 * Watches a network of 100,000 people (or `--people N`) of whom one in a hundred changes a day, over 61 simulated days, and prints how
 * late each kind of change was told, the bytes of polls, and those that the store has: `npm run bench:changes`. With
 * KITH_TEST_REDIS_URL it puts the same entries into that Redis, asks how much memory they take, and removes them.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { Database } from '../../src/graph/state/database.ts';
import { RedisAdapter } from '../../src/graph/state/redis-adapter.ts';
import { connectRedis } from '../../src/graph/state/redis-connections.ts';
import { SqliteAdapter } from '../../src/graph/state/sqlite-adapter.ts';
import { simulate } from '../graph/changes/simulation.ts';

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
const directory = mkdtempSync(join(tmpdir(), 'kith-changes-'));
const path = join(directory, 'graph.sqlite');
try {
  using database = new Database(path);
  const { latencies, bytesADay, copyBytes, ...rest } = await simulate({
    ...{ seed: Number(values.seed), people, days: Number(values.days), quietDays: Number(values.quiet) },
    ...{ cut: Number(values.cut), database },
  });
  database.erase();
  const write = (line: string) => stdout.write(`${line}\n`);
  write(`${people} people, seed ${values.seed}, ${values.cut} of the listings cut short`);
  write('kind            changes    told  median h   max h');
  for (const { kind, count, told, medianHours, maxHours } of latencies)
    write(
      [kind.padEnd(14), ...[count, told, medianHours, maxHours].map((one) => String(Math.ceil(one)).padStart(8))].join(
        ' ',
      ),
    );
  write(
    `bytes a day: ${Math.round((100 * bytesADay) / copyBytes)} % of a whole copy (${Math.round(copyBytes / 1e6)} MB)`,
  );
  write(`in the store, with 30 days of changes: ${Math.round(statSync(path).size / people)} bytes a person`);
  const redisUrl = process.env.KITH_TEST_REDIS_URL;
  if (redisUrl !== undefined)
    write(`in Redis, people alone: ${Math.round((await bytesInRedis(redisUrl, database)) / people)} bytes a person`);
  write(JSON.stringify(rest));
} finally {
  rmSync(directory, { recursive: true });
}

/** The memory that the people of all watches take in a Redis. */
async function bytesInRedis(url: string, database: Database): Promise<number> {
  const state = new SqliteAdapter(database, () => 0);
  const connections = await connectRedis(url, pino({ level: 'silent' }));
  const redis = new RedisAdapter(connections);
  const partition = `bench:${process.pid}`;
  try {
    for await (const watch of state.partitions('watch:')) {
      const entries = await state.list(watch, { prefix: 'people/' });
      await redis.commit(partition, { writes: new Map(entries.map(({ key, value }) => [key, { value }])) });
    }
    let bytes = 0;
    for (const suffix of ['', ':keys', ':ends'])
      bytes += Number(await connections.commands.memory('USAGE', `kith:state:{${partition}}${suffix}`, 'SAMPLES', 0));
    return bytes;
  } finally {
    for (const suffix of ['', ':keys', ':ends']) await connections.commands.del(`kith:state:{${partition}}${suffix}`);
    await redis.close();
  }
}
