import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';
import { type CastService, openCast } from '../../../support/service.ts';

/** Sends a request as it stands, to the end of the answer. */
async function exchange(url: string, lines: readonly string[], body = ''): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${[...lines, `Host: ${hostname}`, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

/** What `curl --http2` and Java's HttpClient send with a request over plain HTTP. */
const h2c = ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'];
const others = ['Connection: Upgrade, close', 'Upgrade: TLS/1.0, websocket-of-another-kind/2'];

describe('an offer of another protocol', () => {
  let service: CastService;
  let graph: TestGraph;
  before(async () => {
    service = await openCast();
    graph = await openTestGraph(service.url);
  });
  after(async () => {
    await graph.close();
    await service.close();
    await service.store.close();
  });

  const query = '{"query":"{__typename}"}';
  const json = 'Content-Type: application/json';
  for (const [name, offer] of Object.entries({ h2c, others }))
    for (const [line, answered, body] of [
      ['GET /healthz', /^HTTP\/1\.1 200 OK\r\n/],
      ['GET /graphql?query={__typename}', /^HTTP\/1\.1 200 OK\r\n[\s\S]*"__typename":"Query"/],
      ['POST /graphql', /^HTTP\/1\.1 200 OK\r\n[\s\S]*"__typename":"Query"/, query],
      ['POST /quote', /^HTTP\/1\.1 200 OK\r\n[\s\S]*"quote":/, query],
      ['GET /nowhere', /^HTTP\/1\.1 404 /],
    ] as const)
      it(`is ignored by the graph: ${line} with ${name}`, async () => {
        assert.match(await exchange(graph.graph.url, [`${line} HTTP/1.1`, json, ...offer], body), answered);
      });

  it('is ignored by the data service', async () => {
    assert.match(await exchange(service.url, ['GET /healthz HTTP/1.1', ...h2c]), /^HTTP\/1\.1 200 OK\r\n/);
  });

  it('ends the connection where an answer is still under way on it, and no other', async () => {
    const { port, hostname } = new URL(graph.graph.url);
    const socket = connect(Number(port), hostname);
    const first = [`POST /graphql HTTP/1.1`, `Host: ${hostname}`, json, `Content-Length: ${query.length}`, '', query];
    const second = ['GET /graphql HTTP/1.1', `Host: ${hostname}`, 'Connection: Upgrade', 'Upgrade: websocket'];
    const webSocket = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
    const protocol = 'Sec-WebSocket-Protocol: graphql-transport-ws';
    socket.write(first.join('\r\n') + [...second, ...webSocket, protocol, '', ''].join('\r\n'));
    await once(socket.resume(), 'close');
    assert.match(await exchange(graph.graph.url, ['GET /healthz HTTP/1.1', 'Connection: close']), /^HTTP\/1\.1 200 OK/);
  });

  it('leaves WebSockets as they were, in any spelling', async () => {
    const client = createClient({
      url: `${graph.graph.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { apiKey: 'any' },
    });
    assert.deepEqual((await client.iterate({ query: '{ __typename }' }).next()).value.data, { __typename: 'Query' });
    await client.dispose();
  });

  const version = 'Sec-WebSocket-Version: 13';
  const nonce = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  for (const [what, line, lines, status] of [
    ['another version', 'GET /graphql', ['Sec-WebSocket-Version: 7', nonce], 400],
    ['no key', 'GET /graphql', [version], 400],
    ['another path', 'GET /nowhere', [version, nonce], 404],
    ['another method', 'POST /graphql', [version, nonce], 405],
  ] as const)
    it(`refuses a WebSocket in JSON, with the request’s id: ${what}`, async () => {
      const told = await exchange(graph.graph.url, [
        ...[`${line} HTTP/1.1`, 'Connection: upgrade, close', 'Upgrade: WebSocket', 'X-Request-Id: one-of-mine'],
        ...lines,
      ]);
      assert.match(told, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(told, /\r\nx-request-id: one-of-mine\r\n/i);
      assert.match(told, /\r\ncontent-type: application\/json/i);
      assert.match(told, /\r\n\r\n(?:[\da-f]+\r\n)?\{"errors":\[\{"message":/);
    });
});
