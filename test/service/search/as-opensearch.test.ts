import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { InvalidQuery } from '../../../src/service/search/invalid-query.ts';
import { parseQuery } from '../../../src/service/search/parse.ts';
import { sqlEngine } from '../../../src/service/search/sql/engine.ts';
import type { Store } from '../../../src/store/open.ts';
import { noOpenSearch, openSearchNode } from '../../support/opensearch/node.ts';
import { openTestStore } from '../../support/store.ts';
import { idOf, insertRecords } from './corpus.ts';
import { type Found, indexRecords } from './opensearch-index.ts';
import { people, queriesOf } from './what-people-send.ts';

const records = people.map((info, n) => ({ id: idOf('a', n), info }));

async function findInStore(store: Store, query: object): Promise<Found> {
  try {
    const tree = parseQuery('profile', query);
    const search = { kind: 'profile', tree, scope: { teamId: idOf('b', 0) } } as const;
    return await sqlEngine(store, 0).page(search, { limit: 1000 });
  } catch (error) {
    if (error instanceof InvalidQuery) return { refused: error.message };
    throw error;
  }
}

/** What both refuse is the same, whatever their sentences. */
const judged = (found: Found) => ('refused' in found ? 'refused' : found);

describe('a search, beside a real OpenSearch', { skip: noOpenSearch, timeout: 240_000 }, () => {
  const stack = new AsyncDisposableStack();
  let find: (query: object) => Promise<readonly [ours: Found, theirs: Found]>;
  before(async () => {
    const store = stack.use(await openTestStore());
    const { url } = stack.use(await openSearchNode());
    await insertRecords(store.db, 'profile', records);
    const index = stack.use(await indexRecords(url, 'profile', records));
    find = (query) => Promise.all([findInStore(store, query), index.find(query)]);
  });
  after(() => stack.disposeAsync());

  for (const [what, queries] of Object.entries(queriesOf)) {
    it(`finds the same for ${what}`, async () => {
      let telling = 0;
      for (const query of queries) {
        const [ours, theirs] = await find(query);
        assert.deepEqual(judged(ours), judged(theirs), `${JSON.stringify(query)}: ${JSON.stringify({ ours, theirs })}`);
        if ('ids' in theirs && theirs.total > 0 && theirs.total < records.length) telling += 1;
      }
      assert.ok(telling > queries.length / 5, `only ${telling} of ${queries.length} queries find some and not all`);
    });
  }
});
