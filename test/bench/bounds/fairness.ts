/**
 * How long one key's search waits for another key's: `npm run bench -- fairness` on an embedded store, and with DATABASE_URL on
 * a PostgreSQL, too. One key has 20 searches of nested ranges under way at any time; another searches for one record of all.
 * On PostgreSQL it is answered within 250 ms at p95; the embedded store does one statement at a time, so that it waits for
 * at most one of the others'. A database that holds the sample already is taken as it is. `--seconds 60` measures longer.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { openService } from '../../../src/service/server.ts';
import { openStore, type Store } from '../../../src/store/open.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { loadSample } from '../../../src/store/sample/load.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { generatedRecords } from '../../tools/sample/records.ts';
import { quantile } from '../load.ts';
import { type Goal, judge, say } from './goals.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const ms = Number(values.seconds) * 1000;
const greedy = 20;
const people = 2000;

const path = 'profile_info.experience';
const nestedRanges = (clauses: number) => ({
  bool: {
    should: Array.from({ length: clauses }, (_, number) => ({
      nested: { path, query: { range: { [`${path}.company.founded`]: { gte: 1900 + number, lte: 2020 } } } },
    })),
  },
});

/** What the greedy key asks: the largest that there may be, and one that the embedded store does not refuse. */
const asked = { pglite: [60, 8], postgres: [60] } as const;

async function measure(store: Store): Promise<readonly Goal[]> {
  const counted = await store.db.selectFrom('profile').select('id').limit(1).execute();
  if (counted.length === 0) await loadSample({ db: store.db }, {}, generatedRecords({ profiles: people }));
  await using service = await openService({
    store,
    secret: 'a secret for a bench, which is long enough',
    urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
  });
  await service.context.jobs.idle();
  const agent = new Agent({ connections: greedy + 1 });
  const search = async (key: string, query: object): Promise<number> => {
    const { statusCode, body } = await request(`${service.url}/v3/profiles/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query, limit: 1 }),
      dispatcher: agent,
    });
    await body.dump();
    return statusCode;
  };

  const goals: Goal[] = [];
  for (const clauses of asked[store.kind]) {
    let over = false;
    let answered = 0;
    const statuses = new Map<number, number>();
    const press = async (): Promise<void> => {
      while (!over) {
        const status = await search(demoTeams.empty.key, nestedRanges(clauses));
        answered += 1;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const pressing = Array.from({ length: greedy }, press);
    const times: number[] = [];
    const overtaken: number[] = [];
    const end = performance.now() + ms;
    await wait(500);
    while (performance.now() < end) {
      const before = answered;
      const begun = performance.now();
      const status = await search(demoTeams.team.key, { match_all: {} });
      if (status !== 200) throw new Error(`The search for one record was answered with ${status}.`);
      times.push(performance.now() - begun);
      overtaken.push(answered - before);
      await wait(20);
    }
    over = true;
    await Promise.all(pressing);
    const p95 = quantile(times, 0.95);
    const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    say(
      `${store.kind}, ${greedy} searches of ${clauses} nested ranges at once: ${told}; ${times.length} searches for one record took ${quantile(times, 0.5).toFixed(1)} ms at the median, ${p95.toFixed(1)} ms at p95`,
    );
    const what = `${store.kind}, beside ${clauses} nested ranges`;
    if (store.kind === 'postgres') goals.push({ what: `${what}: p95, ms`, measured: p95, bound: { most: 250 } });
    // Those that are refused are answered at once, and hold up nobody.
    else if (statuses.has(200))
      goals.push({
        what: `${what}: foreign answers meanwhile, at p95`,
        measured: quantile(overtaken, 0.95),
        bound: { most: 1 },
      });
    else goals.push({ what: `${what}, which are refused: p95, ms`, measured: p95, bound: { most: 250 } });
  }
  await agent.close();
  return goals;
}

const goals: Goal[] = [];
await using directory = await temporaryDirectory();
{
  await using store = await openStore({ kind: 'pglite', dataDir: directory.path });
  goals.push(...(await measure(store)));
}
const url = process.env.DATABASE_URL || undefined;
if (url !== undefined) {
  await using store = await openStore({ kind: 'postgres', url });
  goals.push(...(await measure(store)));
}
judge(goals);
