import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pino from 'pino';
import { openGraph } from '../../../src/graph/server.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import type { GraphAnswer } from '../../support/graph/graph.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';

const secret = 'a secret of this test, which is long enough';
const dayMs = 86_400_000;

describe('kith records', () => {
  it('prints what is kept and what it saved, and lets a rotated key take it over', async () => {
    await using directory = await temporaryDirectory();
    const clock = { now: 1000, wall: Date.UTC(2026, 10, 2, 9) };
    await using cast = await openCastGraph({
      secret,
      keptDatabase: new Database(join(directory.path, 'records.sqlite')),
      credits: {
        cache: { now: () => clock.now, wallNow: () => clock.wall },
        keep: { keepMs: 30 * dayMs, bytes: 64_000_000 },
      },
    });
    const records = (...args: readonly string[]) =>
      kith(['records', ...args, '--graph', cast.graph.url], { KITH_SECRET: secret });
    const query = 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { fullName } } }';
    const chargedTo = async (key: string) => {
      const answer = await cast.ask(key, query, { by: [{ id: people.ada.id }, { id: people.ben.id }] });
      const { charged, kept } = answer.extensions?.credits ?? {};
      return { charged, kept };
    };
    const [old, rotated] = [keyOf('orchard'), keyOf('meadow')];

    assert.deepEqual(await chargedTo(old), { charged: 2, kept: undefined });
    clock.now += dayMs;
    clock.wall += dayMs;
    assert.deepEqual(await chargedTo(old), { charged: 0, kept: 2 });
    const printed = await records();
    assert.deepEqual([printed.code, printed.err], [0, '']);
    assert.match(
      printed.out,
      /^2 people and 0 companies kept, fetched 2026-11-02 to 2026-11-02, \d+ kB\n2 credits saved this month$/,
    );

    const refused = await records('adopt', 'nope', rotated);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^kith: from: must be an API key that the data service accepts/);
    assert.equal((await records('adopt', old, rotated)).out, '2 records taken over.');
    assert.deepEqual(await chargedTo(rotated), { charged: 0, kept: 2 });
    assert.deepEqual(await chargedTo(old), { charged: 2, kept: undefined });
  });

  it('are in a backup only if it is told so, and are not restored once somebody was purged', async () => {
    await using directory = await temporaryDirectory();
    const at = (name: string) => join(directory.path, name);
    const database = new Database(at('old/graph.sqlite'));
    const credits = { cache: { keepMs: 0 }, keep: { keepMs: 30 * dayMs, bytes: 64_000_000 } };
    await using cast = await openCastGraph({
      ...{ secret, database, credits },
      keptDatabase: new Database(at('old/records.sqlite')),
    });
    const query = `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { fullName } } }`;
    const key = keyOf('harbor');
    await cast.ask(key, query);
    const env = { KITH_SECRET: secret, KITH_UPSTREAM_URL: cast.asks.baseUrl, KITH_KEEP_DAYS: '30' };
    const run = async (args: readonly string[], dataDir = 'old') => {
      const { code, out, err } = await kith(args, { ...env, KITH_DATA_DIR: at(dataDir) });
      assert.equal(code, 0, err);
      return JSON.parse(out);
    };
    const graph = ['--graph', cast.graph.url];
    assert.equal((await run(['backup', at('plain'), ...graph])).records, undefined);
    assert.equal((await run(['backup', at('whole'), '--records', ...graph])).records, true);
    await run(['restore', at('plain')], 'without');
    assert.ok(!existsSync(at('without/records.sqlite')));
    assert.equal((await run(['restore', at('whole')], 'with')).records, true);
    {
      await using restored = await openGraph({
        ...{ secret, credits, upstreamUrl: cast.asks.baseUrl, names: cast.asks.names },
        ...{ log: pino({ level: 'silent' }), traffic: { load: noLoadGuard } },
        keptDatabase: new Database(at('with/records.sqlite')),
      }).then((one) => ({ url: one.url, [Symbol.asyncDispose]: () => one.close() }));
      const answer = await fetch(`${restored.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query }),
      });
      const { data, extensions }: GraphAnswer<object> = await answer.json();
      assert.deepEqual(data, { profile: { fullName: people.ada.profile_info.full_name } });
      assert.deepEqual([extensions?.credits?.charged, extensions?.credits?.kept], [0, 1]);
    }
    const purge = await kith(['purge', '--profile', people.ada.id, ...graph], { ...env, KITH_DATA_DIR: at('old') });
    assert.equal(purge.code, 0, purge.err);
    const purged = await run(['restore', at('whole'), '--purged', at('old/purged.ndjson')], 'purged');
    assert.equal(purged.records, false);
    assert.ok(!existsSync(at('purged/records.sqlite')));
  });

  it('says that nothing is kept', async () => {
    await using cast = await openCastGraph({ secret });
    const { code, err } = await kith(['records', '--graph', cast.graph.url], { KITH_SECRET: secret });
    assert.deepEqual([code, err], [1, 'kith: No records are kept: KITH_KEEP_DAYS is 0.\n']);
  });
});
