import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Store } from '../../../src/store/open.ts';
import { settle } from '../../../src/store/record/settle.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { type ProfileInput, writeCompanies, writeProfiles } from '../../../src/store/record/write.ts';
import { openTestStore } from '../../support/store.ts';

let store: Store;
before(async () => {
  store = await openTestStore();
});
after(() => store.close());

const person = (name: string, more: ProfileInput['profile_info'] = {}): ProfileInput => ({
  id: uuidFrom(name),
  profile_info: { full_name: name, social_media: [{ network: 'xnet', slug: name }], ...more },
});

const documentOf = async (kind: 'profile' | 'company', id: string): Promise<unknown> =>
  JSON.parse(
    (await store.db.selectFrom(kind).select('document').where('id', '=', id).executeTakeFirstOrThrow()).document,
  );

const holderOf = async (key: string) =>
  (await store.db.selectFrom('profile_name').select('record_id').where('key', '=', key).executeTakeFirst())?.record_id;

test('it stores documents without nulls, URLs percent-encoded and slugs as they are, and keeps unknown members', async () => {
  const id = uuidFrom('stored form');
  await writeProfiles(store.db, [
    {
      id: id.toUpperCase(),
      profile_info: {
        about: null,
        skills: ['100%', 'C\u0000'],
        xnet_url: 'https://xnet.example/in/jos%C3%A9 muñoz',
        image_url: 'https://img.example/50%/a%2Fb',
        social_media: [null, { network: 'xnet', slug: ' jos%C3%A9\u200b/', entity_id: null }],
        ...{ shoe_size: 44 },
      },
    },
  ]);
  assert.deepEqual(await documentOf('profile', id), {
    id,
    skills: ['100%', 'C'],
    xnet_url: 'https://xnet.example/in/jos%C3%A9%20mu%C3%B1oz',
    image_url: 'https://img.example/50%25/a%2Fb',
    // The slug of the URL is written where searches look for it.
    social_media: [
      { network: 'xnet', slug: 'jos%C3%A9' },
      { network: 'xnet', url: 'https://xnet.example/in/jos%C3%A9%20mu%C3%B1oz', slug: 'josé muñoz' },
    ],
    shoe_size: 44,
  });
});

test('it tells added, changed and untouched records apart', async () => {
  const [ann, bob, cy] = [person('ann'), person('bob'), person('cy')];
  assert.deepEqual(await writeProfiles(store.db, [ann, bob]), {
    added: [ann.id, bob.id].sort(),
    changed: [],
    moved: [],
  });
  const promoted = person('bob', { current_title: 'Chief' });
  assert.deepEqual(await writeProfiles(store.db, [ann, promoted, cy]), {
    added: [cy.id],
    changed: [bob.id],
    moved: [],
  });
  assert.deepEqual(await writeProfiles(store.db, [ann, promoted, cy]), { added: [], changed: [], moved: [] });
  const withLegacy = { ...cy, legacy: { other_locations: ['Porto'], investor_data: null } };
  assert.deepEqual(await writeProfiles(store.db, [withLegacy]), { added: [], changed: [cy.id], moved: [] });
  const { legacy } = await store.db
    .selectFrom('profile')
    .select('legacy')
    .where('id', '=', cy.id)
    .executeTakeFirstOrThrow();
  assert.equal(legacy, '{"other_locations":["Porto"]}');
});

test('it counts the last of several records with one id', async () => {
  const written = await writeProfiles(store.db, [
    person('dup', { about: 'first' }),
    person('dup', { about: 'second' }),
  ]);
  assert.deepEqual(written, { added: [uuidFrom('dup')], changed: [], moved: [] });
  assert.match(JSON.stringify(await documentOf('profile', uuidFrom('dup'))), /second/);
});

test('it replaces all that follows from a record that changes', async () => {
  const at = (company: string, start_date: string) => ({ company_id: uuidFrom(company), start_date });
  const before = person('mover', {
    experience: [at('old', '2001-02-03'), at('older', '2000-01-01')],
    education: [{ school: { name: 'Old School' } }],
  });
  const after = {
    ...person('mover', { experience: [at('new', '2020-01-01')] }),
    profile_info: { experience: [at('new', '2020-01-01')], social_media: [{ network: 'xnet', slug: 'moved' }] },
  };
  await writeProfiles(store.db, [before]);
  await writeProfiles(store.db, [after]);
  const rows = async (table: 'employment' | 'schooling') =>
    (await store.db.selectFrom(table).selectAll().where('profile_id', '=', before.id).execute()).length;
  const elements = await store.db
    .selectFrom('profile_element')
    .select(['path', 'ordinal'])
    .where('record_id', '=', before.id)
    .orderBy('path')
    .execute();
  assert.deepEqual([await rows('employment'), await rows('schooling')], [1, 0]);
  assert.deepEqual(elements, [
    { path: 'profile_info.experience', ordinal: 0 },
    { path: 'profile_info.social_media', ordinal: 0 },
  ]);
  assert.deepEqual([await holderOf('mover'), await holderOf('moved')], [undefined, before.id]);
});

test('it reads careers: whole days out of years and months, no day out of nonsense, no row without an employer', async () => {
  const company = { id: uuidFrom('Works'), name: 'Works', websites: ['works.example', 'second.example'] };
  const works = person('worker', {
    experience: [
      { company, start_date: '2019', end_date: '2020-02', title: 'Engineer' },
      { company_id: company.id.toUpperCase(), start_date: '2019-02-29', end_date: 'soon', is_current: true },
      { company: { name: 'No record' }, start_date: '2018-01-01' },
      {
        company: { ...company, social_media: [{ network: 'xnet', url: 'https://xnet.example/company/w%C3%B6rks' }] },
        start_date: '2021-05-31T10:00:00Z',
        status: 'current',
      },
    ],
  });
  await writeProfiles(store.db, [works]);
  const rows = await store.db
    .selectFrom('employment')
    .selectAll()
    .where('profile_id', '=', works.id)
    .orderBy('ordinal')
    .execute();
  const common = { profile_id: works.id, company_id: company.id, company_slug: null, title: null };
  const named = { company_name: 'Works', company_website: 'works.example' };
  const unnamed = { company_name: null, company_website: null };
  assert.deepEqual(rows, [
    {
      ...common,
      ...named,
      ordinal: 0,
      title: 'Engineer',
      start_on: '2019-01-01',
      end_on: '2020-02-29',
      is_current: false,
    },
    { ...common, ...unnamed, ordinal: 1, start_on: null, end_on: null, is_current: true },
    { ...common, ...named, ordinal: 3, company_slug: 'wörks', start_on: '2021-05-31', end_on: null, is_current: true },
  ]);
});

test('it reads schools by their names without regard to case and accents', async () => {
  const pupil = person('pupil', {
    education: [
      { school: { name: ' École Normale ' }, majors: ['Maths, "pure"', 'Physics'], end_date: '2010' },
      { school: { xnet_id: 7 } },
    ],
  });
  await writeProfiles(store.db, [pupil]);
  const rows = await store.db.selectFrom('schooling').selectAll().where('profile_id', '=', pupil.id).execute();
  assert.deepEqual(rows, [
    {
      profile_id: pupil.id,
      ordinal: 0,
      school_id: null,
      school_website: null,
      school_words: 'ecole normale',
      school_country: null,
      school_keys: ['name ecole normale'],
      school_name: 'École Normale',
      majors: ['Maths, "pure"', 'Physics'],
      start_on: null,
      end_on: '2010-12-31',
    },
  ]);
});

test('it knows companies by every slug and website, and their investors once each', async () => {
  const id = uuidFrom('company');
  const investor = { id: uuidFrom('investor'), kind: 'company', name: 'Fund' };
  await writeCompanies(store.db, [
    {
      id,
      company_info: {
        name: 'Company',
        xnet_slugs: ['Company', 'company-old'],
        websites: ['https://www.Company.example/about?x', 'bücher.example', 'company.example:8080', 'not a site'],
        funding: {
          rounds: [{ investors: [investor, { name: 'no id' }] }, { investors: [null] }, null],
          last_round: { last_round_investors: [investor, { id: uuidFrom('angel') }] },
        },
      },
    },
  ]);
  const { db } = store;
  const names = await db.selectFrom('company_name').select('key').where('record_id', '=', id).orderBy('key').execute();
  const sites = await db.selectFrom('company_website').select('website').orderBy('website').execute();
  const investments = await db.selectFrom('investment').selectAll().orderBy('investor_name').execute();
  assert.deepEqual(
    names.map(({ key }) => key),
    ['company', 'company-old'],
  );
  assert.deepEqual(
    sites.map(({ website }) => website),
    ['company.example', 'company.example/', 'company.example/about', 'xn--bcher-kva.example'],
  );
  assert.deepEqual(investments, [
    { company_id: id, investor_id: uuidFrom('angel'), investor_name: '' },
    { company_id: id, investor_id: investor.id, investor_name: 'Fund' },
  ]);
});

test('it gives a name that two records claim to the one written last', async () => {
  const claims = (name: string): ProfileInput => person(name, { xnet_url: 'https://xnet.example/in/Prize' });
  await writeProfiles(store.db, [claims('zoe'), claims('abe')]);
  assert.equal(await holderOf('prize'), uuidFrom('abe'));
  await writeProfiles(store.db, [claims('zack')]);
  assert.equal(await holderOf('prize'), uuidFrom('zack'));
});

test('it writes all or nothing of a transaction that it is given', async () => {
  const ghost = person('ghost');
  const failing = store.db.transaction().execute(async (trx) => {
    await writeProfiles(trx, [ghost]);
    throw new Error('and then it failed');
  });
  await assert.rejects(failing, /and then it failed/);
  assert.equal(await holderOf('ghost'), undefined);
});

test('it writes far more rows at once than a statement has parameters', async () => {
  const skills = Array.from({ length: 20 }, (_, n) => `skill ${n}`);
  const job = { company_id: uuidFrom('works'), start_date: '2020-01-01' };
  const crowd = Array.from({ length: 1200 }, (_, n) =>
    person(`crowd-${n}`, { skills, experience: Array(12).fill(job) }),
  );
  const { added } = await writeProfiles(store.db, crowd);
  assert.equal(added.length, 1200);
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from employment where profile_id = any(${added}::uuid[])`.execute(store.db);
  assert.equal(rows[0]?.n, 14_400);
  await settle(store.db);
});
