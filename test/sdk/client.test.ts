import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { print, stripIgnoredCharacters } from 'graphql';
import { probePort } from '../../src/app/probe-port.ts';
import type { Graph } from '../../src/graph/server.ts';
import { createClient, type KithClient, KithError } from '../../src/sdk/client.ts';
import type { Document } from '../../src/sdk/document.ts';
import { FollowTask, IntroPaths, People, SearchPeople } from '../../src/sdk/generated/documents.ts';
import { keyOf, people } from '../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../support/graph/graph.ts';
import { openTaskGraph, partnerKey } from '../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream } from '../support/graph/task-upstream.ts';
import { type CastService, openCast } from '../support/service.ts';
import { sessionToken } from '../support/session-token.ts';
import { bundled } from './bundle.ts';
import { type Gate, openGate } from './gate.ts';

describe('the typed client', () => {
  let service: CastService;
  let graph: TestGraph;
  let gate: Gate;
  let client: KithClient;
  before(async () => {
    service = await openCast();
    graph = await openTestGraph(service.url);
    gate = await openGate(graph.graph.url);
    client = createClient({ url: `${gate.url}/graphql`, apiKey: keyOf('orchard') });
  });
  beforeEach(() => {
    gate.seen.length = 0;
  });
  after(async () => {
    await gate[Symbol.asyncDispose]();
    await graph.close();
    await service.close();
  });

  const ada = { by: [{ xnetSlug: 'ada-moreau' }] } as const;

  it('enriches records, and says what they cost', async () => {
    const { data, errors, credits } = await client.execute(People, { by: [...ada.by, { xnetSlug: 'nobody-at-all' }] });
    const [first, second] = data.profiles ?? [];
    assert.ok(first?.__typename === 'Profile' && second?.__typename === 'NotFound');
    assert.deepEqual([first.id, first.fullName, errors, credits?.charged], [people.ada.id, 'Ada Moreau', [], 1]);
  });

  it('takes conditions with their types, and finds ways in', async () => {
    const found = await client.execute(SearchPeople, { where: { fullName: { matches: 'Moreau' } } });
    assert.deepEqual(found.data.searchProfiles?.nodes, [{ id: people.ada.id }]);
    const { data, credits } = await client.execute(IntroPaths, { to: { companyWebsite: 'cobalt-systems.example' } });
    assert.ok(data.introPaths);
    assert.equal(credits?.charged, 0);
  });

  it('says what an operation may cost, and charges nothing for that', async () => {
    const by = { by: [{ xnetSlug: 'ada-moreau' }, { xnetSlug: 'ben-ogawa' }] };
    const { min, max } = await client.quote(People, by, { maxAge: 0 });
    assert.deepEqual([min <= 2, max], [true, 2]);
    const { credits } = await client.execute(People, by, { maxAge: 0 });
    assert.ok(credits && credits.charged >= min && credits.charged <= max);
    await assert.rejects(client.quote({ operation: 'query', text: '{ nothing }' }, {}), {
      name: 'KithError',
      maybeCharged: false,
    });
  });

  it('says of ways in how sure they are, what is wrong, and whether all was searched', async () => {
    const { data } = await client.execute(IntroPaths, { to: { profile: { xnetSlug: 'nobody-at-all' } } });
    const { nodes, problems, notes, complete } = data.introPaths ?? {};
    assert.deepEqual([nodes, complete, Array.isArray(notes)], [[], true, true]);
    assert.deepEqual(
      problems?.map(({ code }) => code),
      ['NOT_FOUND'],
    );
  });

  it('takes the token of a session', async () => {
    const token = await sessionToken(graph.graph.url, keyOf('orchard'));
    const inBrowser = createClient({ url: `${gate.url}/graphql`, token: async () => token });
    const { data } = await inBrowser.execute(SearchPeople, { first: 0 });
    assert.equal(data.searchProfiles?.totalCount, Object.keys(people).length);
    assert.equal(gate.seen[0]?.authorization, `Bearer ${token}`);
  });

  it('asks for the approval that an agent needs with the price, and only then', async () => {
    const terms = { kind: 'agent', label: 'research', total: 5, confirmAbove: 0 };
    const token = await sessionToken(graph.graph.url, keyOf('orchard'), terms);
    const agent = createClient({ url: `${gate.url}/graphql`, token, retries: 0 });
    assert.equal((await agent.quote(People, ada)).approval, undefined);
    const { approval } = await agent.quote(People, ada, { purpose: 'load Ada’s record' });
    assert.equal(approval?.state, 'PENDING');
  });

  it('spends no more than its budget', async () => {
    const { data, credits } = await client.execute(People, ada, { budget: 0 });
    assert.equal(data.profiles?.[0]?.__typename, 'CreditLimit');
    assert.deepEqual([credits?.budget, credits?.charged], [0, 0]);
  });

  it('repeats what the graph refused before it ran', async () => {
    gate.fates.push({ status: 503 }, { status: 429 });
    const { credits } = await client.execute(People, ada);
    assert.deepEqual([credits?.charged, gate.seen.length], [1, 3]);
  });

  it('gives up after its retries, with nothing charged', async () => {
    gate.fates.push({ status: 503 }, { status: 503 }, { status: 503 });
    await assert.rejects(client.execute(People, ada), { name: 'KithError', status: 503, maybeCharged: false });
    assert.equal(gate.seen.length, 3);
  });

  it('does not repeat an operation whose answer was lost, and says that it may have been charged', async () => {
    const before = await graph.usage(keyOf('orchard'));
    gate.fates.push('lose');
    await assert.rejects(client.execute(People, ada), (error) => {
      assert.ok(error instanceof KithError);
      assert.deepEqual([error.maybeCharged, error.status], [true, undefined]);
      return true;
    });
    assert.equal(gate.seen.length, 1);
    assert.equal(await graph.usage(keyOf('orchard')), before + 1);
  });

  it('knows that nothing was charged where the graph cannot be connected to, or refuses the key', async () => {
    const port = await probePort({ host: '127.0.0.1', port: 0 });
    const nowhere = createClient({ url: `http://127.0.0.1:${port}/graphql`, apiKey: 'any', retries: 0 });
    await assert.rejects(nowhere.execute(People, ada), { name: 'KithError', maybeCharged: false });
    const stranger = createClient({ url: `${gate.url}/graphql`, apiKey: 'kith_of_nobody' });
    await assert.rejects(stranger.execute(People, ada), { name: 'KithError', status: 401, maybeCharged: false });
    assert.equal(gate.seen.length, 1);
  });

  it('names an option that is missing, such as an unset environment variable, before anything is sent', async () => {
    const url = `${gate.url}/graphql`;
    const unset = process.env.KITH_KEY_THAT_IS_NOT_SET ?? '';
    for (const apiKey of [unset, JSON.parse('[null]')[0]])
      assert.throws(() => createClient({ url, apiKey }), { name: 'TypeError', message: /`apiKey`.*`token`.*missing/ });
    assert.throws(() => createClient({ url: unset, apiKey: 'any' }), { name: 'TypeError', message: /`url`/ });
    assert.deepEqual(gate.seen, []);
  });

  it('sends nothing where the function that fetches the token fails', async () => {
    const token = () => Promise.reject(new Error('signed out'));
    const inBrowser = createClient({ url: `${gate.url}/graphql`, token });
    await assert.rejects(inBrowser.execute(People, ada), { name: 'KithError', maybeCharged: false });
    assert.deepEqual(gate.seen, []);
  });

  it('has documents that are syntax trees of their text', () => {
    for (const document of [FollowTask, IntroPaths, People, SearchPeople])
      assert.equal(stripIgnoredCharacters(print(document)), document.text);
  });

  it('is small, and runs without Node', async () => {
    const bundle = await bundled({ entryPoints: ['src/sdk/client.ts'] });
    const bytes = gzipSync(bundle.contents).length;
    assert.ok(bytes < 2_500, `expected less than 2,500 bytes, but got ${bytes}`);
  });
});

describe('the typed client’s subscriptions', () => {
  let upstream: TaskUpstream;
  let graph: Graph;
  let gate: Gate;
  before(async () => {
    upstream = await openTaskUpstream();
    graph = await openTaskGraph(upstream.url);
    gate = await openGate(graph.url);
  });
  after(async () => {
    await gate[Symbol.asyncDispose]();
    await graph.close();
    await upstream[Symbol.asyncDispose]();
  });

  it('go on behind the last event where the stream breaks off, and end with the task', async () => {
    const client = createClient({ url: `${gate.url}/graphql`, apiKey: partnerKey });
    const task = upstream.add('followed', 'MappingInProgress');
    const statuses: unknown[] = [];
    for await (const { mappingTask } of client.subscribe(FollowTask, { id: task.id })) {
      statuses.push(mappingTask?.status);
      if (mappingTask?.status !== 'IN_PROGRESS') continue;
      gate.cut();
      task.status = 'Mapped';
    }
    assert.deepEqual(statuses, ['IN_PROGRESS', 'MAPPED']);
    assert.equal(gate.seen.length, 2);
    assert.equal(typeof gate.seen[1]?.['last-event-id'], 'string');
  });
});

describe('a subscription whose server misbehaves', () => {
  /** Ends each stream after one event, from when it is up. */
  async function openFlaky() {
    const opened: number[] = [];
    const server = createServer((request, response) => {
      request.resume();
      opened.push(performance.now());
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: next\ndata: {"data":{"mappingTask":{"status":"WAITING"}}}\n\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address && typeof address === 'object');
    return { opened, server, url: `http://127.0.0.1:${address.port}/graphql` };
  }

  it('waits longer each time, though each stream had an event, and ends in silence by the caller', async () => {
    const { opened, server, url } = await openFlaky();
    const leaving = new AbortController();
    const events: unknown[] = [];
    for await (const event of createClient({ url, apiKey: 'any' }).subscribe(FollowTask, { id: 'x' }, leaving)) {
      events.push(event);
      if (events.length === 4) leaving.abort();
    }
    assert.equal(events.length, 4);
    const pauses = opened.slice(1).map((at, index) => at - (opened[index] ?? 0));
    assert.ok((pauses[2] ?? 0) > 900, `the third pause is ${pauses[2]} ms`);
    server.close();
  });

  it('outlives more failures than a query’s retries', async () => {
    const { opened, server, url } = await openFlaky();
    let failures = 0;
    const client = createClient({
      url,
      apiKey: 'any',
      fetch: (target, init) => {
        failures += 1;
        return failures <= 4 ? Promise.reject(new TypeError('away')) : fetch(target, init);
      },
    });
    for await (const { mappingTask } of client.subscribe(FollowTask, { id: 'x' })) {
      assert.equal(mappingTask?.status, 'WAITING');
      break;
    }
    assert.equal(opened.length, 1);
    server.close();
  });
});

describe('a document of one’s own', () => {
  it('is typed as the documentation says', async () => {
    // It compiles: a document that may not be a subscription is one that `execute` takes.
    const own: Document<{ readonly __typename: string }, object> = { operation: 'query', text: '{ __typename }' };
    const client = createClient({ url: 'http://graph.example/graphql', apiKey: 'any', fetch: async () => answer });
    const answer = Response.json({ data: { __typename: 'Query' } });
    assert.equal((await client.execute(own, {})).data.__typename, 'Query');
  });
});
