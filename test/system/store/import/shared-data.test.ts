import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { importFiles } from '../../../../src/store/import/import.ts';
import { emptySummary, nothing } from '../../../../src/store/import/summary.ts';
import { findRecords } from '../../../../src/store/record/read.ts';
import { openTestStore } from '../../../support/store.ts';

const { KITH_SHARED_DATA: dir = '' } = process.env;
const skip = dir === '' && 'KITH_SHARED_DATA names no directory of real records';
const paths = ['companies.ndjson', 'profiles.ndjson'].map((name) => join(dir, name));

test('it takes every real record, and nothing anew the second time', { skip }, async () => {
  await using store = await openTestStore();
  const first = await importFiles(store, paths);
  assert.deepEqual(first, {
    ...emptySummary,
    lines: 1091,
    profiles: { ...nothing, added: 537 },
    companies: { ...nothing, added: 554 },
    touchedProfiles: 537,
  });
  const careers = await store.db
    .selectFrom('employment')
    .select(({ fn }) => fn.countAll().as('entries'))
    .execute();
  assert.deepEqual(careers, [{ entries: 4121 }]);

  const second = await importFiles(store, paths);
  assert.deepEqual(second, {
    ...emptySummary,
    lines: 1091,
    profiles: { ...nothing, unchanged: 537 },
    companies: { ...nothing, unchanged: 554 },
  });

  const { found } = await findRecords(store.db, 'profile', { xnet_names: ['maria-cantwell'] });
  const { found: senate } = await findRecords(store.db, 'company', { xnet_names: ['united-states-senate'] });
  assert.deepEqual(
    [...found, ...senate].map(({ id }) => id),
    ['9e396919-bd21-5a3e-8b17-b812c61e055e', '704dce9a-c2ab-5a92-8a16-a4135383dd82'],
  );
});
