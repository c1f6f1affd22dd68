import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type CastService, openCast } from '../support/service.ts';

const nul = 'a\0b';

/** Each request, and the path that its one sentence begins with. */
const refused: readonly (readonly [path: string, body: unknown, at: string])[] = [
  ['/v3/profiles/fetch', { xnet_names: ['ada', nul] }, 'xnet_names.1'],
  ['/v3/profiles/fetch', { xnet_entity_ids: [nul] }, 'xnet_entity_ids.0'],
  ['/v3/companies/fetch', { xnet_names: [nul] }, 'xnet_names.0'],
  ['/v2/profiles/fetch', { xnetNames: [nul] }, 'xnetNames.0'],
  ['/v2/profiles/fetch', { xnetEntityIds: [nul] }, 'xnetEntityIds.0'],
  ['/companies/fetch', { xnetNames: [nul] }, 'xnetNames.0'],
  ['/team/create-team', { team_name: nul }, 'team_name'],
  ['/team/create-team', { team_name: 'Team', owner_email: nul }, 'owner_email'],
  ['/team/add-connector', { xnet_usernames: [nul], group: 'others' }, 'xnet_usernames.0'],
  ['/team/add-connector', { linkedin_usernames: ['ada', nul], group: 'others' }, 'linkedin_usernames.1'],
  ['/v3/profiles/search', { query: { match: { full_name: nul } } }, 'query.match.full_name'],
  ['/v3/profiles/search', { query: { term: { [nul]: 'x' } } }, 'query.term.a\\u0000b'],
  ['/v3/profiles/search', { query: { match_all: {} }, pagination_token: nul }, 'pagination_token'],
  ['/v3/network-mapper', { query: { match_all: {} }, mapping_company_website: nul }, 'mapping_company_website'],
];

/** PostgreSQL has no such character in a text (SQLSTATE 22021): the service says so, and not the database. */
suite('U+0000 in a request', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });

  for (const [path, body, at] of refused)
    test(`is a 400 of POST ${path}, which names ${at}`, async () => {
      const answer = await service.post('harbor', path, body);
      const errors = [`${at}: must not hold U+0000, but got "a\\u0000b"`];
      assert.deepEqual({ status: answer.status, body: answer.body }, { status: 400, body: { code: 400, errors } });
    });

  test('is a 400 of a query’s parameter', async () => {
    for (const path of [
      '/v3/network-mapper/status?task_id=%00',
      '/v2/profiles/network-mapper-task-status?taskId=%00',
    ]) {
      const { status, body } = await service.get('harbor', path);
      assert.equal(status, 400, JSON.stringify(body));
    }
  });

  test('is part of no name, so one that encodes it is not found', async () => {
    for (const [path, members, notFound] of [
      ['/v3/profiles/fetch', { xnet_names: ['%00', 'https://xnet.example/in/a%00b'] }, 'not_found'],
      ['/v3/companies/fetch', { xnet_names: ['%00'] }, 'not_found'],
      ['/v2/profiles/fetch', { xnetNames: ['%00'] }, 'notFound'],
      ['/companies/fetch', { xnetNames: ['%00'] }, 'notFound'],
    ] as const) {
      const { status, body } = await service.post('harbor', path, members);
      assert.equal(status, 200, JSON.stringify(body));
      assert.ok(typeof body === 'object' && body !== null && notFound in body);
    }
    const added = await service.post('harbor', '/team/add-connector', { xnet_usernames: ['%00'], group: 'others' });
    assert.ok(added.status < 500, JSON.stringify(added.body));
  });
});
