import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import pino from 'pino';
import { request } from 'undici';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { defaultLimits } from '../../../src/graph/operation/limits.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { type CastService, openCast } from '../../support/service.ts';

const key = keyOf('orchard');

async function post({ graph }: TestGraph, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const answer = await request(`${graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, bytes: Buffer.byteLength(text) };
}

const get = async ({ graph }: TestGraph, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await request(graph.url + path, { headers });
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
};
const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('what a graph shows', () => {
  let service: CastService;
  let graph: TestGraph;
  const open = (options: Partial<GraphOptions>) => openTestGraph(service.url, options);
  before(async () => {
    service = await openCast();
    graph = await open({});
  });
  after(async () => {
    await graph.close();
    await service.close();
    await service.store.close();
  });

  describe('GraphiQL', () => {
    it('is a small page with a policy that lets nothing in from elsewhere, and nothing inline run', async () => {
      const { status, headers, body } = await get(graph, '/graphql', asBrowser);
      assert.equal(status, 200);
      assert.ok(body.length < 4096, `the page has ${body.length} bytes`);
      const policy = String(headers['content-security-policy']);
      for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"])
        assert.ok(policy.includes(rule), policy);
      assert.equal(headers['cache-control'], 'no-cache');
    });

    it('has assets that are compressed, and cached for good under names that their content makes', async () => {
      const page = (await get(graph, '/graphql', asBrowser)).body.toString();
      const paths = [...page.matchAll(/(?:src|href)="(\/graphql\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
      assert.equal(paths.length, 3);
      for (const path of paths) {
        assert.match(path, /\.[\w-]{16}\.(js|css)$/);
        const plain = await get(graph, path);
        const brotli = await get(graph, path, { 'accept-encoding': 'gzip, br' });
        const gzip = await get(graph, path, { 'accept-encoding': 'br;q=0, gzip' });
        assert.deepEqual(
          [plain, brotli, gzip].map(({ headers }) => [headers['content-encoding'], headers['cache-control']]),
          [undefined, 'br', 'gzip'].map((encoding) => [encoding, 'public, max-age=31536000, immutable']),
        );
        assert.deepEqual(brotliDecompressSync(brotli.body), plain.body);
        assert.deepEqual(gunzipSync(gzip.body), plain.body);
      }
      assert.equal((await get(graph, `${paths[0]?.slice(0, -8)}xxxxx.js`)).status, 404);
    });

    for (const [what, options] of Object.entries({
      'it is off': { graphiql: 'off' },
      'introspection is, without which it can do nothing': { introspection: false },
    } as const))
      it(`is not there when ${what}`, async () => {
        await using other = await open(options);
        const { headers, body } = await get(other, '/graphql', asBrowser);
        assert.doesNotMatch(String(headers['content-type']), /html/);
        assert.ok(body.length < 1024);
      });
  });

  describe('an answer', () => {
    const ended = 'subscription { addedConnectors(xnetSlugs: []) { final } }';
    for (const [what, path, query, accept] of [
      ['POST', '/graphql', '{ credits { usage } }'],
      ['POST with an error', '/graphql', '{ nothing }'],
      ['GET', '/graphql?query=%7Bcredits%7Busage%7D%7D'],
      ['a price', '/quote', '{ credits { usage } }'],
      ['a stream of events', '/graphql', ended, 'text/event-stream'],
      ['a stream of parts', '/graphql', ended, 'multipart/mixed;subscriptionSpec="1.0", application/json'],
    ] as const)
      it(`to a key is kept by no cache: ${what}`, async () => {
        const { headers, body } = await request(graph.graph.url + path, {
          method: query ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json', 'x-api-key': key, ...(accept && { accept }) },
          body: query ? JSON.stringify({ query }) : null,
        });
        await body.dump();
        assert.equal(headers['cache-control'], 'no-store');
        assert.match(String(headers.vary), /x-api-key/);
        assert.match(String(headers.vary), /authorization/);
        const varying = String(headers.vary).split(', ');
        assert.equal(new Set(varying).size, varying.length, varying.join());
        assert.equal(headers['x-content-type-options'], 'nosniff');
        assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
      });

    for (const [status, what, path, asked] of [
      [400, 'a path that cannot be decoded', '/%zz', {}],
      [401, 'a session without a key', '/session', { method: 'POST', body: '{}' }],
      [404, 'a path that nothing is at', '/nowhere', {}],
      [404, 'an asset that there is not', '/graphql/assets/none.js', {}],
      [405, 'a method that the path does not take', '/graphql', { method: 'PATCH' }],
      [413, 'a body that is too long', '/graphql', { method: 'POST', body: 'x'.repeat(defaultLimits.bodyBytes + 1) }],
      [
        413,
        'a body that is too long for a caller without a key',
        '/quote',
        { method: 'POST', body: 'x'.repeat(70_000) },
      ],
      [429, 'a request too many', '/graphql', { method: 'POST', body: '{"query":"{ __typename }"}' }],
      [429, 'a query in a URL too many', '/graphql?query=%7B__typename%7D', {}],
      [503, 'a request under load', '/graphql', { method: 'POST', body: '{"query":"{ __typename }"}' }],
    ] as const)
      it(`that refuses a request is kept by no cache: ${status}, ${what}`, { timeout: 30_000 }, async () => {
        await using other = await open({
          traffic: {
            ...(status === 429 && { rates: { perKey: undefined, perAddress: 1 } }),
            ...(status === 503 && { load: { loopDelayMs: 0, heapPart: 1e-9, memoryPart: 0, busyMs: 0 } }),
          },
        });
        const ask = async () => {
          const answer = await request(other.graph.url + path, {
            ...asked,
            headers: { 'content-type': 'application/json' },
          });
          await answer.body.dump();
          return answer;
        };
        let answer = await ask();
        // A second one is too many; load is measured every other second.
        while (answer.statusCode !== status) answer = await ask();
        assert.match(String(answer.headers['cache-control']), /^no-store(?:, no-transform)?$/);
        const varying = String(answer.headers.vary).split(', ');
        for (const name of ['accept', 'authorization', 'x-api-key']) assert.ok(varying.includes(name), varying.join());
        assert.equal(new Set(varying).size, varying.length, varying.join());
      });

    it('that refuses a request unread is nobody’s page, and names the request', async () => {
      const { statusCode, headers, body } = await request(`${graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': 'a-form' },
        body: 'query={a}',
      });
      await body.dump();
      assert.equal(statusCode, 415);
      assert.equal(headers['x-request-id'], 'a-form');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
    });

    it('does not tell what a failing upstream says of its inside, but what it says of the request', async () => {
      await using other = await open({});
      const told = async (status: number) => {
        other.upstream.fault = () => ({ status, body: { code: status, errors: ['relation "secret" does not exist'] } });
        return (await post(other, { query: '{ credits { usage } }' }, { 'x-api-key': key })).text;
      };
      assert.doesNotMatch(await told(500), /secret/);
      assert.match(await told(400), /secret/);
    });

    for (const method of ['POST', 'GET'] as const)
      it(`tells no more of an unexpected failure than that there was one, by ${method}`, async () => {
        using database = new Database(':memory:');
        const logged: string[] = [];
        const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
        await using other = await open({ database, log });
        database.run`ALTER TABLE state_entry RENAME TO elsewhere`;
        const query = '{ purses { id } }';
        const inUrl = method === 'GET' ? `?${new URLSearchParams({ query })}` : '';
        const answer = await request(`${other.graph.url}/graphql${inUrl}`, {
          method,
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: method === 'GET' ? null : JSON.stringify({ query }),
        });
        const text = await answer.body.text();
        const [{ message, extensions }, ...more] = JSON.parse(text).errors;
        const said = 'Something unexpected failed; what it cost is not known.';
        assert.deepEqual([message, extensions, more], [said, { code: 'INTERNAL_SERVER_ERROR' }, []]);
        assert.doesNotMatch(text, /no such table|stack|\.ts/);
        assert.match(logged.join(), /no such table/);
      });

    for (const introspection of [true, false])
      it(`${introspection ? 'suggests' : 'suggests no'} names with introspection ${introspection ? 'on' : 'off'}`, async () => {
        await using other = await open({ introspection });
        const documents = [
          { query: '{ profle { id } }' },
          { query: '{ profiles(bi: []) { __typename } }' },
          { query: '{ ... on Profle { id } }' },
          { query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename } }', variables: { by: [{ i: 1 }] } },
        ];
        for (const document of documents) {
          const { text } = await post(other, document, { 'x-api-key': key });
          assert.equal(/Did you mean/.test(text), introspection, text);
        }
      });

    for (const [what, query] of Object.entries({
      'a field': `{ ${'f'.repeat(50_000)} }`,
      'a name that breaks the syntax': `{ a( ${'f'.repeat(50_000)} }`,
      'a type': `{ ... on ${'T'.repeat(50_000)} { a } }`,
      'an argument': `{ profile(${'a'.repeat(50_000)}: 1) { __typename } }`,
    }))
      it(`quotes the beginning and the end of a long name: ${what}`, async () => {
        const { status, bytes } = await post(graph, { query });
        assert.equal(status, 400);
        assert.ok(bytes < 4096, `got ${bytes} bytes`);
      });

    it('quotes no more of a long id or path', async () => {
      const query = `mutation { closePurse(input: { id: "${'i'.repeat(50_000)}" }) { __typename problems { message } } }`;
      const closed = await post(graph, { query }, { 'x-api-key': key });
      assert.match(closed.text, /There is no purse/);
      assert.ok(closed.bytes < 4096, `got ${closed.bytes} bytes`);
      const searched = await post(
        graph,
        {
          query: 'query ($dsl: JSON) { searchProfiles(dsl: $dsl) { totalCount } }',
          variables: { dsl: { ['f'.repeat(50_000)]: 1 } },
        },
        { 'x-api-key': key },
      );
      assert.match(searched.text, /errors/);
      assert.ok(searched.bytes < 4096, `got ${searched.bytes} bytes`);
      const path = `/session/${'i'.repeat(8_000)}`;
      const ended = await request(graph.graph.url + path, { method: 'DELETE', headers: { 'x-api-key': key } });
      const text = await ended.body.text();
      assert.match(text, /errors/);
      assert.ok(text.length < 4096, `got ${text.length} bytes`);
    });
  });

  describe('to those without an accepted key', () => {
    const most = 256 * 1024;
    it('takes bodies of 64 KiB, and larger ones with a key', async () => {
      const body = { query: '{ __typename }', variables: { text: 'x'.repeat(64 * 1024) } };
      const refused = await post(graph, body);
      assert.equal(refused.status, 413);
      assert.match(refused.text, /REQUEST_TOO_LARGE/);
      assert.equal((await post(graph, body, { 'x-api-key': key })).status, 200);
      assert.equal((await post(graph, body, { 'x-api-key': 'refused' })).status, 401);
    });

    it('takes 1,000 elements of lists, and more with a key', async () => {
      const query = 'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename } }';
      const statusOf = async (elements: number, headers: Readonly<Record<string, string>> = {}) =>
        (await post(graph, { query, variables: { by: Array(elements).fill({ xnetSlug: 'x' }) } }, headers)).status;
      assert.deepEqual([await statusOf(1_000), await statusOf(1_001)], [401, 400]);
      assert.equal(await statusOf(1_001, { 'x-api-key': key }), 200);
    });

    it('sends answers of 256 KiB, documents of the schema aside, and larger ones with a key', async () => {
      // No aliases, so that the rules on documents let it pass.
      const types =
        '__schema { types { description fields { description type { description fields { description args { description } type { description } } } } } }';
      const withMore = `{ ${types} credits { usage } }`;
      const refused = await post(graph, { query: withMore });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /RESPONSE_TOO_LARGE/);
      assert.ok(refused.bytes < 1024, `got ${refused.bytes} bytes`);
      const all = await post(graph, { query: withMore }, { 'x-api-key': key });
      assert.equal(all.status, 200);
      assert.ok(all.bytes > most, `got ${all.bytes} bytes`);
      const schema = await post(graph, { query: `{ ${types} }` });
      assert.equal(schema.status, 200);
      assert.ok(schema.bytes > most, `got ${schema.bytes} bytes`);
    });
  });

  for (const [what, query] of Object.entries({
    _service: '{ a: _service { sdl } b: _service { sdl } }',
    '__schema through a fragment':
      '{ ...s ...s b: __schema { queryType { name } } } fragment s on Query { __schema { queryType { name } } }',
    '__schema and _service': '{ _service { sdl } __schema { queryType { name } } }',
    'many types': `{ ${Array.from({ length: 11 }, (_, index) => `t${index}: __type(name: "Query") { name }`).join(' ')} }`,
    'a list of the schema under many names': `{ __schema { ${Array.from({ length: 11 }, (_, index) => `t${index}: types { name }`).join(' ')} } }`,
    'many root fields': `{ ${'__typename '.repeat(defaultLimits.rootFields + 1)} }`,
    'many variables': `query (${Array.from({ length: defaultLimits.variables + 1 }, (_, index) => `$v${index}: Int`).join(' ')}) { __typename }`,
  }))
    it(`refuses an operation with too much of one kind: ${what}`, async () => {
      const { status, text, bytes } = await post(graph, { query });
      assert.equal(status, 400);
      assert.match(text, /OPERATION_TOO_LARGE/);
      assert.ok(bytes < 128 * 1024);
    });

  it('takes no form', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-api-key': key };
    assert.equal((await post(graph, 'query=%7B__typename%7D', form)).status, 415);
  });
});
