import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProfilesDocument } from '../../generated/operations.ts';
import { keyOf, type PersonName, people } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { contraryCast } from '../../support/second-upstream/graph.ts';

const fetches = '/v3/profiles/fetch';
const key = keyOf('meadow');

/** Bytes of the body that come before the connection breaks; -1: not even the head does. */
const cuts: readonly (readonly [person: PersonName, cut: number])[] = [
  ['ada', -1],
  ['ben', 0],
  ['chloe', 1],
  ['dmitri', 200],
];

describe('a paid call whose answer is lost', () => {
  it('is sent once more to an upstream that charges once for a key, wherever it was lost, and charged once', async () => {
    await using cast = await openCastGraph({ chargesOncePerKey: true });
    const usage = async () => (await cast.spent('meadow')) as number;
    for (const [person, cut] of cuts) {
      cast.upstream.forget();
      const before = await usage();
      cast.upstream.cut = ({ path }) => (path === fetches && cast.upstream.count(fetches) === 1 ? cut : undefined);
      const { data, extensions } = await cast.ask(key, ProfilesDocument, { by: [{ id: people[person].id }] });
      assert.equal(data?.profiles?.[0]?.__typename, 'Profile', `${person}, lost at ${cut}`);
      assert.equal(cast.upstream.count(fetches), 2);
      assert.equal((await usage()) - before, 1, `${person}, lost at ${cut}`);
      assert.deepEqual([extensions?.credits?.charged, extensions?.credits?.maybeCharged], [1, 0]);
    }
  });

  it('may be charged where the second answer is lost or refused, too', async () => {
    await using cast = await openCastGraph({ chargesOncePerKey: true });
    const ask = (person: PersonName) => cast.ask(key, ProfilesDocument, { by: [{ id: people[person].id }] });
    cast.upstream.cut = ({ path }) => (path === fetches ? 0 : undefined);
    const lost = await ask('ada');
    assert.equal(cast.upstream.count(fetches), 2);
    assert.deepEqual([lost.extensions?.credits?.charged, lost.extensions?.credits?.maybeCharged], [0, 1]);
    cast.upstream.forget();
    cast.upstream.fault = ({ path }) =>
      path === fetches && cast.upstream.count(fetches) === 1 ? { status: 500, body: {} } : undefined;
    const refused = await ask('ben');
    assert.equal(cast.upstream.count(fetches), 2);
    assert.deepEqual([refused.extensions?.credits?.charged, refused.extensions?.credits?.maybeCharged], [0, 1]);
  });

  it('is sent once to an upstream of which that is not known', async () => {
    await using cast = await contraryCast()();
    for (const [person, cut] of cuts) {
      cast.upstream.forget();
      cast.upstream.cut = ({ path }) => (path === fetches ? cut : undefined);
      const { extensions } = await cast.ask(key, ProfilesDocument, { by: [{ id: people[person].id }] });
      assert.equal(cast.upstream.count(fetches), 1);
      assert.deepEqual([extensions?.credits?.charged, extensions?.credits?.maybeCharged], [0, 1]);
    }
  });
});
