import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createHandler } from '../../src/mcp/handler.ts';
import { usualLines } from '../../src/mcp/usual-lines.ts';
import { keyOf } from '../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../support/cast/cast-graph.ts';
import { sessionToken } from '../support/session-token.ts';

const page = 'https://app.example';

describe('what clients really send to /mcp', () => {
  let graph: CastGraph;
  let token: string;
  before(async () => {
    graph = await openCastGraph({ mcp: async () => createHandler('1.0.0'), origins: [page] });
    token = await sessionToken(graph.graph.url, keyOf('orchard'), { kind: 'agent', label: 'research', total: 10 });
  });
  after(() => graph.close());

  /** Sends a message, with a token unless the headers have another; the answer may be JSON or an event. */
  async function send(message: unknown, headers: Record<string, string> = {}, path = '/mcp') {
    const answer = await fetch(`${graph.graph.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
    const text = await answer.text();
    const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return { status: answer.status, headers: answer.headers, body: json === '' ? undefined : JSON.parse(json) };
  }

  const call = (params: unknown) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params });
  const spending = call({ name: 'spending', arguments: {} });

  for (const accept of ['*/*', 'application/json', 'text/event-stream', 'text/html'])
    it(`is taken with accept: ${accept}`, async () => {
      const { status, body } = await send(spending, { accept });
      assert.deepEqual([status, body.result.structuredContent.left], [200, 10]);
    });

  it('is taken with null for absent, numbers and lists as text, and a byte order mark', async () => {
    const none = await send(call({ name: 'spending', arguments: null }));
    assert.equal(none.body.result.structuredContent.left, 10);
    const listed = await send({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: null });
    assert.equal(listed.body.result.tools.length, 12);
    const found = await send(
      call({ name: 'find_people', arguments: { title: 'engineer', limit: '1', in_network: 'true', skill: null } }),
    );
    assert.equal(found.body.result.structuredContent.people.length, 1);
    const marked = await send(`\ufeff${JSON.stringify(spending)}`);
    assert.equal(marked.status, 200);
    const slash = await send(spending, {}, '/mcp/');
    assert.equal(slash.status, 200);
  });

  const stateless = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };

  const nested = '['.repeat(5000) + ']'.repeat(5000);

  for (const [what, refused, status, code, sentence] of [
    ['invalid JSON', () => send('{"jsonrpc":'), 400, -32_700, /must be JSON/],
    ['no object', () => send('7'), 400, -32_600, /must be an object/],
    ['another type', () => send(spending, { 'content-type': 'text/plain' }), 415, -32_600, /application\/json/],
    ['a long body', () => send('x'.repeat(300_000)), 413, -32_600, /at most 262144 bytes/],
    ['a foreign page', () => send(spending, { origin: 'https://evil.example' }), 403, -32_000, /KITH_ORIGINS/],
    ['no token', () => send(spending, { authorization: '' }), 401, -32_000, /session’s token.*kith mcp token/],
    ['a wrong token', () => send(spending, { authorization: 'Bearer kiths4_x' }), 401, -32_000, /session/],
    [
      'an API key as a token',
      () => send(spending, { authorization: `Bearer ${keyOf('orchard')}` }),
      401,
      -32_000,
      /something else, such as an API key/,
    ],
    [
      'an API key in its header',
      () => send(spending, { authorization: '', 'x-api-key': keyOf('orchard') }),
      401,
      -32_000,
      /not with an API key in x-api-key/,
    ],
    [
      'initialize without a revision',
      () => send({ jsonrpc: '2.0', id: 7, method: 'initialize', params: {} }),
      400,
      -32_602,
      /^protocolVersion: must be/,
    ],
    [
      'a batch in a revision without them',
      () => send([spending], { 'mcp-protocol-version': '2025-06-18' }),
      400,
      -32_600,
      /one at a time/,
    ],
    [
      'initialize in a revision without it',
      () =>
        send(
          { jsonrpc: '2.0', id: 7, method: 'initialize', params: stateless },
          { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'initialize' },
        ),
      404,
      -32_601,
      /Method not found/,
    ],
    [
      'a subscription, as there are none',
      () =>
        send(
          { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params: stateless },
          { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
        ),
      404,
      -32_601,
      /no subscription/,
    ],
    ['an unknown tool', () => send(call({ name: 'drop_tables' })), 200, -32_602, /There is no tool drop_tables/],
    ['no parameters', () => send(call([1])), 400, -32_602, /^params: must be an object/],
    ['no tool', () => send(call({ arguments: {} })), 400, -32_602, /^name: must be the name of a tool/],
    [
      'arguments that are no object',
      () => send(call({ name: 'get_person', arguments: 'ada-moreau' })),
      400,
      -32_602,
      /^arguments: must be an object/,
    ],
    [
      'arguments that are nested too deep',
      () =>
        send(
          `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"resolve","arguments":{"people":${nested}}}}`,
        ),
      400,
      -32_602,
      /^arguments: must be nested at most 64 deep/,
    ],
  ] as const)
    it(`is refused as JSON-RPC with a reason: ${what}`, async () => {
      const { status: given, body } = await refused();
      assert.equal(given, status, JSON.stringify(body));
      assert.deepEqual([body.jsonrpc, body.error.code], ['2.0', code]);
      assert.match(body.error.message, sentence);
      assert.ok(!JSON.stringify(body).includes(keyOf('orchard')));
      if (status === 401) assert.equal(body.id, 7);
    });

  it('is refused as JSON-RPC by methods that it has not', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(`${graph.graph.url}/mcp`, { method, headers: { accept: 'text/event-stream' } });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'OPTIONS, POST']);
      const { error }: { error: { message: string } } = await answer.json();
      assert.match(error.message, new RegExp(`but got ${method}`));
    }
  });

  it('comes from pages of listed origins, whose preflight is answered', async () => {
    const preflight = await fetch(`${graph.graph.url}/mcp`, {
      method: 'OPTIONS',
      headers: {
        origin: page,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-method,mcp-name',
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), page);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /mcp-protocol-version/);
    const { status, headers } = await send(spending, { origin: page });
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, page]);
    const refused = await send(spending, { origin: page, authorization: '' });
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, page]);
  });
});

describe('what clients really send over stdio', () => {
  /** The messages that are dispatched, and the answers to those that are not. */
  async function read(...lines: readonly unknown[]) {
    const refused: unknown[] = [];
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    const taken = await usualLines(Readable.from([`${text}\n`]), (answer) => refused.push(answer)).toArray();
    return { taken: taken.join('').trimEnd().split('\n'), refused };
  }

  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const initialize = (protocolVersion: string) => ({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion },
  });

  it('is a batch in the revision that has them, and refused in later ones', async () => {
    const old = await read(initialize('2025-03-26'), [ping(1), ping(2)]);
    assert.deepEqual([old.taken.length, old.refused], [3, []]);
    const later = await read(initialize('2025-06-18'), [ping(1), ping(2)], ping(3));
    assert.equal(later.taken.length, 2);
    assert.partialDeepStrictEqual(later.refused, [{ id: null, error: { code: -32_600 } }]);
  });
});
