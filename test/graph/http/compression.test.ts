import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph } from '../../support/graph/graph.ts';
import { followDocument, openTaskGraph, partnerKey } from '../../support/graph/task-graph.ts';
import { openTaskUpstream } from '../../support/graph/task-upstream.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';
import { openCast } from '../../support/service.ts';

const key = 'kith_demo_partner';
const relationships =
  '{ relationships(first: 200) { totalCount nodes { profile { fullName currentTitle } connections { connectorName connectorCurrentTitle strength sources { origin } } } } }';

const decoded = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
} as const;

const dataOf = (body: Buffer): unknown => JSON.parse(String(body)).data;

describe('a graph compresses', () => {
  let sample: SampleGraph;
  before(async () => {
    sample = await openSampleGraph({ profiles: 2000 });
  });
  after(() => sample[Symbol.asyncDispose]());

  interface Asked {
    readonly path?: string;
    readonly method?: 'GET' | 'POST';
    readonly query?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }

  /** An answer as it was sent: undici decodes nothing. */
  async function sent({ path = '/graphql', method = 'POST', query, headers }: Asked) {
    const isGot = method === 'GET' && query !== undefined;
    const {
      statusCode,
      headers: told,
      body,
    } = await request(sample.graph.url + path + (isGot ? `?${new URLSearchParams({ query })}` : ''), {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      body: query === undefined || isGot ? null : JSON.stringify({ query }),
    });
    const coding = told['content-encoding'];
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, headers: told, coding, bytes };
  }

  // Those by GET are Yoga's.
  for (const [coding, accept] of [
    ['gzip', 'gzip'],
    ['br', 'gzip;q=0.5, br'],
    ['zstd', 'gzip, deflate, br, zstd'],
    ['zstd', '*'],
    ['br', 'BR, zstd;q=0'],
  ] as const)
    for (const method of ['POST', 'GET'] as const)
      it(`200 relationships into less than 10 kB by ${coding} for “${accept}”, by ${method}`, async () => {
        const plain = await sent({ query: relationships, method });
        const { status, bytes, ...answer } = await sent({
          query: relationships,
          method,
          headers: { 'accept-encoding': accept },
        });
        assert.deepEqual([status, answer.coding, plain.coding], [200, coding, undefined]);
        assert.ok(plain.bytes.length > 60_000, `200 relationships have ${plain.bytes.length} bytes`);
        assert.ok(bytes.length < 10_000, `got ${bytes.length} of ${plain.bytes.length} bytes`);
        assert.equal(Number(answer.headers['content-length']), bytes.length);
        assert.deepEqual(dataOf(decoded[coding](bytes)), dataOf(plain.bytes));
        assert.equal(JSON.parse(String(plain.bytes)).data.relationships.nodes.length, 200);
      });

  for (const accept of ['identity', 'deflate', 'gzip;q=0', ''])
    it(`nothing for a caller that takes “${accept}”`, async () => {
      const { coding, headers, bytes } = await sent({ query: relationships, headers: { 'accept-encoding': accept } });
      assert.equal(coding, undefined);
      assert.match(String(headers.vary), /accept-encoding/);
      assert.equal(JSON.parse(String(bytes)).data.relationships.nodes.length, 200);
    });

  it('no answer below 1 kB, and says what it hangs on', async () => {
    const answer = await sent({ query: '{ credits { usage } }', headers: { 'accept-encoding': 'gzip' } });
    assert.equal(answer.coding, undefined);
    assert.match(String(answer.headers.vary), /accept-encoding/);
  });

  it('refusals and prices, too', async () => {
    const long = `{ ${Array.from({ length: 40 }, (_, at) => `nothing${at}`).join(' ')} }`;
    const refused = await sent({ query: long, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(refused.coding, 'gzip');
    assert.ok(JSON.parse(String(gunzipSync(refused.bytes))).errors.length > 1);
    const schema = '{ __schema { types { name description } } }';
    const get = await sent({
      path: `/graphql?query=${encodeURIComponent(schema)}`,
      method: 'GET',
      headers: { 'accept-encoding': 'br' },
    });
    assert.equal(get.coding, 'br');
    assert.ok(JSON.parse(String(brotliDecompressSync(get.bytes))).data.__schema.types.length > 100);
  });

  it('no answer about sessions, however long', async () => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key, 'accept-encoding': 'gzip, br, zstd' };
    for (let at = 0; at < 4; at += 1) {
      const {
        statusCode,
        headers: told,
        body,
      } = await request(`${sample.graph.url}/session`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ label: 'x'.repeat(200) }),
      });
      assert.deepEqual([statusCode, told['content-encoding']], [200, undefined]);
      await body.dump();
    }
    const list = await sent({ path: '/session', method: 'GET', headers });
    assert.ok(list.bytes.length > 1024);
    assert.equal(list.coding, undefined);
    assert.match(String(list.headers['cache-control']), /no-transform/);
  });

  it('its page, which is answered with 304 to who has it', async () => {
    const browser = { accept: 'text/html', 'accept-encoding': 'br' };
    const page = await sent({ method: 'GET', headers: browser });
    assert.equal(page.status, 200);
    assert.match(String(page.headers['cache-control']), /no-cache/);
    const again = await sent({ method: 'GET', headers: { ...browser, 'if-none-match': String(page.headers.etag) } });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    const other = await sent({ method: 'GET', headers: { ...browser, 'if-none-match': '"another"' } });
    assert.equal(other.status, 200);
  });
});

describe('event streams', () => {
  for (const accept of ['text/event-stream', 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json'])
    it(`are not compressed: ${accept}`, async () => {
      await using upstream = await openTaskUpstream();
      await using graph = await openTaskGraph(upstream.url);
      const task = upstream.add('plain');
      task.status = 'Mapped';
      const { statusCode, headers, body } = await request(`${graph.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept,
          'accept-encoding': 'gzip, br, zstd',
          'x-api-key': partnerKey,
        },
        body: JSON.stringify({ query: followDocument, variables: { id: task.id } }),
      });
      // Yoga says of server-sent events that there is no coding.
      assert.deepEqual([statusCode, headers['content-encoding'] ?? 'none'], [200, 'none']);
      assert.match(await body.text(), /Mapped/);
    });
});

describe('the data service', () => {
  const ask = async (url: string, headers: Readonly<Record<string, string>>) => {
    const answer = await request(url, { headers });
    return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };

  it('compresses its answers, and names its document by what is in it', async () => {
    await using service = await openCast();
    const plain = await ask(`${service.url}/openapi.json`, {});
    for (const [coding, decode] of Object.entries(decoded)) {
      const { statusCode, headers, bytes } = await ask(`${service.url}/openapi.json`, { 'accept-encoding': coding });
      assert.equal(statusCode, 200);
      assert.equal(headers['content-encoding'], coding === 'identity' ? undefined : coding);
      assert.match(String(headers.vary), /accept-encoding/);
      assert.deepEqual(decode(bytes), plain.bytes);
      assert.ok(headers.etag);
      const known = { 'accept-encoding': coding, 'if-none-match': String(headers.etag) };
      const again = await ask(`${service.url}/openapi.json`, known);
      assert.deepEqual([again.statusCode, again.bytes.length], [304, 0]);
    }
    await service.store.close();
  });

  it('leaves its graph’s calls as they are', async () => {
    await using service = await openCast();
    await using graph = await openTestGraph(service.url);
    const { errors } = await graph.ask(keyOf('orchard'), '{ relationships(first: 5) { totalCount } }');
    assert.equal(errors, undefined);
    assert.ok(graph.upstream.calls.length > 0);
    await service.store.close();
  });
});
