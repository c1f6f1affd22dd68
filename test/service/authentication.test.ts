import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { operations } from '../../src/contract/operation/all.ts';
import { openService } from '../../src/service/server.ts';
import { createKey, putKey, revokeKey } from '../../src/store/team/key.ts';
import { nobody, people, present, teams } from '../support/cast/cast.ts';
import { type CastService, openCast } from '../support/service.ts';

const unauthorized = {
  code: 401,
  errors: ['x-api-key: must be a valid API key, but got one that is missing, unknown, expired or revoked'],
};
const noPartner = {
  code: 403,
  errors: ['x-api-key: must be the key of a team with the partner permission, but this team has none'],
};
const notItsChild = {
  code: 403,
  errors: ["x-authenticate-team: must be a child team of the key's own team, but got another"],
};

suite('authentication', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service.close());

  const usageWith = (headers: Record<string, string>) => service.send('/credits/usage', { headers });
  const orchardKey = (more: { readonly expiresAt?: Date } = {}) =>
    createKey(service.store.db, { teamId: teams.orchard.id, accountEmail: 'owner@orchard.example', ...more });
  const revoke = async (keyId: string) =>
    assert.ok(await revokeKey(service.store.db, { teamId: teams.orchard.id, keyId }));

  test('it says one and the same of a key that is missing, empty, unknown, expired or revoked [authentication.key-refused]', async () => {
    const expired = await orchardKey({ expiresAt: present });
    const revoked = await orchardKey();
    await revoke(revoked.id);
    const sent = [
      {},
      { 'x-api-key': '' },
      { 'x-api-key': 'unknown' },
      { 'x-api-key': expired.key },
      { 'x-api-key': revoked.key },
    ];
    for (const headers of sent) {
      const { status, body } = await usageWith(headers);
      assert.deepEqual({ status, body }, { status: 401, body: unauthorized });
    }
  });

  test('it accepts several keys of a team, each until it expires or is revoked [authentication.accepts-several-keys]', async () => {
    const first = await orchardKey({ expiresAt: new Date(present.getTime() + 1) });
    const second = await orchardKey();
    assert.equal((await usageWith({ 'x-api-key': first.key })).status, 200);
    assert.equal((await usageWith({ 'x-api-key': second.key })).status, 200);
    await revoke(second.id);
    assert.equal((await usageWith({ 'x-api-key': second.key })).status, 401);
    assert.equal((await usageWith({ 'x-api-key': first.key })).status, 200);
  });

  test('it asks for a key on every operation [authentication.asks-key-every]', async () => {
    for (const { method, path } of operations) {
      const { status, body } = await service.send(path, { method });
      assert.deepEqual({ path, status, body }, { path, status: 401, body: unauthorized });
    }
  });

  test('it refuses partner operations to other keys before it looks at the request [authentication.refuses-partner-operations]', async () => {
    for (const { method, path } of operations.filter(({ partnerOnly }) => partnerOnly)) {
      const headers = { 'x-api-key': 'kith_test_orchard' };
      const { status, body } = await service.send(
        path,
        method === 'GET' ? { headers } : { method, headers, body: '{' },
      );
      assert.deepEqual({ path, status, body }, { path, status: 403, body: noPartner });
    }
  });

  test('it tells nobody which team ids exist [authentication.tells-nobody-team]', async () => {
    const path = '/v3/profiles/search';
    const named = [teams.orchard.id, teams.reef.id, teams.cove.id, nobody, 'no uuid', ''];
    for (const as of ['harbor', 'meadow'] as const) {
      for (const team of named) {
        const { status, body } = await service.post(as, path, {}, { headers: { 'x-authenticate-team': team } });
        assert.deepEqual({ as, team, status, body }, { as, team, status: 403, body: notItsChild });
      }
    }
    const child = await service.post('orchard', path, {}, { team: 'lighthouse' });
    assert.deepEqual({ status: child.status, body: child.body }, { status: 403, body: notItsChild });
  });

  test("it runs in a child team's context for its partner, and in one's own for everybody [authentication.runs-child-teams]", async () => {
    const fetchAda = { ids: [people.ada.id], fields: ['tags'] };
    for (const [as, team] of [
      ['harbor', 'lighthouse'],
      ['harbor', 'harbor'],
      ['orchard', 'orchard'],
    ] as const) {
      assert.equal((await service.post(as, '/v3/profiles/fetch', fetchAda, { team })).status, 200);
    }
    const upperCase = { headers: { 'x-authenticate-team': teams.lighthouse.id.toUpperCase() } };
    assert.equal((await service.post('harbor', '/v3/profiles/fetch', fetchAda, upperCase)).status, 200);
    const network = (as: 'harbor' | 'lighthouse', team?: 'lighthouse') =>
      service.post(as, '/v3/relationships', {}, team && { team });
    const asChild = await network('harbor', 'lighthouse');
    assert.deepEqual(asChild.body, (await network('lighthouse')).body);
    assert.notDeepEqual(asChild.body, (await network('harbor')).body);
  });

  test('it refuses a child team on an operation that does not support it [authentication.refuses-child-team]', async () => {
    const body = {
      code: 400,
      errors: ['x-authenticate-team: must be left out, since this operation does not support it'],
    };
    const answer = await service.get('harbor', '/credits/usage', { team: 'lighthouse' });
    assert.deepEqual({ status: answer.status, body: answer.body }, { status: 400, body });
    assert.equal((await service.get('harbor', '/credits/usage', { team: 'reef' })).status, 403);
    for (const { path } of operations.filter(({ childTeam, method }) => !childTeam && method === 'POST')) {
      const { status, body: answered } = await service.post('harbor', path, {}, { team: 'lighthouse' });
      assert.deepEqual({ path, status, answered }, { path, status: 400, answered: body });
    }
  });

  test('it honours demo keys on connections from this machine only, unless it is told otherwise [authentication.honours-demo-keys]', async () => {
    const demo = { teamId: teams.orchard.id, accountEmail: 'owner@orchard.example', key: 'kith_demo_test', demo: true };
    await putKey(service.store.db, demo);
    const passedOn = { 'x-api-key': demo.key, 'x-forwarded-for': '203.0.113.9' };
    assert.equal((await usageWith({ 'x-api-key': demo.key })).status, 200);
    assert.equal((await usageWith(passedOn)).status, 401);
    assert.equal((await usageWith({ ...passedOn, 'x-api-key': 'kith_test_orchard' })).status, 200);
    await using open = await openService({ ...service.context, allowDemoKeys: true });
    assert.equal((await fetch(`${open.url}/credits/usage`, { headers: passedOn })).status, 200);
  });
});
