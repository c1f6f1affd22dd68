import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Database } from '../../../src/graph/state/database.ts';
import { sessionToken } from '../../support/session-token.ts';
import { openWatched } from '../features/watches/watched.ts';

/** Entries of one kind, by the beginnings of their partition and key, and how to read them. */
const kinds = [
  ['watches', 'watch:', 'watch', '{ found: watches { id } }'],
  ['purses', 'purses:', 'purse/', '{ found: purses { id } }'],
] as const;

for (const [what, partition, key, query] of kinds)
  it(`leaves one damaged entry out of a key’s ${what}, whatever stands in it`, async () => {
    using database = new Database(':memory:');
    await using watched = await openWatched({ database });
    for (const name of ['one', 'other']) {
      await watched.create({ name });
      await sessionToken(watched.graph.graph.url, 'key', { label: name, total: 5 });
    }
    const idsNow = async () => (await watched.ask<{ found: { id: string }[] }>(query)).found.map(({ id }) => id);
    const [damaged, ...others] = await idsNow();
    assert.equal(others.length, 1);
    const [row] = database.all`
      SELECT partition, key FROM state_entry
      WHERE partition LIKE ${`${partition}%`} AND key LIKE ${`${key}%`} AND partition || key LIKE ${`%${damaged}%`}`;
    for (const garbage of ['', '{', 'null', '[]', '{"id":7}', '7']) {
      database.run`UPDATE state_entry SET value = ${garbage}, version = version + 1
        WHERE partition = ${String(row?.partition)} AND key = ${String(row?.key)}`;
      assert.deepEqual(await idsNow(), others, garbage);
    }
  });
