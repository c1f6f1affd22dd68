import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { fetchCompanies } from '../../src/contract/operation/companies.ts';
import { fetchProfiles } from '../../src/contract/operation/profiles.ts';
import { companies, people, present, teams } from '../support/cast/cast.ts';
import { type CastService, openCast } from '../support/service.ts';

suite('a fetch with an Idempotency-Key', () => {
  let service: CastService;
  let clock = present;
  before(async () => {
    service = await openCast({ now: () => clock });
  });
  after(() => service.close());

  const ask = (key: string | undefined, body: object, path = fetchProfiles.path, as: 'meadow' | 'orchard' = 'meadow') =>
    service.post(as, path, body, key === undefined ? {} : { headers: { 'idempotency-key': key } });
  const costOf = async (work: () => Promise<unknown>) => {
    const spentBefore = await service.spent('meadow');
    await work();
    return (await service.spent('meadow')) - spentBefore;
  };
  const rows = () => service.store.db.selectFrom('keyed_charge').selectAll().execute();
  const ada = { ids: [people.ada.id] };

  test('it is answered anew and charged once [keyed-fetch.charged-once]', async () => {
    const answers: unknown[] = [];
    const cost = await costOf(async () => {
      for (let time = 0; time < 3; time += 1) answers.push((await ask('a', ada)).body);
    });
    assert.equal(cost, 1);
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
    const company = { ids: [companies.cobalt.id] };
    const companyCost = await costOf(async () => {
      await ask('a', company, fetchCompanies.path);
      await ask('a', company, fetchCompanies.path);
    });
    assert.equal(companyCost, 1);
  });

  test('it is charged for records alone that were not charged before [keyed-fetch.charged-for-the-rest]', async () => {
    const both = { ids: [people.eve.id, people.ben.id] };
    const { id } = people.eve;
    const { db } = service.store;
    const eve = await db.selectFrom('profile').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await db.deleteFrom('profile').where('id', '=', id).execute();
    assert.equal(await costOf(() => ask('b', both)), 1);
    await db.insertInto('profile').values(eve).execute();
    assert.equal(await costOf(() => ask('b', both)), 1);
    assert.equal(await costOf(() => ask('b', both)), 0);
  });

  test('it keeps hashes and ids, and nothing without a key [keyed-fetch.keeps-hashes]', async () => {
    const before = (await rows()).length;
    assert.equal(await costOf(() => ask(undefined, ada)), 1);
    assert.equal((await rows()).length, before);
    await ask('a secret word', ada);
    const [row] = (await rows()).slice(-1);
    assert.deepEqual(row?.ids, [people.ada.id]);
    assert.deepEqual([row?.key_hash.length, row?.request_hash.length], [32, 32]);
  });

  test('it is charged once, however many come at once [keyed-fetch.at-once]', async () => {
    const statuses: number[] = [];
    const cost = await costOf(async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask('at once', ada)));
      statuses.push(...answers.map(({ status }) => status));
    });
    assert.equal(cost, 1);
    // Where transactions run at once, those that began before the first was charged are in flight with it.
    assert.ok(statuses.includes(200));
    assert.ok(statuses.every((status) => status === 200 || status === 409));
  });

  test('it refuses another body with 422, and a key that is none with 400 [keyed-fetch.refuses-another-body]', async () => {
    await ask('c', ada);
    const errors = ['idempotency-key: must come with the same body as before, but got another'];
    const { status, body } = await ask('c', { ids: [people.ben.id] });
    assert.deepEqual({ status, body }, { status: 422, body: { code: 422, errors } });
    assert.equal((await ask('c', { ids: [people.ben.id] }, fetchProfiles.path, 'orchard')).status, 200);
    assert.equal((await ask('x'.repeat(256), ada)).status, 400);
  });

  test('it is a new payment after a day [keyed-fetch.a-day]', async () => {
    await ask('d', ada);
    clock = new Date(present.getTime() + 23 * 60 * 60 * 1000);
    assert.equal(await costOf(() => ask('d', ada)), 0);
    clock = new Date(present.getTime() + 25 * 60 * 60 * 1000);
    assert.equal(await costOf(() => ask('d', ada)), 1);
    // One key in 256 removes what is a day old.
    const sweeper = Array.from({ length: 10_000 }, (_, at) => `e${at}`).find((key) =>
      hash('sha256', `${teams.meadow.id} ${fetchProfiles.name} ${key}`).startsWith('00'),
    );
    await ask(sweeper, ada);
    assert.equal((await rows()).length, 2);
    clock = present;
  });
});
