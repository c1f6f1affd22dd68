import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keyOf } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { administer } from '../../../support/graph/administer.ts';
import { send as sendTo } from '../../../support/graph/send.ts';

const secret = 'a secret that seals sessions, for tests';
const wrong = 'no such key';

/** A key that the data service refuses has no purses and no sessions here, as has one that never made any. */
describe('a key that the data service refuses', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ secret });
  });
  after(() => cast.close());
  beforeEach(() => {
    cast.upstream.fault = undefined;
    cast.upstream.forget();
  });

  const send = (method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) =>
    sendTo(cast.graph.url + path, method, headers, body);
  const id = '0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77';

  for (const [method, path, sentence] of [
    ['GET', '/session', 'No sessions can be listed: the data service does not know the API key.'],
    ['DELETE', `/session/${id}`, 'No session can be ended: the data service does not know the API key.'],
    ['GET', '/purses', 'No purses can be listed: the data service does not know the API key.'],
    ['DELETE', `/purses/${id}`, 'No purse can be closed: the data service does not know the API key.'],
  ] as const)
    it(`is 401 at ${method} ${path}`, async () => {
      const { status, body } = path.startsWith('/purses')
        ? await administer(cast.graph.url, secret, method, path, wrong)
        : await send(method, path, { 'x-api-key': wrong });
      assert.deepEqual([status, body.errors?.[0].message], [401, sentence]);
      assert.equal(body.errors[0].extensions.code, 'UNAUTHENTICATED');
    });

  for (const query of [
    '{ purse { left } purses { id } }',
    '{ purse { left } }',
    '{ purses { id } }',
    `mutation { closePurse(input: { id: "${id}" }) { sessionsEnded } }`,
  ])
    it(`is 401 for ${query}`, async () => {
      const { status, body } = await send('POST', '/graphql', { 'x-api-key': wrong }, { query });
      assert.equal(status, 401);
      for (const { extensions } of body.errors) assert.equal(extensions.code, 'UNAUTHENTICATED');
    });

  it('is 401 for who follows a purse', async () => {
    const answer = await fetch(`${cast.graph.url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': wrong, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'subscription { purse { left } }' }),
    });
    assert.equal(answer.status, 401);
    assert.match(await answer.text(), /UNAUTHENTICATED/);
  });

  it('is found out by one free call, and an accepted one is remembered', async () => {
    const headers = { 'x-api-key': keyOf('meadow') };
    const before = await cast.spent('meadow');
    cast.upstream.forget();
    const query = '{ purse { left } purses { id } }';
    const { body } = await send('POST', '/graphql', headers, { query });
    assert.deepEqual(body.data, { purse: null, purses: [] });
    assert.equal(cast.upstream.calls.length, 1);
    await send('POST', '/graphql', headers, { query });
    assert.deepEqual((await send('GET', '/session', headers)).body, { sessions: [], standing: [] });
    const listed = await administer(cast.graph.url, secret, 'GET', '/purses', keyOf('meadow'));
    assert.deepEqual(listed.body, { purses: [] });
    assert.equal(cast.upstream.calls.length, 1);
    assert.equal(await cast.spent('meadow'), before);
  });

  it('is not asked about in a session, whose key was accepted', async () => {
    const { body: session } = await send('POST', '/session', { 'x-api-key': keyOf('cove') }, { total: 5 });
    cast.upstream.forget();
    const headers = { authorization: `Bearer ${session.token}` };
    const { body } = await send('POST', '/graphql', headers, { query: '{ purse { left } }' });
    assert.deepEqual(body.data, { purse: { left: 5 } });
    assert.equal(cast.upstream.calls.length, 0);
  });

  it('is not known while the data service does not answer: the graph shows what it has', async () => {
    const headers = { 'x-api-key': keyOf('reef') };
    await send('POST', '/session', headers, { total: 7 });
    cast.upstream.fault = () => ({ status: 500, body: { code: 500, errors: ['A fault.'] } });
    const { body } = await send('POST', '/graphql', headers, { query: '{ purses { left } }' });
    assert.deepEqual(body.data, { purses: [{ left: 7 }] });
    const { status, body: listed } = await send('GET', '/session', headers);
    assert.deepEqual([status, listed.sessions.length], [200, 1]);
    assert.ok(cast.upstream.calls.length > 0);
  });
});
