import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { parseQuery } from '../../../src/service/search/parse.ts';
import { searchIds } from '../../../src/service/search/search-ids.ts';
import type { Store } from '../../../src/store/open.ts';
import { engines } from '../jobs/engines.ts';
import { idOf, insertRecords } from './corpus.ts';
import { expectations } from './expectations.ts';

const now = new Date('2026-03-15T12:00:00Z');

for (const { name, skip, open } of engines) {
  describe(`the DSL on ${name}`, { skip }, () => {
    let store: Store;
    before(async () => {
      store = await open();
    });
    after(() => store.close());

    for (const { page, section, says, ours, kind = 'profile', records, query, finds } of expectations) {
      const source = [page, ...(section === undefined ? [] : [section])].join(' › ');
      it(`does what OpenSearch says in “${source}”: ${[says, ...(ours === undefined ? [] : [ours])].join('; ours: ')}`, async () => {
        await sql`truncate ${sql.table(kind)} cascade`.execute(store.db);
        await insertRecords(
          store.db,
          kind,
          records.map((info, n) => ({ id: idOf('a', n), info })),
        );
        const tree = parseQuery(kind, query, now);
        const found = await searchIds(store, kind, tree, { teamId: idOf('b', 0) }, { limit: 1000 });
        assert.deepEqual(found, { ids: finds.map((n) => idOf('a', n)), total: finds.length });
      });
    }
  });
}
