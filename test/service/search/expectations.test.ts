import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';
import { idOf, insertRecords } from './corpus.ts';
import { type SearchUnderTest, searchEngines } from './engines.ts';
import { expectations } from './expectations.ts';

const now = new Date('2026-03-15T12:00:00Z');

for (const { name, skip, open } of searchEngines) {
  describe(`the DSL on ${name}`, { skip }, () => {
    let search: SearchUnderTest;
    before(async () => {
      search = await open();
    });
    after(() => search[Symbol.asyncDispose]());

    for (const { page, section, says, ours, kind = 'profile', records, query, finds } of expectations) {
      const source = [page, ...(section === undefined ? [] : [section])].join(' › ');
      it(`does what OpenSearch says in “${source}”: ${[says, ...(ours === undefined ? [] : [ours])].join('; ours: ')} [expectations.as-opensearch]`, async () => {
        await sql`delete from ${sql.table(kind)}`.execute(search.store.db);
        await insertRecords(
          search.store.db,
          kind,
          records.map((info, n) => ({ id: idOf('a', n), info })),
        );
        await search.settled();
        const tree = parseQuery(kind, query, now);
        const found = await search.engine.page({ kind, tree, scope: { teamId: idOf('b', 0) } }, { limit: 1000 });
        assert.deepEqual(found, { ids: finds.map((n) => idOf('a', n)), total: finds.length });
      });
    }
  });
}
