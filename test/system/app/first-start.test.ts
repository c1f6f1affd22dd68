import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { request } from 'undici';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { openToOthers } from '../../support/open-to-others.ts';

const post = async (url: string, body: object) => {
  const headers = { 'content-type': 'application/json', 'x-api-key': 'kith_demo_team' };
  const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.statusCode, body: await answer.body.json() };
};

const ask = async (service: Kith, path: string, body: object) =>
  post((await service.says(/^The data service answers on\s+(\S+)/)) + path, body);

const askGraph = async (app: Kith, query: string): Promise<unknown> => {
  const { body } = await post(await app.says(/^The graph answers on\s+(\S+)/), { query });
  return body;
};

const firstQueryOfReadme = (): readonly [query: string, answer: string] => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  const [, query = '', answer = ''] = /```graphql\n(.*?)```\n\n```json\n(.*?)```/s.exec(readme) ?? [];
  return [query, answer];
};

describe('the first start', () => {
  it('fills an empty store with the sample, its connections worked out, unless told not to', async () => {
    await using directory = await temporaryDirectory();
    const env = { KITH_DATA_DIR: directory.path };

    await using empty = new Kith(['service', '--no-sample'], env);
    assert.equal((await ask(empty, '/v3/relationships', {})).status, 401);
    assert.equal((await empty.stop()).code, 0);

    await using filled = new Kith(['serve'], env);
    const people = await ask(filled, '/v3/profiles/search', { query: { match_all: {} }, limit: 0 });
    assert.deepEqual(people, { status: 200, body: { ids: [], total_count: 2000 } });
    const [query, answer] = firstQueryOfReadme();
    assert.partialDeepStrictEqual(await askGraph(filled, query), JSON.parse(answer));
    const { code, out, err } = await filled.stop();
    assert.equal(code, 0);
    assert.match(out, /kith_demo_team/);
    assert.match(err, /^writing companies: 300 of 300 in [\d.]+ s\nwriting people: 2000 of 2000 in [\d.]+ s\n/m);

    const exposed = await kith(['service'], { ...env, KITH_HOST: '0.0.0.0' });
    assert.equal(exposed.code, 1);
    assert.match(exposed.err, /^kith: The store holds demo keys, which anybody knows, and 0\.0\.0\.0 can be reached/);
  });

  it('unpacks the sample into a new store, unless others could reach its demo keys', async () => {
    await using directory = await temporaryDirectory();
    const env = { KITH_DATA_DIR: join(directory.path, 'data') };
    const exposed = await kith(['service'], { ...env, KITH_HOST: '0.0.0.0' });
    assert.match(exposed.err, /^kith: The store holds demo keys/);

    await using service = new Kith(['service'], env);
    const people = await ask(service, '/v3/profiles/search', { query: { match_all: {} }, limit: 0 });
    assert.deepEqual(people, { status: 200, body: { ids: [], total_count: 2000 } });
    const { code, err } = await service.stop();
    assert.equal(code, 0);
    assert.match(
      err,
      /^creating the database: 1 of 1 in [\d.]+ s\nmapping the demo teams' networks: 1 of 1 in [\d.]+ s\n/m,
    );
  });

  it('leaves nothing in its data directory that other users could open, whatever the umask', {
    skip: process.platform === 'win32' && 'Windows has no modes',
    timeout: 120_000,
  }, async () => {
    await using directory = await temporaryDirectory();
    const dataDir = join(directory.path, 'data');
    const umask = process.umask(0);
    try {
      await using app = new Kith(['serve', '--no-sample'], { KITH_DATA_DIR: dataDir });
      await askGraph(app, '{ credits { usage } }');
      assert.deepEqual(await openToOthers(dataDir), []);
      await app.stop();
      assert.deepEqual(await openToOthers(dataDir), []);

      await chmod(dataDir, 0o1777);
      const refused = await kith(['serve', '--no-sample'], { KITH_DATA_DIR: dataDir });
      assert.equal(refused.code, 1);
      assert.match(
        refused.err,
        /^kith: The data directory \S+ must be accessible only to its owner \(mode 700\), but has mode 1777/m,
      );
    } finally {
      process.umask(umask);
    }
  });
});
