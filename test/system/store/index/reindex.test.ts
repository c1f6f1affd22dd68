import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { parseQuery } from '../../../../src/service/search/dsl/parse.ts';
import { sqlEngine } from '../../../../src/service/search/sql/engine.ts';
import { migrations } from '../../../../src/store/migrations/all.ts';
import { openStore, type Store, type StoreConfig } from '../../../../src/store/open.ts';
import { idOf, insertRecords } from '../../../service/search/corpus.ts';
import { temporaryDirectory } from '../../../support/kith.ts';
import { emptyTemplate } from '../../../support/store.ts';
import { startProcess } from '../process/start.ts';

/** Several batches, and one that is not full. */
const profiles = 901;
const companies = 3;

const inIstanbul = {
  bool: {
    must: [
      { match: { 'profile_info.headline': 'istanbul' } },
      {
        nested: {
          path: 'profile_info.experience',
          query: {
            bool: {
              must: [
                { match: { 'profile_info.experience.title': '🚀' } },
                { range: { 'profile_info.experience.end_date': { gte: '2020-09-01' } } },
              ],
            },
          },
        },
      },
      { match: { 'profile_info.full_name.folded': 'lukasz' } },
    ],
  },
};

const kitchen = idOf('c', 0);
const cooked = { title: 'Cook 🚀', company_id: kitchen, start_date: '2020-6', end_date: '2020-9' };

/** Leaves a store as earlier versions had it: nobody is found by a word, and a partial date is read as its year. */
async function makeOld({ db }: Store): Promise<void> {
  const info = { full_name: 'Łukasz', headline: 'Chef, İstanbul', experience: [cooked] };
  await insertRecords(
    db,
    'profile',
    Array.from({ length: profiles }, (_, n) => ({ id: idOf('a', n), info })),
  );
  await insertRecords(
    db,
    'company',
    Array.from({ length: companies }, (_, n) => ({
      id: idOf('b', n),
      info: { name: 'İş', websites: ['https://www.firms.example/one'] },
    })),
  );
  await sql`delete from company_website`.execute(db);
  await sql`insert into company_website (website, company_id) select 'firms.example', id from company`.execute(db);
  for (const table of ['profile', 'profile_element', 'company'] as const) {
    await sql`update ${sql.table(table)} set tokens = '*'`.execute(db);
  }
  await sql`insert into employment (profile_id, ordinal, company_id, title, start_on, end_on, is_current)
    select id, 0, ${kitchen}::uuid, 'Cook 🚀', '2020-01-01', '2020-12-31', false from profile`.execute(db);
  const team = { id: idOf('d', 1), name: 'Cooks', callback_secret: '' };
  await db.insertInto('team').values(team).execute();
  await db
    .insertInto('connector')
    .values({
      id: idOf('d', 2),
      team_id: team.id,
      profile_id: idOf('a', 0),
      slug: 'lukasz',
      status: 'mapped',
      user_id: team.id,
    })
    .execute();
  await sql`drop table reindex`.execute(db);
  await migrations['0003-reindex']?.up(db);
  await sql`update reindex set after_id = ${idOf('d', 0)}`.execute(db);
  await migrations['0005-folded-names']?.up(db);
  await migrations['0007-partial-dates']?.up(db);
  await migrations['0009-website-keys']?.up(db);
}

/** Each company is found by the page of its website, and by the host: not as one that is the host. */
async function websitesAreKeyed({ db }: Store): Promise<void> {
  const { rows } = await sql<{ website: string; companies: number }>`
    select website, count(*)::integer as companies from company_website group by 1 order by 1`.execute(db);
  assert.deepEqual(rows, [
    { website: 'firms.example/', companies },
    { website: 'firms.example/one', companies },
  ]);
}

async function found(store: Store): Promise<readonly number[]> {
  const count = async (kind: 'profile' | 'company', query: object) =>
    (
      await sqlEngine(store, 0).page(
        { kind, tree: parseQuery(kind, query), scope: { teamId: idOf('b', 0) } },
        { limit: 0 },
      )
    ).total;
  return [
    await count('profile', inIstanbul),
    await count('company', { match: { 'company_info.name.folded': { query: 'IS' } } }),
  ];
}

/** Each career has the months of its record, and the connections that followed from it are to be computed again, once. */
async function careersAreRead({ db }: Store): Promise<void> {
  const { rows } = await sql<{ stay: string; people: number }>`
    select start_on || ' ' || end_on as stay, count(*)::integer as people from employment group by 1`.execute(db);
  assert.deepEqual(rows, [{ stay: '2020-06-01 2020-09-30', people: profiles }]);
  const jobs = await db.selectFrom('job').select(['kind', 'payload', 'unique_key', 'status']).execute();
  assert.deepEqual(
    jobs.map(({ payload, ...job }) => ({ ...job, payload: JSON.parse(payload) })),
    [
      {
        kind: 'map-connector',
        unique_key: `map-connector:${idOf('d', 2)}`,
        status: 'waiting',
        payload: { connector_id: idOf('d', 2) },
      },
    ],
  );
}

const url = process.env.KITH_TEST_POSTGRES_URL;

describe('a store whose words were made in another way', () => {
  async function survivesKill(config: StoreConfig): Promise<void> {
    {
      await using store = await openStore(config, { template: await emptyTemplate() });
      await makeOld(store);
      assert.deepEqual(await found(store), [0, 0]);
    }
    {
      await using opener = startProcess('opener', JSON.stringify(config));
      for (;;) {
        const said = JSON.stringify(await opener.heard());
        if (said === '{"kind":"reindexed","of":"profile","records":200}') break;
      }
      await opener.killed();
    }
    const batches: number[] = [];
    await using store = await openStore(config, {
      log: (event) => event.kind === 'reindexed' && batches.push(event.records),
    });
    assert.deepEqual(await found(store), [profiles, companies]);
    await careersAreRead(store);
    await websitesAreKeyed(store);
    assert.ok(batches.reduce((sum, records) => sum + records, 0) <= profiles - 200, `went on with ${batches}`);
    assert.deepEqual(await store.db.selectFrom('reindex').selectAll().execute(), []);
  }

  it('is indexed anew when it is opened, and goes on where a kill has ended that, in a directory', async () => {
    await using directory = await temporaryDirectory();
    await survivesKill({ kind: 'pglite', dataDir: directory.path });
  });

  it('is indexed anew when it is opened, and goes on where a kill has ended that, on PostgreSQL', {
    skip: !url && 'KITH_TEST_POSTGRES_URL names no PostgreSQL',
  }, async () => {
    const schema = `kith_test_${randomBytes(8).toString('hex')}`;
    const config = { kind: 'postgres', url: url ?? '', schema } as const;
    try {
      await survivesKill(config);
    } finally {
      await using store = await openStore(config);
      await sql`drop schema ${sql.id(schema)} cascade`.execute(store.db);
    }
  });

  it('is indexed anew by several processes at once, each record by one of them', { skip: !url }, async () => {
    const schema = `kith_test_${randomBytes(8).toString('hex')}`;
    const config = { kind: 'postgres', url: url ?? '', schema } as const;
    await using store = await openStore(config);
    try {
      await makeOld(store);
      const counted = [0, 0, 0];
      const opened = await Promise.all(
        counted.map((_, n) =>
          openStore(config, {
            log: (event) => {
              if (event.kind === 'reindexed') counted[n] = (counted[n] ?? 0) + event.records;
            },
          }),
        ),
      );
      await Promise.all(opened.map((other) => other.close()));
      assert.deepEqual(await found(store), [profiles, companies]);
      await careersAreRead(store);
      await websitesAreKeyed(store);
      assert.equal(
        counted.reduce((sum, records) => sum + records, 0),
        profiles + companies,
      );
    } finally {
      await sql`drop schema ${sql.id(schema)} cascade`.execute(store.db);
    }
  });
});
