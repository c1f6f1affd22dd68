import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { browse } from '../../../src/main/person.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { Kith, kith } from '../../support/kith.ts';
import { until } from '../../support/until.ts';

const secret = 'a secret of this test, which is long enough';

describe('kith explore', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ secret, explorer: { source: async () => ({ html: '', files: [] }), demo: [] } });
  });
  after(() => cast[Symbol.asyncDispose]());

  const explore = (
    args: readonly string[],
    env: Readonly<Record<string, string>> = { KITH_API_KEY: keyOf('orchard') },
  ) => kith(['explore', '--graph', cast.graph.url, ...args], { KITH_SECRET: secret, ...env });

  const exchange = async (address: string) => {
    const { origin, hash } = new URL(address);
    const answer = await fetch(`${origin}/session/exchange`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-kith-explorer': '1',
        origin,
      },
      body: JSON.stringify({ code: hash.replace('#code=', '') }),
    });
    assert.equal(answer.status, 200);
    return await answer.json();
  };

  it('prints an address whose fragment holds a code, where there is no browser to open', async () => {
    const { code, out, err } = await explore(['--seconds', '60']);
    assert.deepEqual([code, err], [0, 'The address is good for one visit, within a minute.\n']);
    assert.match(out, /^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/);
    const { rights, expiresAt } = await exchange(out);
    assert.equal(rights, 'keep');
    assert.ok(Date.parse(expiresAt) <= Date.now() + 60_000);
  });

  it('lets a session write that is asked to', async () => {
    const { out } = await explore(['--print', '--write', '--total', '3']);
    assert.equal((await exchange(out.split('\n')[0] ?? '')).rights, 'act');
  });

  it('begins at the page that is named, and at no other site', async () => {
    const { out } = await explore(['--print', '--at', '/people?title=engineer']);
    const { pathname, search, hash } = new URL(out.split('\n')[0] ?? '');
    assert.deepEqual([pathname, search], ['/people', '?title=engineer']);
    assert.match(hash, /^#code=[\w-]{43}$/);
    for (const elsewhere of ['people', '//evil.example', 'https://evil.example/', '/people#code=x'])
      assert.match((await explore(['--at', elsewhere])).err, /It must be a path on the page, such as \/people/);
  });

  it('takes no key as an argument, and says what is missing', async () => {
    assert.match((await explore(['--key', 'kith_x'])).err, /unknown option '--key'/);
    assert.match((await explore([], {})).err, /the explorer needs an API key: set KITH_API_KEY\.\n$/);
    assert.match((await explore(['--seconds', '999999'])).err, /^kith: .*seconds: must be between 1 and 3600/);
    const unknown = await explore([], { KITH_API_KEY: 'kith_no_such_key' });
    assert.match(unknown.err, /^kith: No session can be made: the data service does not know the API key\.\n$/);
    const { out } = await explore(['--graph', `${cast.graph.url}/graphql`]);
    assert.match(out, new RegExp(`${cast.graph.url}/#code=`));
    const nowhere = await kith(['explore', '--graph', 'http://127.0.0.1:9'], { KITH_API_KEY: 'any' });
    assert.match(nowhere.err, /^kith: no graph answers at http:\/\/127\.0\.0\.1:9/);
  });
});

describe('the address of an explorer, which holds a code', () => {
  it('is no argument of the browser, but stands in a file of this user alone', {
    skip: process.platform !== 'linux',
  }, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kith-test-'));
    const opener = join(directory, 'xdg-open');
    await writeFile(opener, `#!/bin/sh\nprintf %s "$*" > "$0.part" && mv "$0.part" "$0.args"\n`, { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${directory}:${path}`;
    try {
      assert.ok(await browse('http://127.0.0.1:1/people?a=1&b="2"#code=abc', 'linux'));
      await until(() => existsSync(`${opener}.args`));
      const file = await readFile(`${opener}.args`, 'utf8');
      assert.doesNotMatch(file, /code/);
      assert.equal((await stat(file)).mode & 0o777, 0o600);
      assert.equal((await stat(dirname(file))).mode & 0o777, 0o700);
      assert.match(
        await readFile(file, 'utf8'),
        /url=http:\/\/127\.0\.0\.1:1\/people\?a=1&amp;b=&quot;2&quot;#code=abc"/,
      );
    } finally {
      process.env.PATH = path;
      await rm(directory, { recursive: true });
    }
  });
});

describe('a graph that serves no explorer', () => {
  it('leads from its root to GraphiQL, and names no explorer', async () => {
    const env = { KITH_UPSTREAM_URL: 'http://127.0.0.1:1', KITH_FEATURES: 'graphiql,introspection' };
    await using serving = new Kith(['serve'], env);
    const graph = await serving.says(/^The graph answers on\s+(\S+)\/graphql/);
    const root = await fetch(`${graph}/`, { redirect: 'manual' });
    assert.equal(root.headers.get('location'), '/graphql');
    assert.doesNotMatch(serving.out, /explorer/);
  });
});
