/**
 * Search on PostgreSQL, and on OpenSearch clusters of one and three nodes beside it: `DATABASE_URL=… npm run bench:search`
 * with 500,000 people (`--profiles N` for others, `--nodes 1,3` for other clusters, `--heap 2g`). A database that holds the
 * sample already is taken as it is. The nodes run on this machine, and the engines are asked without HTTP before them.
 */
import { randomUUID } from 'node:crypto';
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pino from 'pino';
import type { Search, SearchEngine } from '../../../src/service/search/engine.ts';
import { openSearchCluster, openSql } from '../../../src/service/search/open.ts';
import { parseQuery } from '../../../src/service/search/parse.ts';
import { snapshotBytes } from '../../../src/service/snapshot.ts';
import { openStore } from '../../../src/store/open.ts';
import { loadSample } from '../../../src/store/sample/load.ts';
import { openCluster } from '../../support/opensearch/cluster.ts';
import { queriesAbout } from '../service/queries.ts';

const { values: asked } = parseArgs({
  options: {
    profiles: { type: 'string', default: '500000' },
    nodes: { type: 'string', default: '1,3' },
    rounds: { type: 'string', default: '50' },
    heap: { type: 'string', default: '1g' },
  },
});
const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error('DATABASE_URL: must name a PostgreSQL for the records, but is not set');
const rounds = Number(asked.rounds);
const say = (line: string) => stdout.write(`${line}\n`);
const log = pino({ level: 'silent' });

await using store = await openStore({ kind: 'postgres', url, statementTimeoutMs: 0 });
const { db } = store;
const countOf = async (table: string) =>
  (await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)).rows[0]?.count ?? 0;
if ((await countOf('profile')) === 0) await loadSample(store, { profiles: Number(asked.profiles) });
const profiles = await countOf('profile');
const { rows: bytes } = await sql<{ search: number; rest: number }>`
  select pg_total_relation_size('profile_element') + pg_relation_size('profile_tokens') as search,
    pg_total_relation_size('profile') - pg_relation_size('profile_tokens') as rest`.execute(db);
const [perRecord = { search: 0, rest: 0 }] = bytes.map(({ search, rest }) => ({
  search: search / profiles,
  rest: rest / profiles,
}));

const networkSize = Math.min(50_000, Math.floor(profiles / 2));
const teamId = randomUUID();
const connectorId = randomUUID();
await db.insertInto('team').values({ id: teamId, name: teamId, callback_secret: '' }).execute();
await sql`insert into connector (id, team_id, profile_id, slug, status, user_id)
  select ${connectorId}::uuid, ${teamId}::uuid, id, 'bench', 'mapped', ${connectorId}::uuid from profile limit 1`.execute(
  db,
);
await sql`insert into connection (connector_id, profile_id, team_id, strength, origins, sources)
  select ${connectorId}::uuid, id, ${teamId}::uuid, 0.5, '{work_overlap}', '[]'
  from profile order by md5(id::text) limit ${networkSize}`.execute(db);
await sql`analyze connection`.execute(db);

const { document } = await db.selectFrom('profile').select('document').orderBy('id').limit(1).executeTakeFirstOrThrow();
const searchFor = (query: object, inNetworkOnly = false): Search => ({
  kind: 'profile',
  tree: parseQuery('profile', query),
  scope: { teamId },
  inNetworkOnly,
});
const everyone = { match_all: {} };
const match = { match: { 'profile_info.current_title': 'engineer' } };

/** Milliseconds: the median of so many runs. */
async function median(times: number, run: () => Promise<unknown>): Promise<number> {
  const spent: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const begun = performance.now();
    await run();
    spent.push(performance.now() - begun);
  }
  return spent.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

async function measure(engine: SearchEngine): Promise<ReadonlyMap<string, number>> {
  const results = new Map<string, number>();
  const take = async (name: string, run: () => Promise<unknown>, times = rounds) => {
    await run();
    results.set(name, await median(times, run));
  };
  for (const [name, query] of Object.entries(queriesAbout(JSON.parse(document)))) {
    await take(name, () => engine.page(searchFor(query), { limit: 1001 }));
  }
  await take('exact count of a match', () => engine.page(searchFor(match), { limit: 0 }));
  await take('everyone, exact count', () => engine.page(searchFor(everyone), { limit: 1001 }));
  const inNetwork = () => engine.page(searchFor(match, true), { limit: 1001 });
  const few = Math.ceil(rounds / 10);
  await take(
    `match in a network of ${networkSize}, changed before each search`,
    async () => {
      await sql`insert into network_change (team_id, changes) values (${teamId}::uuid, 1)`.execute(db);
      await inNetwork();
    },
    few,
  );
  await take(`match in a network of ${networkSize}`, inNetwork);
  const size = { limit: 1000, now: new Date() };
  const first = () => engine.stable(searchFor(match), undefined, size);
  await take('first stable page of a match', first, few);
  const { next } = await first();
  if (next) await take('later stable page', () => engine.stable(searchFor(match), next, size), few);
  return results;
}

const columns = new Map([['PostgreSQL', await measure(openSql({ db, log, snapshotBytes: snapshotBytes * 16 }))]]);
const loads: string[] = [];
let indexBytes = 0;
for (const count of asked.nodes.split(',').map(Number)) {
  await using nodes = await openCluster({ nodes: count, heap: asked.heap, optimized: true });
  const urls = nodes.nodes.map((node) => node.url);
  await using cluster = await openSearchCluster({ db, log, snapshotBytes: snapshotBytes * 16, cluster: { urls } });
  const begun = performance.now();
  await cluster.buildMissing();
  const seconds = (performance.now() - begun) / 1000;
  await nodes.green();
  for (const action of ['_flush', '_forcemerge?max_num_segments=5'])
    await fetch(`${urls[0]}/${action}`, { method: 'POST' });
  const stats = await (await fetch(`${urls[0]}/kith-*-profile-*/_stats/store`)).json();
  indexBytes = stats._all.primaries.store.size_in_bytes / profiles;
  loads.push(
    `${count} nodes: ${Math.round(profiles / seconds)} profiles a second, ${Math.round(indexBytes)} bytes each in primaries`,
  );
  columns.set(`OpenSearch, ${count} ${count === 1 ? 'node' : 'nodes'}`, await measure(cluster.engine));
  await cluster.drop();
}

say(`\n${profiles} people, ${rounds} rounds; milliseconds, p50\n`);
say(`| search | ${[...columns.keys()].join(' | ')} |\n|---|${'---|'.repeat(columns.size)}`);
for (const name of columns.get('PostgreSQL')?.keys() ?? []) {
  say(`| ${name} | ${[...columns.values()].map((of) => of.get(name)?.toFixed(1) ?? '').join(' | ')} |`);
}
say(`\nLoad: ${loads.join('; ')}.`);
say(
  `PostgreSQL: ${Math.round(perRecord.search)} bytes a profile for search alone, ${Math.round(perRecord.rest)} for the rest.`,
);

/** What fits on one shard, and on one node, with ease. */
const shardBytes = 30e9;
const nodeBytes = 300e9;
say(
  '\n| profiles | primaries | with replicas | shards | nodes | PostgreSQL without search |\n|---|---|---|---|---|---|',
);
for (const many of [profiles, 100e6, 1e9]) {
  const primaries = many * indexBytes;
  const giga = (size: number) => `${(size / 1e9).toFixed(size < 10e9 ? 1 : 0)} GB`;
  const nodes = Math.max(3, Math.ceil((primaries * 2) / nodeBytes));
  say(
    `| ${many} | ${giga(primaries)} | ${giga(primaries * 2)} | ${Math.max(1, Math.ceil(primaries / shardBytes))} | ${nodes} | ${giga(many * perRecord.rest)} |`,
  );
}
await db.deleteFrom('team').where('id', '=', teamId).execute();
