import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { openTestGraph } from '../../support/graph/graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { openRecorder, type Recorder } from '../../support/network/recorder.ts';

/** What an operation may ask: one that asks more is refused, and the upstream never hears of it. */
for (const upstream of upstreams)
  describe(`the graph’s limits, over ${upstream.name}`, () => {
    let graph: CastGraph;
    before(async () => {
      graph = await upstream.openCast({
        limits: { depth: 8, tokens: 400, aliases: 5, objects: 1000, calls: 10, bodyBytes: 20_000 },
      });
    });
    after(() => graph.close());
    beforeEach(() => graph.upstream.forget());

    const key = keyOf('orchard');

    /** Sends a body in chunks, without a word on how long it is. */
    async function sendUnsized(body: string): Promise<{ status: number | undefined; text: string }> {
      const sent = request(`${graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
      });
      sent.write(body);
      sent.end();
      const [answer]: IncomingMessage[] = await once(sent, 'response');
      assert.ok(answer);
      return { status: answer.statusCode, text: await text(answer) };
    }

    const nested = (levels: number) =>
      `{ viewer { relationships(first: 1) { nodes { ${'profile { currentCompany { people(first: 1) { nodes { '.repeat(levels)} id ${'} } } }'.repeat(levels)} } } } }`;

    for (const [what, query, sentence] of [
      ['too deep', nested(3), /^depth: must be at most 8 fields/],
      [
        'too deep through fragments',
        `fragment A on Profile { currentCompany { people(first: 1) { nodes { ...B } } } }
       fragment B on Profile { currentCompany { people(first: 1) { nodes { connections { connectorName } } } } }
       { relationships(first: 1) { nodes { profile { ...A } } } }`,
        /^depth: /,
      ],
      ['too long', `{ ${'credits { usage } '.repeat(150)} }`, /token/i],
      [
        'of too many aliases',
        `{ ${[1, 2, 3, 4, 5, 6].map((n) => `a${n}: credits { usage }`).join(' ')} }`,
        /^aliases: /,
      ],
      ['of too large lists', '{ searchProfiles(first: 1001) { nodes { id } } }', /at most 1000 objects, but got 1001/],
      [
        'of lists that multiply',
        '{ searchCompanies(first: 10) { nodes { people(first: 100) { nodes { id } } } } }',
        /at most 1000 objects, but got 1010/,
      ],
      [
        'of calls that multiply',
        '{ searchCompanies(first: 11) { nodes { people(first: 1) { nodes { id } } } } }',
        /at most 10 sequential calls, but got 12/,
      ],
    ] as const)
      it(`refuse an operation ${what} before anything is sent`, async () => {
        const { data, errors } = await graph.ask(key, query);
        assert.equal(data ?? undefined, undefined);
        assert.match(errors?.[0]?.message ?? '', sentence);
        assert.equal(graph.upstream.calls.length, 0);
      });

    it('take no longer for fragments that spread one another twice', { timeout: 30_000 }, async () => {
      // Looked at as often as they are spread, sixteen levels would be 65,536 visits, and thirty a thousand million.
      const levels = 30;
      const fragments = Array.from(
        { length: levels },
        (_, n) => `fragment F${n} on Team { ...F${n + 1} ...F${n + 1} }`,
      );
      const query = `{ viewer { ...F0 } } ${fragments.join(' ')} fragment F${levels} on Team { id }`;
      const { data } = await graph.ask<{ viewer: { id: string } }, object>(key, query);
      assert.ok(data?.viewer.id);
    });

    it('count what a gateway asks one by one', async () => {
      const representations = Array.from({ length: 11 }, (_, n) => ({ __typename: 'MappingTask', id: String(n) }));
      const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { ... on MappingTask { id } } }';
      const { errors } = await graph.ask(key, query, { r: representations });
      assert.match(errors?.[0]?.message ?? '', /at most 10 sequential calls, but got 11/);
      assert.equal(graph.upstream.calls.length, 0);
    });

    it('leave an argument that can’t be read to the execution', async () => {
      const query = 'query ($by: ProfileBy = { xnetSlug: "x" }) { profile(by: $by) { __typename } }';
      const { errors } = await graph.ask(key, query, { by: null });
      assert.match(errors?.[0]?.message ?? '', /must not be null/);
    });

    it('hold beside an argument that can’t be read', async () => {
      const query = `query ($by: ProfileBy = { xnetSlug: "x" }) {
        profile(by: $by) { __typename } searchProfiles(first: 1001) { nodes { id } }
      }`;
      const { errors } = await graph.ask(key, query, { by: null });
      assert.match(errors?.[0]?.message ?? '', /at most 1000 objects, but got 1001/);
      assert.equal(graph.upstream.calls.length, 0);
    });

    it('count a list that a variable sizes', async () => {
      const query = 'query ($n: Int) { searchProfiles(first: $n) { nodes { id } } }';
      const { errors } = await graph.ask(key, query, { n: 1001 });
      assert.equal(errors?.[0]?.extensions?.code, 'OPERATION_TOO_LARGE');
      assert.equal((await graph.ask(key, query, { n: 3 })).errors, undefined);
    });

    it('refuse a body too large, whether it says so or not', async () => {
      const body = JSON.stringify({ query: `{ credits { usage } } ${' '.repeat(30_000)}` });
      const headers = { 'content-type': 'application/json' };
      const said = await fetch(`${graph.graph.url}/graphql`, { method: 'POST', headers, body });
      assert.equal(said.status, 413);
      const { status: chunked } = await sendUnsized(body);
      assert.equal(chunked, 413);
    });

    it('take a small body that does not say how long it is', async () => {
      const answer = await sendUnsized('{"query":"{ credits { usage } }"}');
      assert.deepEqual(JSON.parse(answer.text).data, { credits: { usage: 0 } });
    });

    it('leave no batch, no form and no other origin in', async () => {
      const post = (type: string, body: string) =>
        fetch(`${graph.graph.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': type, 'x-api-key': key },
          body,
        });
      const batch = await post(
        'application/json',
        '[{"query":"{ credits { usage } }"},{"query":"{ credits { usage } }"}]',
      );
      assert.equal(batch.status, 400);
      const form = new FormData();
      form.set('operations', '{"query":"{ credits { usage } }"}');
      form.set('map', '{}');
      const multipart = await fetch(`${graph.graph.url}/graphql`, { method: 'POST', body: form });
      assert.ok(multipart.status >= 400, String(multipart.status));
      const preflight = await fetch(`${graph.graph.url}/graphql`, {
        method: 'OPTIONS',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
      });
      assert.equal(preflight.headers.get('access-control-allow-origin'), null);
      assert.equal(graph.upstream.calls.length, 0);
    });

    it('tell every answer’s request id, the caller’s own where it is a plain one', async () => {
      const get = (id: string) =>
        fetch(`${graph.graph.url}/graphql?query={__typename}`, { headers: { 'x-request-id': id } });
      assert.equal((await get('order-66')).headers.get('x-request-id'), 'order-66');
      assert.match((await get('no <plain> one')).headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    });
  });

/** Over no upstream: nothing here reaches one. */
describe('what else can be configured', () => {
  let upstream: Recorder;
  before(async () => {
    upstream = await openRecorder('http://127.0.0.1:9');
  });
  after(() => upstream[Symbol.asyncDispose]());

  it('hides the schema where introspection is off', async () => {
    await using graph = await openTestGraph(upstream.url, { introspection: false });
    for (const query of ['{ __schema { queryType { name } } }', '{ _service { sdl } }']) {
      const { errors } = await graph.ask(undefined, query);
      assert.match(errors?.[0]?.message ?? '', /introspection/i);
    }
    const { errors } = await graph.ask(undefined, '{ people { id } }');
    assert.equal(errors?.[0]?.message, 'Cannot query field "people" on type "Query".');
  });

  it('lets the pages of named origins in', async () => {
    await using graph = await openTestGraph(upstream.url, { origins: ['https://app.example'] });
    const allowed = async (origin: string) => {
      const answer = await fetch(`${graph.graph.url}/graphql`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      return answer.headers.get('access-control-allow-origin') === origin;
    };
    assert.equal(await allowed('https://app.example'), true);
    assert.equal(await allowed('https://elsewhere.example'), false);
  });

  it('serves trusted documents by id, and others only where they may be', async () => {
    const byId = new Map([['name', '{ __typename }']]);
    for (const only of [true, false]) {
      await using graph = await openTestGraph(upstream.url, { trusted: { byId, others: only ? 'refuse' : 'serve' } });
      const post = async (body: object) => {
        const answer = await fetch(`${graph.graph.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return await answer.json();
      };
      assert.deepEqual((await post({ documentId: 'name' })).data, { __typename: 'Query' });
      assert.equal((await post({ documentId: 'other' })).errors[0].extensions.code, 'DOCUMENT_NOT_TRUSTED');
      const whole = await post({ query: '{ again: __typename }' });
      if (only) assert.equal(whole.errors[0].extensions.code, 'DOCUMENT_NOT_TRUSTED');
      else assert.deepEqual(whole.data, { again: 'Query' });
    }
  });
});
