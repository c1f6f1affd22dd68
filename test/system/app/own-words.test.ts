import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '../../../src/store/open.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { seedCast } from '../../support/cast/seed.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { until } from '../../support/until.ts';

const key = keyOf('orchard');
const words = 'xnet=acme,fundingdb=basefund';

const post = async (url: string, body: object): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
};

describe('kith serve with KITH_SERVICE_NAMES', { timeout: 240_000 }, () => {
  it('emulates a service of these words, which its own graph and the doctor follow', async () => {
    await using directory = await temporaryDirectory();
    {
      await using store = await openStore({ kind: 'pglite', dataDir: directory.path });
      await seedCast(store.db);
    }
    const env = { KITH_DATA_DIR: directory.path, KITH_SAMPLE: 'off', KITH_SERVICE_NAMES: words, KITH_API_KEY: key };
    await using serving = new Kith(['serve'], env);
    const graph = await serving.says(/^The graph answers on\s+(\S+)/);
    const service = await serving.says(/^The data service answers on\s+(\S+)/);

    const fetched = await post(`${service}/v3/profiles/fetch`, { acme_names: ['ada-moreau'] });
    assert.equal(fetched.status, 200);
    assert.match(fetched.text, /"acme_url":/);
    assert.equal((await post(`${service}/v3/profiles/fetch`, { xnet_names: ['ada-moreau'] })).status, 400);
    const query =
      '{ profile(by: { xnetSlug: "ada-moreau" }) { ... on Profile { id xnetUrl socialMedia { network } } } }';
    const { data } = JSON.parse((await post(graph, { query })).text);
    assert.equal(data.profile.id, people.ada.id);
    assert.equal(data.profile.xnetUrl, people.ada.profile_info.xnet_url);
    assert.ok(data.profile.socialMedia.some(({ network }: { network: string }) => network === 'xnet'));

    // The doctor in another place, with what it is given alone.
    await using elsewhere = await temporaryDirectory();
    const away = { KITH_DATA_DIR: elsewhere.path, KITH_UPSTREAM_URL: service, KITH_API_KEY: key };
    const file = join(elsewhere.path, 'upstream.json');
    const where = join(elsewhere.path, 'where.json');
    await writeFile(where, JSON.stringify({ exists: { field: 'profile_info.work_email' } }));
    const examined = await kith(
      ['doctor', '--upstream', '--names', words, '--fields', '--where', where, '--spend', '2', '--json', file],
      away,
    );
    assert.equal(examined.code, 0, examined.out + examined.err);
    assert.match(examined.out, /two fetches with one idempotency key +1 and 0 credits/);
    const profile = JSON.parse(await readFile(file, 'utf8'));
    assert.deepEqual(profile.names, { xnet: 'acme', fundingdb: 'basefund' });
    assert.equal(profile.chargesOncePerKey, true);
    const { filled, of } = profile.fields['profile_info.work_email'];
    assert.ok(of > 0 && filled === of);

    await using remote = new Kith(['graph'], { ...away, KITH_UPSTREAM_PROFILE: file });
    const asked = await post(await remote.says(/(http:\/\/\S+\/graphql)/), { query });
    assert.deepEqual(JSON.parse(asked.text).data, data);
    await remote.stop();
    await writeFile(file, JSON.stringify({ ...profile, url: 'https://data.example' }));
    const warns = { ...away, KITH_LOG_LEVEL: 'warn', KITH_UPSTREAM_PROFILE: file };
    await using other = new Kith(['graph'], warns);
    await other.remarks(/(The profile that KITH_UPSTREAM_PROFILE names is of another address)/);
    await other.stop();
    await using contrary = new Kith(['graph'], { ...warns, KITH_UPSTREAM_NAMES: 'xnet=other' });
    await contrary.remarks(/(KITH_UPSTREAM_NAMES must say xnet=acme, as the data service’s profile says)/);
  });
});

describe('a graph over a remote data service', { timeout: 120_000 }, () => {
  for (const [env, most] of [
    [{}, 32],
    [{ KITH_UPSTREAM_CONNECTIONS: '3' }, 3],
  ] as const)
    it(`has ${most} connections open at most${'KITH_UPSTREAM_CONNECTIONS' in env ? ', where that is set' : ''}`, async () => {
      const waiting: ServerResponse[] = [];
      const server = createServer((request, response) => {
        if (request.method === 'HEAD') response.end();
        else waiting.push(response);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      assert.ok(typeof address === 'object' && address);
      try {
        await using graph = new Kith(['graph'], { ...env, KITH_UPSTREAM_URL: `http://127.0.0.1:${address.port}` });
        const url = await graph.says(/(http:\/\/\S+\/graphql)/);
        const answered = Array.from({ length: most + 8 }, (_, first) =>
          post(url, { query: `{ searchProfiles(first: ${first + 1}) { totalCount } }` }),
        );
        await until(() => waiting.length === most);
        // What was sent before is under way once this is answered.
        for (let asked = 0; asked < 5; asked += 1) await fetch(url.replace('/graphql', '/readyz'));
        assert.equal(waiting.length, most);
        let served = 0;
        while (served < answered.length) {
          await until(() => waiting.length > 0);
          waiting.shift()?.writeHead(200, { 'content-type': 'application/json' }).end('{"ids":[],"total_count":0}');
          served += 1;
          assert.ok(waiting.length <= most);
        }
        for (const { text } of await Promise.all(answered)) assert.match(text, /"totalCount":0/);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
});
