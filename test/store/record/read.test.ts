import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Kysely } from 'kysely';
import type { Database } from '../../../src/store/database.ts';
import type { Store } from '../../../src/store/open.ts';
import { findRecords } from '../../../src/store/record/read.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { writeCompanies, writeProfiles } from '../../../src/store/record/write.ts';
import { openTestStore } from '../../support/store.ts';

const ada = uuidFrom('ada');
const jose = uuidFrom('josé');
const crowdSize = 4000;
const crowd = Array.from({ length: crowdSize }, (_, n) => ({
  id: uuidFrom(`crowd ${n}`),
  profile_info: {
    full_name: `Person ${n}`,
    social_media: [{ network: 'xnet', slug: `person-${n}`, id: String(100_000 + n), entity_id: `E${n}` }],
  },
}));

let store: Store;
before(async () => {
  store = await openTestStore();
  await writeProfiles(store.db, [
    {
      id: ada,
      profile_info: {
        full_name: 'Ada',
        xnet_url: 'https://xnet.example/in/ada',
        social_media: [
          { network: 'xnet', slug: 'Ada-L', id: '4711', entity_id: 'ACoAAb' },
          { network: 'other', slug: 'elsewhere', id: '99' },
        ],
      },
    },
    { id: jose, profile_info: { full_name: 'José', xnet_url: 'https://xnet.example/in/jos%C3%A9' } },
    ...crowd,
  ]);
  await writeCompanies(store.db, [
    { id: uuidFrom('works'), company_info: { name: 'Works', xnet_slugs: ['works', 'old-works'] } },
  ]);
});
after(() => store.close());

/** The database, and how many statements were sent to it. */
function counted(db: Kysely<Database>) {
  const count = { statements: 0 };
  const plugged = db.withPlugin({
    transformQuery: ({ node }) => {
      count.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: plugged, count };
}

test('it finds a record by each of its names, and says which of them as they were sent', async () => {
  const sent = {
    ids: [ada, ada.toUpperCase()],
    xnet_names: ['ada', 'ADA-L', 'ada%2DL'],
    xnet_ids: [4711],
    xnet_entity_ids: ['ACoAAb'],
  };
  const { found, notFound } = await findRecords(store.db, 'profile', sent);
  assert.deepEqual(notFound, []);
  assert.deepEqual(
    found.map(({ id, foundBy }) => ({ id, foundBy })),
    [{ id: ada, foundBy: sent }],
  );
});

test('it orders records by the first identifier that names each, and repeats what names nothing as it was sent', async () => {
  const nobody = 'FFFFFFFF-0000-4000-8000-000000000000';
  const { found, notFound } = await findRecords(store.db, 'profile', {
    ids: [nobody, jose],
    xnet_names: ['ada', 'No%20body', 'ada', 'elsewhere', 'JOS%C3%89', 'person-1'],
    xnet_ids: [99, 4711],
    xnet_entity_ids: ['acoaab'],
  });
  const nothing = { ids: [], xnet_names: [], xnet_ids: [], xnet_entity_ids: [] };
  assert.deepEqual(
    found.map(({ id, foundBy }) => [id, foundBy]),
    [
      [jose, { ...nothing, ids: [jose], xnet_names: ['JOS%C3%89'] }],
      [ada, { ...nothing, xnet_names: ['ada'], xnet_ids: [4711] }],
      [crowd[1]?.id, { ...nothing, xnet_names: ['person-1'] }],
    ],
  );
  assert.deepEqual(notFound, [nobody, 'No%20body', 'elsewhere', '99', 'acoaab']);
});

test('it tries a slug as sent before it tries it decoded', async () => {
  const percent = uuidFrom('percent');
  await writeProfiles(store.db, [
    { id: percent, profile_info: { social_media: [{ network: 'xnet', url: 'https://xnet.example/in/a%2525b' }] } },
    {
      id: uuidFrom('plain'),
      profile_info: { social_media: [{ network: 'xnet', url: 'https://xnet.example/in/a%25b' }] },
    },
  ]);
  const { found } = await findRecords(store.db, 'profile', { xnet_names: ['a%25b'] });
  assert.deepEqual(
    found.map(({ id }) => id),
    [percent],
  );
});

test('it hands documents on as bytes', async () => {
  const { found } = await findRecords(store.db, 'company', { xnet_names: ['old-works'] });
  const [works] = found;
  const expected = { name: 'Works', xnet_slugs: ['works', 'old-works'], id: uuidFrom('works') };
  assert.ok(Buffer.isBuffer(works?.document));
  assert.deepEqual(JSON.parse(works.document.toString()), expected);
});

test('it finds four times 1,000 records in two statements, by ids alone in one, and nothing in none', async () => {
  const { db, count } = counted(store.db);
  const quarter = (from: number) => crowd.slice(from, from + 1000);
  const mixed = await findRecords(db, 'profile', {
    ids: quarter(0).map(({ id }) => id),
    xnet_names: quarter(1000).map((_, n) => `person-${1000 + n}`),
    xnet_ids: quarter(2000).map((_, n) => 102_000 + n),
    xnet_entity_ids: quarter(3000).map((_, n) => `E${3000 + n}`),
  });
  assert.equal(count.statements, 2);
  assert.deepEqual(mixed.notFound, []);
  assert.deepEqual(
    mixed.found.map(({ id }) => id),
    crowd.map(({ id }) => id),
  );
  await findRecords(db, 'profile', { ids: quarter(0).map(({ id }) => id) });
  assert.equal(count.statements, 3);
  assert.deepEqual(await findRecords(db, 'profile', { ids: [], xnet_names: [] }), { found: [], notFound: [] });
  assert.equal(count.statements, 3);
});
