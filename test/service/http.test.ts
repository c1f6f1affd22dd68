import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, suite, test } from 'node:test';
import { operations } from '../../src/contract/operation/all.ts';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { endpoint } from '../../src/service/endpoint.ts';
import { openService } from '../../src/service/server.ts';
import { type CastService, openCast } from '../support/service.ts';

const key = { 'x-api-key': 'kith_test_orchard' };
const json = { 'content-type': 'application/json' };

/** Writes to a plain socket; `answer` is all that came back when it closed. */
function talk(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  socket.write(text);
  return { socket, connected: once(socket, 'connect'), answer: once(socket, 'close').then(() => chunks.join('')) };
}

suite('the service over HTTP', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service.close());

  test('it answers an unknown path with 404, without its query [http.answers-unknown-path]', async () => {
    const { status, body } = await service.send('/v3/people?key=secret');
    const errors = ['There is no GET "/v3/people"; /openapi.json lists the endpoints.'];
    assert.deepEqual({ status, body }, { status: 404, body: { code: 404, errors } });
  });

  test('it answers a wrong method with 405 and the methods allowed, before anything else [http.answers-wrong-method]', async () => {
    for (const { method, path } of operations) {
      const wrong = await service.send(path, { method: 'PUT', body: 'x' });
      const own = method === 'GET' ? 'GET or HEAD' : method;
      assert.deepEqual(wrong.body, { code: 405, errors: [`PUT: must be ${own} on this path`] });
      assert.equal(wrong.status, 405);
      assert.equal(wrong.headers.get('allow'), method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS');
    }
    assert.equal((await service.send('/v3/profiles/search', { method: 'HEAD' })).status, 405);
    assert.equal((await service.send('/healthz', { method: 'POST' })).status, 405);
  });

  test('it answers a method that it has nowhere with 405 too', async () => {
    for (const method of ['QUERY', 'PROPFIND']) {
      const head = `${method} /v3/profiles/search HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`;
      const { answer } = talk(service.port, `${head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{}`);
      assert.match(await answer, /^HTTP\/1\.1 405 Method Not Allowed\r\n[\s\S]*allow: POST, OPTIONS\r\n/);
    }
  });

  test('it gives up on heads and bodies that do not arrive whole', { timeout: 60_000 }, async () => {
    await using impatient = await openCast({ arrivalMs: 200 });
    for (const half of [
      'POST /v3/profiles/search HTTP/1.1\r\nhost: x\r\n',
      'POST /v3/profiles/search HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\nx-api-key: kith_test_orchard\r\ncontent-type: application/json\r\n\r\n{',
    ]) {
      const { answer } = talk(impatient.port, half);
      assert.match(await answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    }
    await impatient.close();
    await impatient.store.close();
  });

  test('it answers OPTIONS with the methods allowed, and HEAD like GET without a body', async () => {
    const options = await service.send('/v3/profiles/search', { method: 'OPTIONS' });
    assert.deepEqual([options.status, options.headers.get('allow'), options.body], [204, 'POST, OPTIONS', undefined]);
    const head = await service.send('/credits/usage', { method: 'HEAD', headers: key });
    assert.deepEqual([head.status, head.headers.get('content-length'), head.body], [200, '11', undefined]);
    assert.equal((await service.send('/credits/usage', { method: 'HEAD' })).status, 401);
  });

  test('it takes a body of 1 MiB and no larger one [http.largest-body]', async () => {
    const bodyOf = (size: number) => JSON.stringify({ ids: [], x: '' }).replace('""', `"${'x'.repeat(size - 17)}"`);
    const post = (body: string) =>
      service.send('/v3/profiles/fetch', { method: 'POST', headers: { ...key, ...json }, body });
    assert.equal(bodyOf(1_048_576).length, 1_048_576);
    assert.equal((await post(bodyOf(1_048_576))).status, 400);
    const { status, body } = await post(bodyOf(1_048_577));
    const errors = ['body: must be at most 1048576 bytes, but got more'];
    assert.deepEqual({ status, body }, { status: 413, body: { code: 413, errors } });
  });

  test('it takes JSON only [http.takes-json]', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const request = { method: 'POST', headers: { ...key, 'content-type': type }, body: '{}' };
      const { status, body } = await service.send('/v3/profiles/fetch', request);
      const errors = [`content-type: must be application/json, but got "${type}"`];
      assert.deepEqual({ status, body }, { status: 415, body: { code: 415, errors } });
    }
    const charset = {
      method: 'POST',
      headers: { ...key, 'content-type': 'application/json; charset=utf-8' },
      body: '{"ids":[]}',
    };
    assert.equal((await service.send('/v3/profiles/fetch', charset)).status, 200);
    for (const [header, value, expected] of [
      ['content-type', 'application/json; charset=iso-8859-1', 'must be application/json in UTF-8'],
      ['content-encoding', 'gzip', 'must be left out'],
    ] as const) {
      const headers = { ...charset.headers, [header]: value };
      const { status, body } = await service.send('/v3/profiles/fetch', { ...charset, headers });
      const errors = [`${header}: ${expected}, but got "${value}"`];
      assert.deepEqual({ status, body }, { status: 415, body: { code: 415, errors } });
    }
  });

  test('it answers a body that is missing as one that is not valid', async () => {
    for (const headers of [key, { ...key, ...json }]) {
      const { status, body } = await service.send('/v3/profiles/fetch', { method: 'POST', headers });
      assert.deepEqual(
        { status, body },
        { status: 400, body: { code: 400, errors: ['body: must be an object, but got nothing'] } },
      );
    }
  });

  test('it answers what is no HTTP in the standard form too', async () => {
    const raw = (text: string) => talk(service.port, text).answer;
    const malformed = await raw('NOT HTTP\r\n\r\n');
    assert.match(malformed, /^HTTP\/1\.1 400 .*x-request-id: [\da-f-]{36}\r\n.*\{"code":400,"errors":\["The request/s);
    const large = await raw(`GET / HTTP/1.1\r\nhost: kith\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`);
    assert.match(large, /^HTTP\/1\.1 431 .*\{"code":431,"errors":\["The headers are too large\."\]\}$/s);
    const path = await raw('GET /%zz HTTP/1.1\r\nhost: kith\r\nconnection: close\r\n\r\n');
    assert.match(path, /^HTTP\/1\.1 400 .*x-request-id: [\da-f-]{36}\r\n.*\{"code":400,"errors":\["The request/s);
  });

  test('it names every answer with a request id of its own [http.names-every-answer]', async () => {
    const paths = ['/healthz', '/nowhere', '/credits/usage', '/v3/profiles/search'];
    const ids = await Promise.all(paths.map(async (path) => (await service.send(path)).headers.get('x-request-id')));
    for (const id of ids) assert.match(id ?? '', /^[\da-f-]{36}$/);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('it has answers to a key kept by no cache, and none taken for another type than it is', async () => {
    for (const [path, headers, kept] of [
      ['/credits/usage', key, 'no-store'],
      ['/credits/usage', {}, 'no-store'],
      ['/nowhere', key, 'no-store'],
      ['/openapi.json', {}, 'no-cache'],
    ] as const) {
      const answer = await service.send(path, { headers });
      assert.deepEqual(
        [answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')],
        [kept, 'nosniff'],
        path,
      );
    }
  });

  test('it says whether it lives and whether it is ready', async () => {
    assert.deepEqual((await service.send('/healthz')).body, { status: 'ok' });
    assert.deepEqual((await service.send('/readyz')).body, { status: 'ready' });
    const lost = await openCast();
    await lost.store.close();
    assert.equal((await lost.send('/healthz')).status, 200);
    const { status, headers, body } = await lost.send('/readyz');
    assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
    assert.deepEqual(body, { code: 503, errors: ['The store does not answer; try again later.'] });
    await lost.close();
  });

  test('it masks what goes wrong inside, and charges nothing for it [http.masks-failures]', async () => {
    const failing = endpoint(creditUsage, async () => {
      throw new Error('the table of secrets is locked');
    });
    await using broken = await openService({ ...service.context, endpoints: [failing] });
    const response = await fetch(`${broken.url}/credits/usage`, { headers: key });
    const errors = ['Something went wrong in the service; search its log for the request id.'];
    assert.deepEqual([response.status, await response.json()], [500, { code: 500, errors }]);
  });

  test('it lets a request in flight end when it closes, and refuses the next with 503 [http.lets-request-flight]', async () => {
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const slow = endpoint(creditUsage, async () => {
      begun.resolve();
      await released.promise;
      return { status: 200, body: { usage: 7 } };
    });
    const closing = await openService({ ...service.context, endpoints: [slow] });
    const request = `GET /credits/usage HTTP/1.1\r\nhost: kith\r\nx-api-key: ${key['x-api-key']}\r\n`;
    const late = talk(closing.port, request);
    await late.connected;
    const early = talk(closing.port, `${request}\r\n`);
    await begun.promise;
    const closed = closing.close();
    late.socket.write('\r\n');
    assert.match(
      await late.answer,
      /^HTTP\/1\.1 503 .*retry-after: 1\r\n.*\{"code":503,"errors":\["The service is shutting down\."\]\}$/s,
    );
    released.resolve();
    assert.match(await early.answer, /^HTTP\/1\.1 200 .*connection: close\r\n.*\{"usage":7\}$/is);
    await closed;
    assert.equal(closing.close(), closed);
    await assert.rejects(fetch(`${closing.url}/healthz`), { message: 'fetch failed' });
  });

  test('it does not open on a port in use', async () => {
    await assert.rejects(openService({ ...service.context, port: service.port }), { code: 'EADDRINUSE' });
  });
});
