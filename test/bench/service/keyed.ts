/**
 * What an `Idempotency-Key` adds to a fetch: `npm run bench:keyed`, on an embedded store or, with DATABASE_URL, on a
 * PostgreSQL. Fetches with a key and without take turns in blocks, in one run; the CPU is this process's, which holds the
 * load, the service and the embedded store.
 */
import { randomUUID } from 'node:crypto';
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { request } from 'undici';
import { openService } from '../../../src/service/server.ts';
import { openStore } from '../../../src/store/open.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { loadSample } from '../../../src/store/sample/load.ts';
import { temporaryDirectory } from '../../support/kith.ts';

const { values: asked } = parseArgs({ options: { blocks: { type: 'string', default: '40' } } });
const blocks = Number(asked.blocks);
const blockSize = 50;
const url = process.env.DATABASE_URL;

await using directory = await temporaryDirectory();
await using store = await openStore(
  url === undefined ? { kind: 'pglite', dataDir: directory.path } : { kind: 'postgres', url },
);
if ((await store.db.selectFrom('team').select('id').limit(1).executeTakeFirst()) === undefined) await loadSample(store);
await using service = await openService({
  store,
  secret: 'a secret for a bench, which is long enough',
  urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
});
await service.context.jobs.idle();
const { rows } = await sql<{ id: string }>`select id from profile order by md5(id::text) limit 5000`.execute(store.db);
const ids = rows.map(({ id }) => id);

const fetchSome = async (count: number, at: number, isKeyed: boolean): Promise<void> => {
  const answer = await request(`${service.url}/v3/profiles/fetch`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': demoTeams.team.key,
      ...(isKeyed && { 'idempotency-key': randomUUID() }),
    },
    body: JSON.stringify({ ids: Array.from({ length: count }, (_, n) => ids[(at * count + n) % ids.length]) }),
  });
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${await answer.body.text()}`);
  await answer.body.dump();
};

/** Microseconds of CPU for a block of fetches. */
const block = async (count: number, from: number, isKeyed: boolean): Promise<number> => {
  const before = process.cpuUsage();
  for (let at = 0; at < blockSize; at += 1) await fetchSome(count, from + at, isKeyed);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

stdout.write(`${blocks} blocks of ${blockSize} fetches each way, on ${store.kind}\n\n`);
stdout.write(
  '| records | CPU without a key, ms | with one, ms | ratio, all | ratio, median of blocks |\n|---|---|---|---|---|\n',
);
for (const count of [1, 10, 100]) {
  const plain: number[] = [];
  const keyed: number[] = [];
  for (let turn = -2; turn < blocks; turn += 1) {
    // Which comes first takes turns, too.
    const first = turn % 2 === 0;
    const spent = { true: 0, false: 0 };
    for (const isKeyed of [first, !first]) spent[`${isKeyed}`] = await block(count, (turn + 2) * blockSize, isKeyed);
    if (turn < 0) continue;
    plain.push(spent.false);
    keyed.push(spent.true);
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const each = (values: readonly number[]) => (sum(values) / 1000 / blocks / blockSize).toFixed(2);
  const ratios = keyed.map((value, at) => value / (plain[at] ?? value));
  stdout.write(
    `| ${count} | ${each(plain)} | ${each(keyed)} | ${(sum(keyed) / sum(plain)).toFixed(3)} | ${median(ratios).toFixed(3)} |\n`,
  );
}
