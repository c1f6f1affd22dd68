import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../src/graph/state/database.ts';
import { openService } from '../../../src/service/server.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { openTaskGraph } from '../../support/graph/task-graph.ts';
import { type CastService, openCast } from '../../support/service.ts';

const first = 'the secret that is replaced, long enough';
const second = 'the secret that takes its place, as long';
const urls = { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' };
const headers = { 'content-type': 'application/json', 'x-api-key': keyOf('orchard') };

/** A token for a new session. */
async function sessionAt(url: string, body: object = {}): Promise<string> {
  const answer = await fetch(`${url}/session`, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 200);
  return (await answer.json()).token;
}

async function isAccepted(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ credits { usage } }' }),
  });
  return (await answer.json()).errors === undefined;
}

describe('a secret that is replaced', () => {
  let service: CastService;
  before(async () => {
    service = await openCast({ secret: first });
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });

  it('and the one that takes its place are valid at once, for sessions of graphs that are at different steps', async () => {
    using database = new Database(':memory:');
    await using before = await openTaskGraph(service.url, { database, secret: first });
    await using prepared = await openTaskGraph(service.url, { database, secret: first, acceptedSecret: second });
    await using replaced = await openTaskGraph(service.url, { database, secret: second, acceptedSecret: first });
    await using done = await openTaskGraph(service.url, { database, secret: second });
    const graphs = [before, prepared, replaced, done];
    const accepted = async (from: { readonly url: string }): Promise<readonly boolean[]> => {
      const token = await sessionAt(from.url);
      return await Promise.all(graphs.map(({ url }) => isAccepted(url, token)));
    };
    assert.deepEqual(await accepted(before), [true, true, true, false]);
    assert.deepEqual(await accepted(prepared), [true, true, true, false]);
    assert.deepEqual(await accepted(replaced), [false, true, true, true]);
    assert.deepEqual(await accepted(done), [false, true, true, true]);
  });

  it('leaves what is stored to its owners, where it goes on to key their hashes', async () => {
    using database = new Database(':memory:');
    const listed = async (url: string): Promise<readonly string[]> => {
      const { sessions } = await (await fetch(`${url}/session`, { headers })).json();
      return sessions.map(({ label, purse }: { label: string; purse: { total: number } }) => `${label} ${purse.total}`);
    };
    {
      await using graph = await openTaskGraph(service.url, { secret: first, database });
      await sessionAt(graph.url, { label: 'agent', total: 7 });
      assert.deepEqual(await listed(graph.url), ['agent 7']);
    }
    for (const [identitySecret, seen] of [
      [first, ['agent 7']],
      [undefined, []],
    ] as const) {
      await using graph = await openTaskGraph(service.url, { secret: second, identitySecret, database });
      assert.deepEqual(await listed(graph.url), seen);
    }
  });

  it('and the one that takes its place are valid at once, for page tokens', async () => {
    const search = { query: { match_all: {} }, limit: 1 };
    const page = async (url: string, token?: string) => {
      const body = JSON.stringify({ ...search, ...(token !== undefined && { pagination_token: token }) });
      const answer = await fetch(`${url}/v3/profiles/search`, { method: 'POST', headers, body });
      return { status: answer.status, body: await answer.json() };
    };
    const { store } = service;
    await using replaced = await openService({ store, urls, secret: second, acceptedSecret: first });
    await using done = await openService({ store, urls, secret: second });
    const old = (await page(service.url)).body.pagination_token;
    const young = (await page(replaced.url)).body.pagination_token;
    assert.ok(old && young);
    const statuses = async (token: string) =>
      await Promise.all([service, replaced, done].map(async ({ url }) => (await page(url, token)).status));
    assert.deepEqual(await statuses(old), [200, 200, 400]);
    assert.deepEqual(await statuses(young), [400, 200, 200]);
  });
});
