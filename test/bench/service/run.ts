/**
 * How quick the data service is, and what it adds to the bare statement beneath: `npm run bench -- service` on an embedded
 * store with 10,000 people; with DATABASE_URL on a PostgreSQL, 100,000 people (`--profiles 1000000` for a million). A
 * database that holds the sample already is taken as it is. Load and service share a process, so the service's figures
 * hold the client's work too.
 */
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { request } from 'undici';
import { chargeFor } from '../../../src/service/credits/ledger.ts';
import type { Caller } from '../../../src/service/endpoint.ts';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';
import { openService } from '../../../src/service/server.ts';
import { openStore, type Store } from '../../../src/store/open.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { loadSample } from '../../../src/store/sample/load.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { generatedRecords } from '../../tools/sample/records.ts';
import { queriesAbout, somePerson } from './queries.ts';

const { values: asked } = parseArgs({
  options: { profiles: { type: 'string' }, rounds: { type: 'string', default: '200' } },
});
const url = process.env.DATABASE_URL;
const rounds = Number(asked.rounds);
const say = (line: string) => stdout.write(`${line}\n`);

await using directory = await temporaryDirectory();
await using store = await openStore(
  url === undefined ? { kind: 'pglite', dataDir: directory.path } : { kind: 'postgres', url },
);
const profiles = await filled(store, Number(asked.profiles ?? (url === undefined ? 10_000 : 100_000)));
await using service = await openService({
  store,
  secret: 'a secret for a bench, which is long enough',
  urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
});
await service.context.jobs.idle();
const { id: teamId, key } = demoTeams.team;
const caller: Caller = { keyId: teamId, ownTeamId: teamId, teamId, payerId: teamId, isPartner: false };

/** Every few ids of the whole, so that pages are cold and warm as in life. */
const { rows: picked } = await sql<{ id: string }>`
  select id from profile order by md5(id::text) limit 5000`.execute(store.db);
const ids = picked.map(({ id }) => id);

const post = async (path: string, body: unknown): Promise<void> => {
  const answer = await request(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${await answer.body.text()}`);
  // Taken in, and made nothing of: what a client makes of it is its own affair.
  for await (const _ of answer.body);
};

type Run = (round: number) => Promise<unknown>;

/** Milliseconds of each run of each way, in order of size; the ways take turns, so that they share the machine's moods. */
async function timed(times: number, ways: readonly Run[]): Promise<readonly (readonly number[])[]> {
  const warmUps = Math.ceil(times / 10);
  const spent = ways.map((): number[] => []);
  for (let round = -warmUps; round < times; round += 1) {
    for (const [way, run] of ways.entries()) {
      const begun = performance.now();
      await run(round + warmUps);
      if (round >= 0) spent[way]?.push(performance.now() - begun);
    }
  }
  return spent.map((each) => each.sort((a, b) => a - b));
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

async function compare(name: string, times: number, served: Run, bare?: Run) {
  const [own = [], statement] = await timed(times, bare === undefined ? [served] : [served, bare]);
  const [p50, p99] = [quantile(own, 0.5), quantile(own, 0.99)];
  const beside = statement && quantile(statement, 0.5);
  say(
    `| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${
      beside === undefined
        ? '| |'
        : `${beside.toFixed(1)} | ${(p50 / beside).toFixed(2)} × (+${(p50 - beside).toFixed(1)} ms) |`
    }`,
  );
}

say(`${profiles} people on ${store.kind}, ${rounds} rounds; milliseconds\n`);
say('| operation | p50 | p99 | bare statement, p50 | the service adds |\n|---|---|---|---|---|');
for (const count of [1, 100, 1000]) {
  const some = (round: number) => Array.from({ length: count }, (_, n) => ids[(round * count + n) % ids.length]);
  await compare(
    `fetch ${count}`,
    count === 1000 ? Math.ceil(rounds / 4) : rounds,
    (round) => post('/v3/profiles/fetch', { ids: some(round) }),
    (round) => sql`select id, document from profile where id = any(${some(round)}::uuid[])`.execute(store.db),
  );
}
for (const [name, query] of Object.entries(queriesAbout(await somePerson(store.db)))) {
  const tree = parseQuery('profile', query, new Date());
  await compare(
    name,
    Math.ceil(rounds / 4),
    () => post('/v3/profiles/search', { query, limit: 1000 }),
    () => service.context.search.page({ kind: 'profile', tree, scope: caller }, { limit: 1001 }),
  );
}
await compare('relationships, 100 of the network', Math.ceil(rounds / 4), () => post('/v3/relationships', {}));

const charges = rounds * 5;
let next = 0;
const begun = performance.now();
await Promise.all(
  Array.from({ length: 16 }, async () => {
    while (next < charges) {
      const charge = { caller, operation: { name: 'bench' }, credits: 1, requestId: `bench-${next}`, now: new Date() };
      next += 1;
      await chargeFor(store.db, charge);
    }
  }),
);
say(`\nledger: ${Math.round((charges * 1000) / (performance.now() - begun))} charges a second, 16 at once, one team`);
say(`memory: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB resident, load and service together`);

async function filled({ db }: Store, wanted: number): Promise<number> {
  const counted = async () => {
    const { count } = await db
      .selectFrom('profile')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  if ((await counted()) === 0) await loadSample({ db }, {}, generatedRecords({ profiles: wanted }));
  return counted();
}
