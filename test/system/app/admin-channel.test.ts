import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';

const secret = 'a secret of this test, which is long enough';
const apiKey = 'kith_a_key_that_nobody_else_may_read';

interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Listens where a graph should, passes on what it is sent or answers by itself, and keeps all of it. */
async function openStranger(answer: (heard: Heard) => Promise<{ readonly status: number; readonly body: Buffer }>) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    heard.push(one);
    const { status, body } = await answer(one);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, heard, [Symbol.asyncDispose]: close };
}

const believable = Buffer.from(
  JSON.stringify({
    nonce: 'x',
    records: 0,
    results: 0,
    exclusions: 0,
    targets: 0,
    approvals: 0,
    watched: 0,
    everywhere: true,
    purses: [],
    code: 'x',
  }),
);

describe('an administrator’s command', () => {
  const commands = (directory: string) =>
    ({
      purge: ['purge', '--profile', 'ada-moreau'],
      backup: ['backup', join(directory, 'a-backup')],
      purse: ['purse', 'list'],
      explore: ['explore', '--print'],
    }) as const;

  for (const name of ['purge', 'backup', 'purse', 'explore'] as const)
    it(`believes no stranger at the graph’s port, and tells it nothing: ${name}`, async () => {
      await using directory = await temporaryDirectory();
      await using stranger = await openStranger(async () => ({ status: 200, body: believable }));
      const { code, err } = await kith(commands(directory.path)[name], {
        KITH_DATA_DIR: join(directory.path, 'data'),
        KITH_PORT: String(stranger.port),
        KITH_UPSTREAM_URL: 'http://127.0.0.1:1',
        KITH_SECRET: secret,
        KITH_API_KEY: apiKey,
      });
      assert.equal(code, 1);
      assert.match(err, /is not a graph with the secret configured here/);
      assert.ok(stranger.heard.length > 0);
      const text = stranger.heard
        .map(({ headers, body }) => JSON.stringify(headers) + body.toString('latin1'))
        .join('');
      for (const word of [secret, apiKey, 'ada-moreau']) assert.ok(!text.includes(word), word);
      assert.ok(!existsSync(join(directory.path, 'a-backup')));
    });

  it('leaves nothing to a relay that can be used once more', async () => {
    await using cast = await openCastGraph({ secret });
    await using relay = await openStranger(async ({ method, path, headers, body }) => {
      const { authorization = '', 'content-type': type = 'application/json' } = headers;
      const answer = await fetch(cast.graph.url + path, {
        method,
        headers: { authorization, 'content-type': type },
        body: method === 'GET' ? null : Uint8Array.from(body),
      });
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    });
    const env = { KITH_SECRET: secret, KITH_API_KEY: keyOf('orchard') };
    const url = `http://127.0.0.1:${relay.port}`;
    const { code, err } = await kith(['purse', 'create', '--label', 'x', '--total', '3', '--graph', url], env);
    assert.deepEqual([code, err], [0, '']);
    const [, sent] = relay.heard;
    assert.ok(sent);
    assert.ok(!JSON.stringify(sent.headers).includes(keyOf('orchard')));
    const { authorization = '', 'content-type': type = '' } = sent.headers;
    const again = await fetch(cast.graph.url + sent.path, {
      method: sent.method,
      headers: { authorization, 'content-type': type },
      body: Uint8Array.from(sent.body),
    });
    assert.equal(again.status, 401);
  });

  it('reaches the graph of its data directory by a socket there, whatever port that has, and replaces a stale one', {
    skip: process.platform === 'win32' && 'Windows has named pipes instead',
  }, async () => {
    await using cast = await openCastGraph();
    await using directory = await temporaryDirectory();
    const env = { KITH_DATA_DIR: directory.path, KITH_UPSTREAM_URL: cast.upstream.url, KITH_API_KEY: keyOf('orchard') };
    const socket = join(directory.path, 'graph.sock');
    await using first = new Kith(['graph'], env);
    await first.says(/^The graph answers on\s+(\S+)/);
    assert.equal((await stat(socket)).mode & 0o777, 0o600);
    // The port of another program, or of none.
    const away = { ...env, KITH_PORT: '1' };
    const listed = await kith(['purse', 'list'], away);
    assert.deepEqual([listed.code, listed.err], [0, 'This key has no purses.\n']);
    const operation = join(directory.path, 'operation.graphql');
    await writeFile(operation, '{ relationships(first: 1) { totalCount } }');
    assert.match((await kith(['price', operation], away)).out, /credits in all$/);
    await first.stop('SIGKILL');
    assert.ok(existsSync(socket));
    await using second = new Kith(['graph'], env);
    await second.says(/^The graph answers on\s+(\S+)/);
    assert.equal((await kith(['purge', '--profile', 'ada-moreau'], away)).code, 0);
    assert.equal((await second.stop()).code, 0);
    assert.ok(!existsSync(socket));
  });

  it('sends an API key over plain HTTP only where it is told to', async () => {
    await using cast = await openCastGraph({ secret });
    const env = { KITH_API_KEY: keyOf('orchard'), KITH_SECRET: 'another secret, which is long enough too' };
    const args = ['explore', '--print', '--graph', cast.graph.url];
    const refused = await kith(args, env);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /--insecure sends the API key to it anyway\.\n$/);
    assert.equal((await kith([...args, '--insecure'], env)).code, 0);
  });
});
