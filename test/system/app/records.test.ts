import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Database } from '../../../src/graph/state/database.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
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

  it('says that nothing is kept', async () => {
    await using cast = await openCastGraph({ secret });
    const { code, err } = await kith(['records', '--graph', cast.graph.url], { KITH_SECRET: secret });
    assert.deepEqual([code, err], [1, 'kith: No records are kept: KITH_KEEP_DAYS is 0.\n']);
  });
});
