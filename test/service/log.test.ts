import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import pino from 'pino';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { endpoint } from '../../src/service/endpoint.ts';
import { openService } from '../../src/service/server.ts';
import { people, teams } from '../support/cast/cast.ts';
import { openCast } from '../support/service.ts';

suite("the service's log", () => {
  test('it has a line for each request, without keys, personal data or queries [log.line-request-without]', async () => {
    const lines: string[] = [];
    const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) });
    await using service = await openCast({ log });
    const fetched = await service.post(
      'harbor',
      '/v3/profiles/fetch',
      { ids: [people.ada.id] },
      { team: 'lighthouse' },
    );
    await service.post('orchard', '/v3/profiles/search', {
      query: { match: { 'profile_info.full_name': 'Ada Moreau' } },
    });
    await service.post('orchard', '/v3/profiles/fetch', { ids: ['ada@brightwater.example'] });
    await service.send('/credits/usage?name=Ada', { headers: { 'x-api-key': 'not-a-key' } });
    await service.send('/Ada-Moreau?q=Ada');
    await service.close();
    const requests = lines.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id !== undefined);
    assert.deepEqual(
      requests.map(({ operation, team_id, status, credits }) => [operation, team_id, status, credits]),
      [
        ['fetchProfiles', teams.lighthouse.id, 200, 1],
        ['searchProfiles', teams.orchard.id, 200, 0],
        ['fetchProfiles', teams.orchard.id, 400, 0],
        ['creditUsage', undefined, 401, 0],
        ['none', undefined, 404, 0],
      ],
    );
    assert.equal(requests[0]?.request_id, fetched.headers.get('x-request-id'));
    for (const { ms } of requests) assert.ok(Number.isInteger(ms) && ms >= 0);
    assert.doesNotMatch(lines.join(''), /Ada|[Mm]oreau|brightwater|kith_test|not-a-key/);
  });

  test('it names the request that failed, with its error but not the detail of its rows', async () => {
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line) => lines.push(line) });
    await using service = await openCast();
    const failing = endpoint(creditUsage, async (_, { store }) => {
      await store.db.insertInto('account').values({ id: people.ada.id, email: 'owner@orchard.example' }).execute();
      return { status: 200, body: { usage: 0 } };
    });
    await using broken = await openService({ ...service.context, log, endpoints: [failing] });
    const answer = await fetch(`${broken.url}/credits/usage`, { headers: { 'x-api-key': 'kith_test_orchard' } });
    assert.equal(answer.status, 500);
    const failure = lines.map((line) => JSON.parse(line)).find(({ error }) => error !== undefined);
    assert.equal(failure?.request_id, answer.headers.get('x-request-id'));
    assert.equal(failure?.error.code, '23505');
    assert.match(failure?.error.stack, /account_email_key/);
    assert.doesNotMatch(lines.join(''), /owner@orchard/);
  });
});
