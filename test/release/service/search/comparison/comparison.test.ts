import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { searchEngines } from '../../../../service/search/engines.ts';
import { noOpenSearch, openSearchNode } from '../../../../support/opensearch/node.ts';
import { compare } from './compare.ts';
import { chosenIn, randomIn } from './queries.ts';
import { spread } from './vocabulary.ts';
import { fill, openWorld, type World } from './world.ts';

/** A small share of `npm run compare:opensearch`. */
const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_122);
const queries = 500;

for (const { name, skip, open } of searchEngines) {
  describe(`a search on ${name}, beside a real OpenSearch`, { skip: skip || noOpenSearch, timeout: 400_000 }, () => {
    const stack = new AsyncDisposableStack();
    const worlds: World[] = [];
    before(async () => {
      const { url } = stack.use(await openSearchNode());
      const search = stack.use(await open());
      await fill(search, 100);
      for (const kind of ['profile', 'company'] as const) worlds.push(stack.use(await openWorld(kind, search, url)));
    });
    after(() => stack.disposeAsync());

    for (const [what, queriesIn] of [
      ['chosen', (world: World) => spread(chosenIn(world), queries / 4)],
      ['random', (world: World) => randomIn(world, seed, queries / 4)],
    ] as const) {
      it(`finds the same for ${what} queries, but for what is kept [comparison.finds-same-queries]`, async (t) => {
        t.diagnostic(`seed ${seed}; KITH_PROPERTY_SEED changes it`);
        for (const world of worlds) {
          const asked = queriesIn(world);
          const { telling, others } = await compare(world, asked);
          assert.deepEqual(others, []);
          assert.equal(asked.length, queries / 4);
          assert.ok(telling > asked.length / 4, `only ${telling} of ${asked.length} queries find some and not all`);
        }
      });
    }
  });
}
