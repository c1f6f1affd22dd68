import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { createTeam } from '../../src/contract/operation/team.ts';
import { endpoint } from '../../src/service/endpoint.ts';
import { badRequest } from '../../src/service/problem.ts';
import { openService } from '../../src/service/server.ts';
import { present, type TeamName } from '../support/cast/cast.ts';
import { type Answer, type CastService, openCast } from '../support/service.ts';

suite('Idempotency-Key', () => {
  let service: CastService;
  let clock = present;
  before(async () => {
    service = await openCast({ now: () => clock });
  });
  after(() => service.close());

  const path = '/team/create-team';
  const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
  const make = (key: string, team_name: string, as: TeamName = 'harbor') =>
    service.post(as, path, { team_name }, withKey(key));
  const outcome = ({ status, body }: Answer) => ({ status, body });

  test('it answers the same request again without doing it again [idempotency.answers-same-request]', async () => {
    const first = await make('a', 'Pier');
    assert.equal(first.status, 200);
    assert.deepEqual(outcome(await make('a', 'Pier')), outcome(first));
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal((await make('a', 'Pier')).headers.get('idempotent-replayed'), 'true');
    const teams = await service.store.db.selectFrom('team').select('id').where('name', '=', 'Pier').execute();
    assert.equal(teams.length, 1);
    assert.equal((await make('b', 'Pier')).status, 400);
  });

  test('it refuses another body under the same key with 422 [idempotency.refuses-another-body]', async () => {
    await make('c', 'Quay');
    const { status, body } = await make('c', 'Wharf');
    const errors = ['idempotency-key: must come with the same body as before, but got another'];
    assert.deepEqual({ status, body }, { status: 422, body: { code: 422, errors } });
  });

  test("it keeps one team's and one operation's keys apart from another's", async () => {
    const first = await make('d', 'Jetty');
    const second = await make('d', 'Jetty', 'cove');
    assert.deepEqual([first.status, second.status], [200, 200]);
    assert.notDeepEqual(first.body, second.body);
    const added = await service.post('harbor', '/team/add-connector', { xnet_usernames: ['ines-prado'] }, withKey('d'));
    assert.deepEqual(outcome(added), { status: 202, body: { usernames_not_found: [] } });
    await service.context.jobs.idle();
    const again = await service.post('harbor', '/team/add-connector', { xnet_usernames: ['ines-prado'] }, withKey('d'));
    assert.deepEqual(outcome(again), outcome(added));
    const anew = await service.post('harbor', '/team/add-connector', { xnet_usernames: ['ines-prado'] }, withKey('e'));
    assert.equal(anew.status, 200);
  });

  test('it forgets a key after a day, and at once when its request fails [idempotency.forgets-key-after]', async () => {
    await make('f', 'Dock');
    clock = new Date(clock.getTime() + 24 * 60 * 60 * 1000 + 1);
    assert.equal((await make('f', 'Dock')).status, 400);
    assert.equal((await make('f', 'Slip')).status, 200);
  });

  test('it repeats a 202 until its task is over [idempotency.repeats-202-until]', async () => {
    const map = () =>
      service.post(
        'harbor',
        '/v3/network-mapper',
        { query: { match_all: {} }, mapping_company_website: 'aurora-labs.example' },
        withKey('g'),
      );
    const first = await map();
    assert.equal(first.status, 202);
    assert.deepEqual(outcome(await map()), outcome(first));
    await service.context.jobs.idle();
    assert.equal((await map()).status, 200);
    assert.equal((await map()).status, 200);
    assert.equal(await service.spent('harbor'), 1);
  });

  test('it charges for a network only together with the answer that it keeps', async () => {
    const { store } = service;
    // The test before has mapped it.
    const body = { query: { match_all: {} }, mapping_company_website: 'aurora-labs.example' };
    const map = () => service.post('harbor', '/v3/network-mapper', body, withKey('once'));
    const before = await service.spent('harbor');
    await sql`create function fail_keep() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
      store.db,
    );
    await sql`create trigger fail_keep before update on idempotent_answer execute function fail_keep()`.execute(
      store.db,
    );
    assert.equal((await map()).status, 500);
    assert.equal(await service.spent('harbor'), before);
    await sql`drop trigger fail_keep on idempotent_answer`.execute(store.db);
    assert.deepEqual([(await map()).status, (await map()).status], [200, 200]);
    assert.equal(await service.spent('harbor'), before + 1);
  });

  test('it refuses a key of no characters or of very many', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const { status, body } = await make(key, 'Basin');
      const errors = [`idempotency-key: must be 1 to 255 characters long, but got ${key.length}`];
      assert.deepEqual({ status, body }, { status: 400, body: { code: 400, errors } });
    }
  });

  test('it refuses a key whose first request is in flight with 409, and a lost one no longer after a while [idempotency.refuses-key-first]', async () => {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let runs = 0;
    const slow = endpoint(createTeam, async () => {
      runs += 1;
      begun.resolve();
      await released.promise;
      if (runs === 1) throw badRequest('team_name: is refused once');
      return { status: 200, body: { team_id: String(runs) } };
    });
    await using other = await openService({ ...service.context, now: () => clock, endpoints: [slow] });
    const send = async () => {
      const response = await fetch(`${other.url}${path}`, {
        method: 'POST',
        headers: { 'x-api-key': 'kith_test_harbor', 'content-type': 'application/json', 'idempotency-key': 'h' },
        body: '{"team_name":"Lock"}',
      });
      return [response.status, await response.json()];
    };
    const first = send();
    await begun.promise;
    const errors = ['idempotency-key: must not be used again before its first request is answered'];
    assert.deepEqual(await send(), [409, { code: 409, errors }]);
    clock = new Date(clock.getTime() + 3 * 60 * 1000);
    const second = send();
    released.resolve();
    assert.deepEqual(await first, [400, { code: 400, errors: ['team_name: is refused once'] }]);
    assert.deepEqual(await second, [200, { team_id: '2' }]);
  });
});
