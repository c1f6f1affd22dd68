import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { slugKey } from '../../src/reading/page.ts';
import type { Store } from '../../src/store/open.ts';
import { cappedCharges, demoCompany, demoPerson, demoTeams } from '../../src/store/sample/demo.ts';
import {
  addDueTeams,
  loadSample,
  type SampleProgress,
  type SampleSummary,
  StoreNotEmpty,
  sampleSetting,
} from '../../src/store/sample/load.ts';
import { readSample } from '../../src/store/sample/records.ts';
import { hashKey } from '../../src/store/team/key.ts';
import { openTestStore } from '../support/store.ts';
import { castCompanies, castPeople } from '../tools/sample/cast.ts';
import { fillSampleDatabase } from '../tools/sample/database.ts';
import { sampleConnections, sampleProfiles } from '../tools/sample/generate.ts';
import { generatedRecords, linesOf } from '../tools/sample/records.ts';

const size = { seed: 3, profiles: 90, companies: 40 };
const now = new Date('2026-08-31T22:30:00Z');

suite('loading the sample', () => {
  let store: Store;
  let summary: SampleSummary;
  const progress: SampleProgress[] = [];

  before(async () => {
    store = await openTestStore();
    summary = await loadSample(
      store,
      { now: () => now, onProgress: (step) => progress.push(step) },
      generatedRecords(size),
    );
  });
  after(() => store.close());

  const countOf = async (table: 'profile' | 'company' | 'direct_connection' | 'job' | 'connector') => {
    const { count } = await store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };

  test('it writes every record and tells how many', async () => {
    const connections = [...sampleConnections(size)].length;
    const { profiles, companies } = size;
    assert.deepEqual(summary, { profiles, companies, connections, teams: 5, connectors: 22 });
    assert.equal(await countOf('profile'), size.profiles);
    assert.equal(await countOf('company'), size.companies);
    assert.equal(await countOf('direct_connection'), connections);
  });

  test('it says how far it has come, to the end of each step', () => {
    const last = new Map(progress.map(({ step, done, total }) => [step, { done, total }]));
    assert.deepEqual(last.get('companies'), { done: size.companies, total: size.companies });
    assert.deepEqual(last.get('people'), { done: size.profiles, total: size.profiles });
    assert.deepEqual(last.get('indexes'), { done: 4, total: 4 });
    assert.deepEqual(last.get('connections'), { done: summary.connections, total: summary.connections });
    const ends = progress.filter(({ done, total }) => done === total).map(({ step }) => step);
    assert.deepEqual(ends, ['companies', 'people', 'indexes', 'connections']);
  });

  test('it keeps documents as they were made', async () => {
    const [first] = sampleProfiles(size);
    const row = await store.db
      .selectFrom('profile')
      .select(['document'])
      .where('id', '=', first?.id ?? '')
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(row.document), first?.profile_info);
  });

  test('it leaves the search indexes where the migrations put them', async () => {
    await using untouched = await openTestStore();
    const indexesOf = async ({ db }: Store) => {
      const { rows } = await sql<{ indexdef: string }>`
        select replace(indexdef, schemaname || '.', '') as indexdef
        from pg_indexes where schemaname = current_schema() order by indexname`.execute(db);
      return rows.map(({ indexdef }) => indexdef);
    };
    assert.deepEqual(await indexesOf(store), await indexesOf(untouched));
  });

  test('it queues the mapping of each connector', async () => {
    const jobs = await store.db.selectFrom('job').select(['kind', 'payload', 'status']).execute();
    const connectors = await store.db.selectFrom('connector').select(['id', 'status']).execute();
    assert.equal(connectors.length, 22);
    assert.ok(connectors.every(({ status }) => status === 'pending'));
    assert.ok(jobs.every(({ kind, status }) => kind === 'map-connector' && status === 'waiting'));
    const queued = jobs.map(({ payload }) => JSON.parse(payload).connector_id);
    assert.deepEqual(queued.sort(), connectors.map(({ id }) => id).sort());
  });

  test('it makes the demo keys valid, and marks them as demo [sample-load.makes-demo-keys]', async () => {
    for (const { id, key, plan, partner } of Object.values(demoTeams)) {
      const row = await store.db
        .selectFrom('api_key')
        .innerJoin('team', 'team.id', 'api_key.team_id')
        .innerJoin('member', (join) =>
          join.onRef('member.team_id', '=', 'team.id').onRef('member.account_id', '=', 'api_key.account_id'),
        )
        .select(['team.id', 'team.partner_id', 'team.is_partner', 'api_key.demo', 'member.role'])
        .where('api_key.hash', '=', hashKey(key))
        .executeTakeFirstOrThrow();
      assert.equal(row.id, id);
      assert.equal(row.demo, true);
      assert.ok(['owner', 'admin'].includes(row.role));
      assert.equal(row.is_partner, plan.isPartner ?? false);
      assert.equal(row.partner_id, partner === undefined ? null : demoTeams[partner].id);
    }
  });

  test('it uses up the capped team’s allowance, with the ledger’s rows to show for it', async () => {
    const { id, plan } = demoTeams.capped;
    const period = await store.db
      .selectFrom('usage_period')
      .innerJoin('team', 'team.id', 'usage_period.team_id')
      .select(['starts_at', 'used', 'anchor_day', 'overage_protection'])
      .where('team_id', '=', id)
      .executeTakeFirstOrThrow();
    const charges = await store.db.selectFrom('charge').selectAll().where('team_id', '=', id).execute();
    assert.equal(charges.length, cappedCharges.length);
    assert.equal(period.anchor_day, 31);
    assert.equal(period.starts_at.toISOString(), '2026-08-31T00:00:00.000Z');
    assert.equal(Number(period.used), plan.allowance);
    assert.equal(
      charges.reduce((sum, { credits }) => sum + credits, 0),
      plan.allowance,
    );
    assert.ok(charges.every(({ period_starts_at: at }) => at.getTime() === period.starts_at.getTime()));
    assert.equal(period.overage_protection, true);
  });

  test('it gives the demo team lists, tags, notes and strengths set by hand', async () => {
    const teamId = demoTeams.team.id;
    const person = await store.db
      .selectFrom('profile_name')
      .select('record_id')
      .where('key', '=', slugKey(demoPerson.slug))
      .executeTakeFirstOrThrow();
    const ofTeam = async (table: 'profile_list' | 'tag' | 'note' | 'manual_strength') =>
      (await store.db.selectFrom(table).select('team_id').where('team_id', '=', teamId).execute()).length;
    assert.equal(await ofTeam('profile_list'), 2);
    assert.equal(await ofTeam('tag'), 3);
    assert.equal(await ofTeam('manual_strength'), 3);
    const notes = await store.db
      .selectFrom('note')
      .select('is_private')
      .where('profile_id', '=', person.record_id)
      .execute();
    assert.deepEqual(notes.map((note) => note.is_private).sort(), [false, true]);
    const { rows } = await sql`select 1 from company_tag
      join company_website using (company_id) where website = ${demoCompany.website}`.execute(store.db);
    assert.equal(rows.length, 2);
  });

  test('it remembers which sample was loaded', async () => {
    const row = await store.db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', sampleSetting)
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(row.value), generatedRecords(size).counts);
  });

  test('it is refused where anything is already, and changes nothing [sample-load.refused-anything-already]', async () => {
    await assert.rejects(loadSample(store, {}, generatedRecords(size)), (error) => {
      assert.ok(error instanceof StoreNotEmpty);
      assert.equal(
        error.message,
        'The sample is loaded into an empty store only, but this one has rows in table profile.',
      );
      return true;
    });
    assert.equal(await countOf('profile'), size.profiles);
    assert.equal(await countOf('job'), 22);
  });

  test('it leaves the store empty when it fails on the way', async () => {
    await using empty = await openTestStore();
    const onProgress = ({ step }: SampleProgress) => {
      if (step === 'connections') throw new Error('enough');
    };
    await assert.rejects(loadSample(empty, { onProgress }, generatedRecords(size)), /enough/);
    assert.deepEqual(await empty.db.selectFrom('profile').select('id').execute(), []);
    assert.equal((await loadSample(empty, { now: () => now }, generatedRecords(size))).connectors, 22);
  });

  test('the teams that are due after a dump was unpacked are added once, or not at all', async () => {
    await using unpacked = await openTestStore();
    await fillSampleDatabase(unpacked, generatedRecords(size));
    const teams = async () => (await unpacked.db.selectFrom('team').select('name').execute()).length;
    const fail = () => {
      throw new Error('enough');
    };
    await assert.rejects(addDueTeams(unpacked.db, fail), /enough/);
    assert.equal(await teams(), 0);
    assert.equal(await addDueTeams(unpacked.db, () => now), true);
    assert.equal(await teams(), 5);
    assert.equal(await addDueTeams(unpacked.db, () => now), false);
    assert.equal(await addDueTeams(store.db, () => now), false);
  });

  test('it ships the records that the generator makes', () => {
    assert.deepEqual([...linesOf(readSample())], [...linesOf(generatedRecords())], 'run `npm run sample`');
  });

  test('a sample is refused that cannot hold the cast', () => {
    assert.throws(
      () => generatedRecords({ profiles: castPeople.length - 1 }),
      new RangeError(`profiles: must be at least ${castPeople.length}, but got ${castPeople.length - 1}.`),
    );
    assert.throws(
      () => generatedRecords({ companies: 0 }),
      new RangeError(`companies: must be at least ${castCompanies.length}, but got 0.`),
    );
  });
});
