/**
 * Search on PostgreSQL, and on OpenSearch clusters of one and three nodes beside it: `DATABASE_URL=… npm run bench -- search`
 * with 100,000 and 500,000 people (`--profiles 20000,100000` for others, `--nodes 1` for one cluster only, `--heap 2g`).
 * Progress and rates go to the standard error. Each size has a schema of its own, which is kept: a second run does not load
 * it again. After `--minutes 25` nothing new is begun, and what was measured is reported. The nodes run on this machine, and
 * the engines are asked without HTTP before them.
 */
import { stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import { openSearchCluster, openSql } from '../../../src/service/search/open.ts';
import { snapshotBytes as usualBytes } from '../../../src/service/snapshot.ts';
import type { Database } from '../../../src/store/database.ts';
import { openStore } from '../../../src/store/open.ts';
import { loadSample } from '../../../src/store/sample/load.ts';
import { openCluster } from '../../support/opensearch/cluster.ts';
import { generatedRecords } from '../../tools/sample/records.ts';
import { somePerson } from '../service/queries.ts';
import { type Asked, type Figures, measure, openTeam } from './measure.ts';
import { extrapolation, goalReport, growthReport, type Size, sizeReport } from './report.ts';

const { values: asked } = parseArgs({
  options: {
    profiles: { type: 'string', default: '100000,500000' },
    nodes: { type: 'string', default: '1,3' },
    rounds: { type: 'string', default: '50' },
    heap: { type: 'string', default: '1g' },
    minutes: { type: 'string', default: '150' },
  },
});
const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error('DATABASE_URL: must name a PostgreSQL for the records, but is not set');
const numbersIn = (list: string) => list.split(',').map(Number);
const rounds = Number(asked.rounds);
const log = pino({ level: 'silent' });
const snapshotBytes = usualBytes * 16;
const begun = performance.now();
const end = AbortSignal.timeout(Number(asked.minutes) * 60_000);
const note = (line: string) => stderr.write(`${Math.round((performance.now() - begun) / 1000)} s: ${line}\n`);
const say = (text: string) => stdout.write(`${text}\n`);

const sizes: Size[] = [];
for (const profiles of numbersIn(asked.profiles)) {
  if (end.aborted) note(`no time is left for ${profiles} people`);
  else sizes.push(await measureSize(profiles));
}
// Sizes for which no time was left on a cluster say nothing of one.
const whole = sizes.filter(({ indexBytes }) => indexBytes !== undefined);
const [smallest, largest] = [whole[0], whole.at(-1)];
if (smallest && largest && smallest !== largest) say(growthReport(smallest, largest));
if (largest) say(goalReport(largest));
if (largest) say(extrapolation(largest));

async function measureSize(profiles: number): Promise<Size> {
  const schema = `bench_search_${profiles}`;
  await using store = await openStore({ kind: 'postgres', url: url ?? '', schema, statementTimeoutMs: 0 });
  const { db } = store;
  note(`${profiles} people in schema ${schema}`);
  if ((await countOf(db)) === 0) {
    const tell = progress();
    await loadSample(
      store,
      { onProgress: ({ step, done, total }) => tell(step, done, total) },
      generatedRecords({ profiles }),
    );
  }
  const held = await countOf(db);
  const network = Math.min(50_000, Math.floor(held / 2));
  await using team = await openTeam(db, network);
  const about = { db, teamId: team.id, person: await somePerson(db), rounds };
  const columns = new Map([['PostgreSQL', await measure(openSql({ db, log, snapshotBytes }), about)]]);
  const loads: string[] = [];
  let indexBytes: number | undefined;
  let indexRate: number | undefined;
  for (const count of numbersIn(asked.nodes)) {
    const name = `OpenSearch, ${count} ${count === 1 ? 'node' : 'nodes'}`;
    if (end.aborted) {
      note(`no time is left for ${name}`);
      continue;
    }
    note(name);
    const result = await measureCluster(count, held, about).catch((error) => {
      if (!end.aborted) throw error;
      note(`${name} was not filled in time`);
      return undefined;
    });
    if (result === undefined) continue;
    columns.set(name, result.figures);
    loads.push(
      `${name}: ${Math.round(result.rate)} profiles a second, ${Math.round(result.indexBytes)} bytes each in primaries`,
    );
    indexBytes = result.indexBytes;
    indexRate = result.rate;
  }
  const storeBytes = await storeBytesOf(db, held);
  const size = { profiles: held, network, columns, loads, indexBytes, indexRate, storeBytes };
  say(sizeReport(size));
  return size;
}

/** Notes how far a step is, and its rate, every ten seconds and at its end. */
function progress(): (step: string, done: number, total: number) => void {
  let now: string | undefined;
  let stepBegun = 0;
  let last = 0;
  return (step, done, total) => {
    const moment = performance.now();
    if (step !== now) [now, stepBegun, last] = [step, moment, moment];
    if (done < total && moment - last < 10_000) return;
    last = moment;
    const seconds = (moment - stepBegun) / 1000;
    const rate = seconds > 0 ? `, ${Math.round(done / seconds)} a second` : '';
    note(`${step}: ${done} of ${total}${rate}`);
  };
}

interface ClusterResult {
  readonly figures: Figures;
  /** Profiles a second. */
  readonly rate: number;
  /** Of a profile, without replicas. */
  readonly indexBytes: number;
}

async function measureCluster(count: number, profiles: number, about: Asked): Promise<ClusterResult> {
  await using nodes = await openCluster({ nodes: count, heap: asked.heap, optimized: true });
  const urls = nodes.nodes.map((node) => node.url);
  await using cluster = await openSearchCluster({ db: about.db, log, snapshotBytes, cluster: { urls } });
  // A run that was broken off leaves the names of indexes that went with its nodes.
  await cluster.drop();
  const filling = performance.now();
  const tell = progress();
  await cluster.buildMissing({
    signal: end,
    onProgress: ({ kind, done, total }) => tell(`indexing, ${kind}`, done, total),
  });
  const rate = profiles / ((performance.now() - filling) / 1000);
  await nodes.green();
  for (const action of ['_flush', '_forcemerge?max_num_segments=5']) {
    const answer = await fetch(`${urls[0]}/${action}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${action} answered ${answer.status}: ${await answer.text()}`);
  }
  const stats = await (await fetch(`${urls[0]}/kith-*-profile-*/_stats/store`)).json();
  const figures = await measure(cluster.engine, about);
  await cluster.drop();
  return { figures, rate, indexBytes: stats._all.primaries.store.size_in_bytes / profiles };
}

async function countOf(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from profile`.execute(db);
  return rows[0]?.count ?? 0;
}

async function storeBytesOf(db: Kysely<Database>, profiles: number): Promise<Size['storeBytes']> {
  const { rows } = await sql<{ search: number; rest: number }>`
    select pg_total_relation_size('profile_element') + pg_relation_size('profile_tokens') as search,
      pg_total_relation_size('profile') - pg_relation_size('profile_tokens') as rest`.execute(db);
  const [{ search, rest } = { search: 0, rest: 0 }] = rows;
  return { search: search / profiles, rest: rest / profiles };
}
