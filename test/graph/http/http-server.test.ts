import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import { type Graph, openGraph } from '../../../src/graph/server.ts';

const bodyBytes = 500;
const json = 'content-type: application/json';
const query = '{"query":"{__typename}"}';
const key = 'x-api-key: any';
const callback = `/callbacks/${'x'.repeat(43)}`;

describe('the graph’s HTTP server', () => {
  let graph: Graph;
  before(async () => {
    // Nothing here reaches the upstream, but for what says that it does not answer.
    graph = await openGraph({
      upstreamUrl: 'http://127.0.0.1:9',
      log: pino({ level: 'silent' }),
      limits: { bodyBytes },
      secret: 'a secret of this test',
      tracking: { publicUrl: 'https://graph.example/kith' },
    });
  });
  after(() => graph.close());

  /** Sends a request as it stands, and reads the answer to its end. */
  async function exchange(line: string, headers: readonly string[] = [], body = '') {
    const { port, hostname } = new URL(graph.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const sized = body === '' || headers.some((header) => header.startsWith('transfer-encoding'));
    const length = sized ? [] : [`content-length: ${Buffer.byteLength(body)}`];
    const head = [`${line} HTTP/1.1`, 'host: kith', 'connection: close', ...headers, ...length];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    const answer = await text(socket);
    const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
    const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(answer)?.[1];
    const [, sentence] = /"message":"([^"]*)"/.exec(answer) ?? [];
    return { status: Number(status), header, sentence, answer };
  }

  const routes = { '/': 'GET, HEAD', '/graphql': 'GET, OPTIONS, POST', '/quote': 'OPTIONS, POST' };
  const others = {
    '/session': 'GET, HEAD, POST',
    '/admin': 'GET, HEAD, POST',
    '/healthz': 'GET, HEAD',
    '/readyz': 'GET, HEAD',
  };
  for (const [path, allow] of Object.entries({ ...routes, ...others })) {
    // The last one is no method that Fastify has routes for.
    for (const method of ['PUT', 'DELETE', 'PROPFIND'])
      it(`answers ${method} ${path} with 405 and the methods that it takes, whatever the body`, async () => {
        const { status, header, sentence } = await exchange(`${method} ${path}?x=1`, [json], 'x'.repeat(bodyBytes + 1));
        const said = `${path} takes ${allow}, but got ${method}.`;
        assert.deepEqual([status, header('allow'), sentence], [405, allow, said]);
      });
  }

  for (const path of ['/nowhere', '/graphql/', '/Graphql', '/callbacks/short', `/elsewhere${callback}`])
    it(`answers ${path} with 404, and says where the graph is`, async () => {
      const { status, sentence } = await exchange(`POST ${path}`, ['content-type: x'], 'x'.repeat(bodyBytes + 1));
      assert.deepEqual([status, sentence], [404, 'There is nothing at this path: the graph is at /graphql.']);
    });

  it('answers a path that cannot be decoded with 400', async () => {
    const { status, header, sentence } = await exchange('GET /%zz', ['x-request-id: mine']);
    assert.deepEqual([status, header('x-request-id'), sentence], [400, 'mine', 'The request could not be read.']);
  });

  for (const [path, ...headers] of [
    ['/graphql', json],
    ['/graphql', 'content-type: application/graphql'],
    ['/quote', json],
    ['/session', json, key],
  ] as const) {
    const tooLong = 'x'.repeat(bodyBytes + 1);
    const sentence = `The request’s body must be at most ${bodyBytes} bytes.`;
    it(`answers a body too long for ${path} (${headers[0]}) with 413, and closes`, async () => {
      const refused = await exchange(`POST ${path}`, headers, tooLong);
      assert.deepEqual([refused.status, refused.sentence, refused.header('connection')], [413, sentence, 'close']);
    });

    it(`does so where ${path} (${headers[0]}) was not told its length`, async () => {
      const chunks = `${tooLong.length.toString(16)}\r\n${tooLong}\r\n0\r\n\r\n`;
      const refused = await exchange(`POST ${path}`, [...headers, 'transfer-encoding: chunked'], chunks);
      assert.deepEqual([refused.status, refused.sentence], [413, sentence]);
    });
  }

  it('refuses who may not have a body read before it is', async () => {
    const tooLong = 'x'.repeat(bodyBytes + 1);
    assert.equal((await exchange('POST /session', [json], tooLong)).status, 401);
    const sealed = 'content-type: application/vnd.kith.sealed';
    for (const headers of [[sealed], [sealed, 'authorization: Bearer guess'], [sealed, 'authorization: Kith a b c']])
      assert.equal((await exchange('POST /admin', headers, tooLong)).status, 401);
  });

  for (const path of ['/graphql', '/quote'])
    for (const [type, body] of [
      ['text/plain', query],
      ['multipart/form-data; boundary=x', query],
      ['x', query],
      [undefined, query],
      [undefined, ''],
    ] as const)
      it(`answers ${path} with 415 for ${type ?? 'no content type'}, ${body === '' ? 'without' : 'with'} a body`, async () => {
        const { status, sentence } = await exchange(`POST ${path}`, type ? [`content-type: ${type}`] : [], body);
        const said = `content-type: must be application/json, but got ${type ? `“${type}”` : 'none'}.`;
        assert.deepEqual([status, sentence], [415, said]);
      });

  it('finds a path in any form that HTTP knows', async () => {
    for (const target of ['http://kith/graphql', '/%67raphql', '/graphql?x=1'])
      assert.match((await exchange(`POST ${target}`, [json], query)).answer, /^HTTP\/1\.1 200 .*"__typename":"Query"/s);
  });

  it('takes a callback of any method and payload, under its public path and without it', async () => {
    for (const line of [`GET ${callback}`, `PUT /kith${callback}`, `POST ${callback}?x=1`]) {
      const { status, header, sentence } = await exchange(line, ['content-type: x'], 'x'.repeat(bodyBytes + 1));
      assert.deepEqual([status, sentence], [404, 'No task waits for this callback.']);
      assert.equal(header('cache-control'), 'no-store');
    }
  });

  it('says whether it lives, whether the upstream answers, and where the graph is', async () => {
    const alive = await exchange('GET /healthz');
    assert.deepEqual([alive.status, alive.header('cache-control')], [200, 'no-store']);
    assert.equal((await exchange('HEAD /healthz')).status, 200);
    const ready = await exchange('GET /readyz');
    assert.deepEqual([ready.status, ready.header('cache-control')], [503, 'no-store']);
    const root = await exchange('GET /');
    assert.deepEqual([root.status, root.header('location')], [302, '/graphql']);
  });

  it('names every answer with the caller’s request id, or with one of its own', async () => {
    for (const [line, ...headers] of [
      ['GET /healthz'],
      ['GET /nowhere'],
      ['PUT /graphql'],
      ['POST /session'],
      ['POST /graphql', json],
      ['POST /graphql', 'content-type: x'],
      ['GET /graphql?query={__typename}'],
    ] as const) {
      const own = await exchange(line, [...headers, 'x-request-id: the.caller:s-own_1']);
      assert.equal(own.header('x-request-id'), 'the.caller:s-own_1');
      for (const given of [[], ['x-request-id: not plain'], [`x-request-id: ${'x'.repeat(129)}`]])
        assert.match((await exchange(line, [...headers, ...given])).header('x-request-id') ?? '', /^[\da-f-]{36}$/);
    }
  });

  it('gives up on heads and bodies that do not arrive whole', { timeout: 30_000 }, async () => {
    const upstreamUrl = 'http://127.0.0.1:9';
    await using impatient = await openGraph({ upstreamUrl, log: pino({ level: 'silent' }), arrivalMs: 200 });
    const { port, hostname } = new URL(impatient.url);
    for (const half of [
      'POST /graphql HTTP/1.1\r\nhost: kith\r\n',
      `POST /graphql HTTP/1.1\r\nhost: kith\r\n${json}\r\ncontent-length: 9\r\n\r\n{`,
      `POST /quote HTTP/1.1\r\nhost: kith\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
    ]) {
      const socket = connect(Number(port), hostname);
      socket.write(half);
      assert.match(await text(socket), /^HTTP\/1\.1 408 Request Timeout\r\n/);
    }
  });

  it('closes connections above as many as it may have, and takes others once some have closed', {
    timeout: 30_000,
  }, async () => {
    const traffic = { connections: 3 };
    const upstreamUrl = 'http://127.0.0.1:9';
    await using small = await openGraph({ upstreamUrl, log: pino({ level: 'silent' }), traffic });
    const { port, hostname } = new URL(small.url);
    /** A connection that stays open, with the first line of what it is answered; '' where it is closed unanswered. */
    const open = async () => {
      const socket = connect(Number(port), hostname);
      const answer = Promise.withResolvers<string>();
      socket.on('error', () => undefined);
      socket.on('data', (data) => answer.resolve(String(data).split('\r\n', 1)[0] ?? ''));
      socket.on('close', () => answer.resolve(''));
      socket.write('GET /healthz HTTP/1.1\r\nhost: kith\r\n\r\n');
      return { socket, line: await answer.promise };
    };
    const client = new WebSocket(`${small.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(client, 'open');
    const [one, other] = [await open(), await open()];
    assert.deepEqual([one.line, other.line], ['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
    for (let more = 0; more < 3; more += 1) assert.equal((await open()).line, '');
    one.socket.destroy();
    client.terminate();
    // The server hears of it in its own time.
    const taken: Socket[] = [];
    while (taken.length < 2) {
      const { socket, line } = await open();
      if (line !== '') taken.push(socket);
    }
    assert.equal((await open()).line, '');
    for (const socket of [other.socket, ...taken]) socket.destroy();
  });

  it('answers what is no HTTP, and headers that are too large', async () => {
    assert.equal((await exchange('NONSENSE')).status, 400);
    assert.equal((await exchange('GET /healthz', [`x: ${'y'.repeat(40_000)}`])).status, 431);
  });
});
