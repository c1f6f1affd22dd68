import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { erase } from '../../../src/store/forget/erase.ts';
import { forget } from '../../../src/store/forget/forget.ts';
import { importFiles } from '../../../src/store/import/import.ts';
import type { Store } from '../../../src/store/open.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { addConnectors } from '../../../src/store/team/connector.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { importExports } from '../../../src/store/ties/import-exports.ts';
import { writeExport } from '../../app/ties/exports.ts';
import { markedPerson } from '../../support/marked-record.ts';
import { openTestStore } from '../../support/store.ts';

const mark = 'zqmarkzq';
const id = uuidFrom('somebody who asks to be forgotten');

let store: Store;
let dir: string;
let team: string;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kith-forget-'));
  store = await openTestStore();
  team = (await createTeam(store.db, { name: 'North', ownerEmail: 'owner@north.example' })).id;
});
after(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

const importLines = async (lines: readonly object[]) => {
  const path = join(dir, 'lines.ndjson');
  await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return importFiles(store, [path], { team });
};

const slug = `${mark}-slug`;
const friend = { profile_info: { full_name: 'Friend', social_media: [{ network: 'xnet', slug: 'friend' }] } };
const backed = {
  company_info: {
    name: 'Backed',
    xnet_slugs: ['backed'],
    funding: {
      rounds: [
        {
          type: 'seed',
          investors: [
            { id, name: `${mark} investor` },
            { id: uuidFrom('fund'), name: 'Fund' },
          ],
        },
      ],
      last_round: { last_round_investors: [{ id, name: `${mark} investor` }] },
    },
  },
};
const lines = [
  { ...markedPerson(mark, id), lists: [{ name: 'Leads', status: `${mark}-status` }], tags: [{ name: 'warm' }] },
  friend,
  backed,
  { connection: { from: 'friend', to: slug } },
  { note: { profile: slug, content: `${mark} note` } },
];

/** The tables in which a text is, in any row. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(store.db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(name)} as row
      where strpos(lower(row::text), ${text}) > 0`.execute(store.db);
    if ((rows[0]?.count ?? 0) > 0) found.push(name);
  }
  return found.sort();
}

test('it leaves nothing of a person in any table, and the others as they were', async () => {
  const { profiles, labels } = await importLines(lines);
  assert.deepEqual([profiles.added, labels], [2, 2]);
  await store.db.transaction().execute(async (trx) => {
    await addConnectors(trx, { teamId: team, slugs: [slug] });
    const { id: connector_id } = await trx.selectFrom('connector').select('id').executeTakeFirstOrThrow();
    await trx
      .insertInto('job')
      .values({ kind: 'map-connector', payload: JSON.stringify({ connector_id }) })
      .execute();
    const hash = Buffer.alloc(32);
    const answered = { team_id: team, operation: 'map-network', body_hash: hash, status: 200 };
    await trx
      .insertInto('idempotent_answer')
      .values({ ...answered, key: 'k', answer: `{"name":"${slug}"}` })
      .execute();
    await trx
      .insertInto('keyed_charge')
      .values({ key_hash: hash, request_hash: hash, ids: sql`array[${id}::uuid]`, charged_at: new Date() })
      .execute();
    await trx
      .insertInto('search_snapshot')
      .values({ id: uuidFrom('snapshot'), team_id: team, ids: sql`array[${id}::uuid]`, last_used_at: new Date() })
      .execute();
  });
  const before = await tablesWith(mark);
  for (const table of [
    'profile',
    'profile_name',
    'employment',
    'schooling',
    'note',
    'connector',
    'company',
    'investment',
  ])
    assert.ok(before.includes(table), `${table} held the person`);

  const forgotten = await forget(store, [`https://xnet.example/in/${slug.toUpperCase()}`, 'nobody@nowhere.example']);
  assert.deepEqual([forgotten.people, forgotten.companies, forgotten.unknown], [1, 1, ['nobody@nowhere.example']]);
  assert.ok(forgotten.names.includes(id) && forgotten.names.includes(`${mark}@mark.example`));
  assert.deepEqual(await tablesWith(mark), []);
  assert.deepEqual(await tablesWith(id), []);
  const left = await store.db.selectFrom('profile').select('document').execute();
  assert.deepEqual(
    left.map(({ document }) => JSON.parse(document).full_name),
    ['Friend'],
  );
  const { rows: investors } = await sql`select investor_name from investment`.execute(store.db);
  assert.deepEqual(investors, [{ investor_name: 'Fund' }]);
  const remains = await erase(store);
  assert.equal(remains.length > 0, store.kind === 'postgres');
});

test('it has imports pass over the forgotten, by each of their names, and count them', async () => {
  const again = await importLines([lines[0] ?? {}, friend, backed]);
  assert.deepEqual([again.forgotten, again.rejected, again.profiles.unchanged], [1, 0, 1]);
  assert.equal(again.companies.unchanged, 1);
  const byName = await importLines(
    [
      { social_media: [{ network: 'xnet', slug }] },
      { social_media: [{ network: 'xnet', slug: 'another', id: '31337' }] },
      { social_media: [{ network: 'xnet', slug: 'a-third' }], personal_emails: [`${mark.toUpperCase()}@mark.example`] },
      { social_media: [{ network: 'xnet', slug: 'nobody' }], work_email: 'nobody@nowhere.example' },
    ].map((profile_info) => ({ profile_info })),
  );
  assert.deepEqual([byName.forgotten, byName.lines, byName.profiles.added], [4, 4, 0]);
  assert.deepEqual(await tablesWith(mark), []);
});

test('it tells nobody whom it forgot: digests depend on a key of the store', async () => {
  const { rows } = await sql<{ digest: string }>`select digest from forgotten`.execute(store.db);
  await using other = await openTestStore();
  await forget(other, [id]);
  const { rows: others } = await sql<{ digest: string }>`select digest from forgotten`.execute(other.db);
  assert.ok(others.length === 1 && rows.every(({ digest }) => digest !== others[0]?.digest));
});

test('it finds a person by e-mail address', async () => {
  await importLines([
    { profile_info: { social_media: [{ network: 'xnet', slug: 'mail' }], personal_emails: ['A@b.example'] } },
  ]);
  assert.equal((await forget(store, ['a@B.example'])).people, 1);
});

test('it finds a person by an address with blanks around it, on either side, and has imports pass over them', async () => {
  const line = (slug: string, email: string) => ({
    profile_info: { social_media: [{ network: 'xnet', slug }], personal_emails: [email] },
  });
  await importLines([line('padded', ' Pad@b.example\u200b ')]);
  assert.equal((await forget(store, ['\u200b mailto:pad@B.example '])).people, 1);
  assert.equal((await importLines([line('another-slug', '\t<PAD@b.example> ')])).forgotten, 1);
});

test('it leaves nothing of somebody whom an export names, nor of whose export it is', async () => {
  const row = (name: string) => ({ first: name, last: 'Tied', slug: `${name}-tied`, company: `${name} firm` });
  const path = await writeExport(dir, 'tied.csv', [row(mark), row('other')]);
  const tie = () =>
    importExports(store, [{ path, name: path, of: `${mark} Owner` }], { team, onConnector: async () => undefined });
  await tie();
  assert.ok((await tablesWith(mark)).includes('profile_name'));
  const { rows: ties } = await sql<{ owner_id: string; profile_id: string }>`select * from manual_tie`.execute(
    store.db,
  );
  assert.equal(ties.length, 2);
  await forget(store, [`${mark}-tied`, ties[0]?.owner_id ?? '']);
  assert.deepEqual(await tablesWith(mark), []);
  for (const table of ['manual_tie', 'thin_profile', 'connector'] as const)
    assert.deepEqual(await tablesWith(ties[0]?.owner_id ?? '?'), [], table);
  await assert.rejects(tie(), /--of: must not be somebody who was forgotten/);
});
