import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { InvalidQuery } from '../../../src/service/search/dsl/invalid-query.ts';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';
import { noOpenSearch, openSearchNode } from '../../support/opensearch/node.ts';
import { propertyRuns } from '../../support/tier.ts';
import { idOf, insertRecords } from './corpus.ts';
import { type SearchUnderTest, searchEngines } from './engines.ts';
import { type Found, indexRecords } from './opensearch-index.ts';
import { letterRecords, queryStrings, simpleQueryStrings, slopPhrases } from './random-strings.ts';
import { people, queriesOf } from './what-people-send.ts';

/** Repeatable unless another seed is asked for, so that a change is judged by the same queries as the last one. */
const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_122);
const runs = propertyRuns(300);
/** So many queries are asked at once. */
const together = 10;

const infos = [...people, ...fc.sample(letterRecords, { seed, numRuns: 20 })];
const records = infos.map((info, n) => ({ id: idOf('a', n), info }));

async function findHere({ engine }: SearchUnderTest, query: object): Promise<Found> {
  try {
    const tree = parseQuery('profile', query);
    const search = { kind: 'profile', tree, scope: { teamId: idOf('b', 0) } } as const;
    return await engine.page(search, { limit: 1000 });
  } catch (error) {
    if (error instanceof InvalidQuery) return { refused: error.message };
    throw error;
  }
}

/** What both refuse is the same, whatever their sentences. */
const judged = (found: Found) => ('refused' in found ? 'refused' : found);

describe('a search in SQL and on a cluster, beside a real OpenSearch', { skip: noOpenSearch, timeout: 400_000 }, () => {
  const stack = new AsyncDisposableStack();
  const engines: (SearchUnderTest & { readonly name: string })[] = [];
  let index: Awaited<ReturnType<typeof indexRecords>>;
  before(async () => {
    const { url } = stack.use(await openSearchNode());
    index = stack.use(await indexRecords(url, 'profile', records));
    // The cluster, and PostgreSQL, or PGlite where there is none: both are sent the same SQL.
    for (const { name, open } of searchEngines.filter(({ skip }) => !skip).slice(-2)) {
      const engine = stack.use(await open());
      await insertRecords(engine.store.db, 'profile', records);
      await engine.settled();
      engines.push({ ...engine, name });
    }
  });
  after(() => stack.disposeAsync());

  /** Whether the query finds some and not all, so that its answer tells something. */
  async function same(query: object): Promise<boolean> {
    const [theirs, ...ours] = await Promise.all([index.find(query), ...engines.map((one) => findHere(one, query))]);
    for (const [n, found] of ours.entries()) {
      assert.deepEqual(
        judged(found),
        judged(theirs),
        `${engines[n]?.name}: ${JSON.stringify({ query, found, theirs })}`,
      );
    }
    return 'ids' in theirs && theirs.total > 0 && theirs.total < records.length;
  }

  const tellingOf = async (queries: readonly object[]): Promise<number> =>
    (await Promise.all(queries.map(same))).filter(Boolean).length;

  for (const [what, queries] of Object.entries(queriesOf)) {
    it(`finds the same for ${what} [as-opensearch.finds-same]`, async () => {
      let telling = 0;
      for (let begin = 0; begin < queries.length; begin += together)
        telling += await tellingOf(queries.slice(begin, begin + together));
      assert.ok(telling > queries.length / 5, `only ${telling} of ${queries.length} queries find some and not all`);
    });
  }

  for (const [what, queries] of Object.entries({ queryStrings, simpleQueryStrings, slopPhrases })) {
    it(`finds the same for random ${what}`, async (t) => {
      t.diagnostic(`seed ${seed}, ${runs} queries; KITH_PROPERTY_SEED and KITH_PROPERTY_RUNS change them`);
      let telling = 0;
      const batch = fc.array<object>(queries, { minLength: together, maxLength: together });
      const check = fc.asyncProperty(batch, async (asked) => {
        telling += await tellingOf(asked);
      });
      await fc.assert(check, { seed, numRuns: runs / together });
      assert.ok(telling > runs / 4, `only ${telling} of ${runs} queries find some and not all`);
    });
  }
});
