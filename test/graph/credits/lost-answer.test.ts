import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UpstreamProfile } from '../../../src/contract/upstream-profile.ts';
import { ProfilesDocument } from '../../generated/operations.ts';
import { keyOf, type PersonName, people } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { plainProfile } from '../../support/graph/upstream-profile.ts';
import { contraryCast } from '../../support/second-upstream/graph.ts';
import { openCast } from '../../support/service.ts';
import { tier } from '../../support/tier.ts';

const fetches = '/v3/profiles/fetch';
const key = keyOf('meadow');

/** Bytes of the body that come before the connection breaks; -1: not even the head does. */
const cuts: readonly (readonly [person: PersonName, cut: number])[] = [
  ['ada', -1],
  ['ben', 0],
  ['chloe', 1],
  ['dmitri', 200],
];

/** Every byte in the long tier. */
const step = { default: 101, ci: 101, release: 23, long: 1 }[tier];

const chargesOnce: UpstreamProfile = { ...plainProfile, chargesOncePerKey: true };

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

  it('is charged once at whichever byte its answer is lost, by a service whose profile says that it charges once', async () => {
    await using service = await openCast();
    const by = [{ id: people.ada.id }];
    let bytes = 0;
    const graphs = new AsyncDisposableStack();
    const cut = async (graph: TestGraph, at: number): Promise<void> => {
      graph.upstream.forget();
      graph.upstream.cut = ({ path }) => (path === fetches && graph.upstream.count(fetches) === 1 ? at : undefined);
      const { data, extensions } = await graph.ask(key, ProfilesDocument, { by });
      assert.equal(data?.profiles?.[0]?.__typename, 'Profile', `lost at ${at}`);
      assert.equal(graph.upstream.count(fetches), 2, `lost at ${at}`);
      assert.deepEqual([extensions?.credits?.charged, extensions?.credits?.maybeCharged], [1, 0], `lost at ${at}`);
    };
    const open = async () => graphs.use(await openTestGraph(service.url, { profile: chargesOnce }));
    let graph = await open();
    graph.upstream.alter = (_, body) => {
      bytes = Buffer.byteLength(JSON.stringify(body));
      return body;
    };
    await graph.ask(key, ProfilesDocument, { by });
    graph.upstream.alter = undefined;
    assert.ok(bytes > 500);
    const spent = await service.spent('meadow');
    let lost = 0;
    for (let at = -1; at < bytes; at += step) {
      // Of all calls of a client a fifth at most are sent again in the long run.
      if (lost % 15 === 14) graph = await open();
      await cut(graph, at);
      lost += 1;
    }
    assert.equal((await service.spent('meadow')) - spent, lost);
    await graphs.disposeAsync();
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
    for (let at = -1; at < 1_000; at += step) {
      cast.upstream.forget();
      cast.upstream.cut = ({ path }) => (path === fetches ? at : undefined);
      const { extensions } = await cast.ask(key, ProfilesDocument, { by: [{ id: people.ada.id }] });
      assert.equal(cast.upstream.count(fetches), 1, `lost at ${at}`);
      assert.deepEqual([extensions?.credits?.charged, extensions?.credits?.maybeCharged], [0, 1], `lost at ${at}`);
    }
  });
});
