import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { request } from 'undici';
import { Database } from '../../../src/graph/state/database.ts';
import { Kith, temporaryDirectory } from '../../support/kith.ts';
import { openToOthers } from '../../support/open-to-others.ts';

const id = '0192f0c1-2a7b-7c3d-8e4f-5a6b7c8d9e0f';

describe('kith graph', () => {
  /** A data service that answers when told to. */
  let upstream: Server;
  let env: Readonly<Record<string, string>>;
  before(async () => {
    upstream = createServer().listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const address = upstream.address();
    env = { KITH_UPSTREAM_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
  });
  after(() => {
    upstream.closeAllConnections();
    upstream.close();
  });

  /** Asks the graph something, and resolves when the upstream has been asked in turn. */
  const ask = async (
    graph: Kith,
    query = '{ credits { usage } }',
  ): Promise<{ answer: Promise<string>; held: ServerResponse }> => {
    const url = await graph.says(/^The graph answers on\s+(\S+)/);
    const answer = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
      body: JSON.stringify({ query }),
    }).then(({ body }) => body.text());
    answer.catch(() => undefined);
    const [, held] = await once(upstream, 'request');
    return { answer, held };
  };

  const refusesConnections = async (url: string): Promise<void> => {
    const connected = () =>
      request(url).then(
        ({ body }) => body.dump().then(() => true),
        () => false,
      );
    while (await connected());
  };

  it('lets a request in flight end before it ends', async () => {
    await using graph = new Kith(['graph'], env);
    const { answer, held } = await ask(graph);
    graph.process.kill('SIGINT');
    held.setHeader('content-type', 'application/json').end('{"usage":7}');
    assert.match(await answer, /"usage":7/);
    assert.equal((await graph.ended).code, 0);
  });

  it('ends at once on the second signal', async () => {
    await using graph = new Kith(['graph'], env);
    const { answer } = await ask(graph);
    graph.process.kill('SIGINT');
    await refusesConnections(await graph.says(/^The graph answers on\s+(\S+)/));
    graph.process.kill('SIGINT');
    await assert.rejects(answer);
    assert.equal((await graph.ended).code, 130);
  });

  it('ends when npm, which started it, is asked to end', async () => {
    await using graph = new Kith(['graph'], env, { byNpm: true });
    const { answer, held } = await ask(graph);
    graph.process.kill('SIGTERM');
    held.setHeader('content-type', 'application/json').end('{"usage":7}');
    assert.match(await answer, /"usage":7/);
    assert.equal((await graph.ended).err, '');
  });

  describe('that is given its secret', { skip: process.platform === 'win32' && 'Windows has no modes' }, () => {
    const withSecret = { KITH_SECRET: 'a secret that a graph is given, for tests' };

    it('closes a data directory, and what it finds of its own there, to other users', async () => {
      await using directory = await temporaryDirectory();
      const file = (name: string): string => join(directory.path, name);
      {
        using database = new Database(file('graph.sqlite'));
        database.run`CREATE TABLE mark (what TEXT)`;
      }
      for (const name of ['graph.sqlite-wal', 'secret', 'owner.json', 'another’s']) await writeFile(file(name), '');
      for (const name of await readdir(directory.path)) await chmod(file(name), 0o644);
      await chmod(directory.path, 0o755);
      await using graph = new Kith(['graph'], { ...env, ...withSecret, KITH_DATA_DIR: directory.path });
      await graph.says(/^The graph answers on\s+(\S+)/);
      assert.deepEqual(await openToOthers(directory.path), [`${file('another’s')} 644`]);
      assert.equal((await graph.stop()).code, 0);
    });

    it('refuses a data directory that many users share', { timeout: 60_000 }, async () => {
      await using directory = await temporaryDirectory();
      await chmod(directory.path, 0o1777);
      await using graph = new Kith(['graph'], { ...env, ...withSecret, KITH_DATA_DIR: directory.path });
      const { code, err } = await graph.ended;
      assert.equal(code, 1);
      assert.match(
        err,
        /^kith: The data directory \S+ must be accessible only to its owner \(mode 700\), but has mode 1777/m,
      );
      assert.deepEqual(await readdir(directory.path), []);
    });
  });

  describe('that runs', () => {
    const checkout = join(import.meta.dirname, '../../..');
    let inCheckout: readonly string[];
    let graph: Kith;
    before(async () => {
      inCheckout = await readdir(checkout);
      graph = new Kith(['graph'], env);
    });
    after(() => graph[Symbol.asyncDispose]());

    it('leaves members of a record unread that nobody selects', async () => {
      const query = `{ profile(by: { id: "${id}" }) { __typename ... on Profile { fullName experience { title } } } }`;
      const { answer, held } = await ask(graph, query);
      const experience = `[{"title":Analyst}${',{"title":"Analyst"}'.repeat(20)}]`;
      held
        .setHeader('content-type', 'application/json')
        .end(
          `{"results":[{"id":"${id}","profile_info":{"full_name":"Ada","experience":${experience}}}],"not_found":[]}`,
        );
      assert.match(await answer, /"data":\{"profile":\{"__typename":"Profile","fullName":"Ada","experience":null\}\}/);
    });

    it('keeps what it keeps in its data directory, and leaves the checkout as it was', async () => {
      assert.deepEqual((await readdir(graph.dataDir)).toSorted(), [
        'graph.sock',
        'graph.sqlite',
        'graph.sqlite-wal',
        'secret',
      ]);
      assert.equal((await graph.stop()).code, 0);
      assert.deepEqual(await readdir(checkout), inCheckout);
    });
  });
});
