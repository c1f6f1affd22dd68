import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { InvalidQuery } from '../../../src/service/search/dsl/invalid-query.ts';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';
import { propertyRuns } from '../../support/tier.ts';
import { idOf, insertConnections, insertRecords } from './corpus.ts';
import { type SearchUnderTest, searchEngines } from './engines.ts';
import { type NaiveWorld, naiveMatches } from './naive.ts';
import { queries } from './random-queries.ts';
import { connections, profileInfo } from './random-records.ts';

/** Repeatable unless another seed is asked for, so that a change is judged by the same queries as the last one. */
const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_121);
const runs = propertyRuns(100);
const profiles = 50;
/** So many queries are asked at once. */
const together = 20;

const scope = { teamId: idOf('b', 0) };
const infos = fc.sample(profileInfo, { seed, numRuns: profiles });
const records = infos.map((info, n) => ({ id: idOf('a', n), info }));
const world: NaiveWorld = {
  kind: 'profile',
  teamId: scope.teamId,
  connections: fc.sample(connections(profiles), { seed, numRuns: 1 }).flat(),
};

/** A query that asks for more than a query may (so many wildcards, say) is no query. */
function isAllowed(query: object): boolean {
  try {
    parseQuery('profile', query);
    return true;
  } catch (error) {
    if (error instanceof InvalidQuery && /at most/.test(error.message)) return false;
    throw error;
  }
}

const found = ({ engine }: SearchUnderTest, asked: readonly object[]): Promise<readonly (readonly string[])[]> =>
  Promise.all(
    asked.map(async (query) => {
      const tree = parseQuery('profile', query);
      return (await engine.page({ kind: 'profile', tree, scope }, { limit: profiles })).ids;
    }),
  );

for (const { name, skip, open } of searchEngines) {
  describe(`a search on ${name}`, { skip }, () => {
    let search: SearchUnderTest;
    before(async () => {
      search = await open();
      await insertRecords(search.store.db, 'profile', records);
      await insertConnections(search.store.db, world.connections);
      await search.settled();
    });
    after(() => search[Symbol.asyncDispose]());

    it('finds what the query means, for any query [property.finds-query-means]', async (t) => {
      t.diagnostic(`seed ${seed}, ${runs * together} queries; KITH_PROPERTY_SEED and KITH_PROPERTY_RUNS change them`);
      let hits = 0;
      const batch = fc.array(queries(profiles).filter(isAllowed), { minLength: 1, maxLength: together, size: 'max' });
      await fc.assert(
        fc.asyncProperty(batch, async (asked) => {
          const expected = asked.map((query) =>
            records.filter((record) => naiveMatches(query, record, world)).map(({ id }) => id),
          );
          hits += expected.filter((ids) => ids.length > 0 && ids.length < profiles).length;
          assert.deepEqual(await found(search, asked), expected);
        }),
        { seed, numRuns: runs },
      );
      assert.ok(hits > runs, 'the queries must not all find everything or nothing');
    });
  });
}
