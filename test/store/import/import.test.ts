import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { importFiles } from '../../../src/store/import/import.ts';
import { emptySummary, nothing } from '../../../src/store/import/summary.ts';
import type { Store } from '../../../src/store/open.ts';
import { findRecords } from '../../../src/store/record/read.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { listsOf } from '../../../src/store/team/list.ts';
import { Refused } from '../../../src/store/team/refused.ts';
import { tagsOf } from '../../../src/store/team/tag.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { openTestStore } from '../../support/store.ts';

let store: Store;
let dir: string;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'kith-import-'));
  store = await openTestStore();
});
after(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

/** Writes a file of lines, each text or a value. */
async function file(name: string, lines: readonly unknown[]): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return path;
}

const person = (slug: string, more: object = {}) => ({
  profile_info: { full_name: slug, social_media: [{ network: 'xnet', slug }], ...more },
});

const idOf = async (slug: string): Promise<string | undefined> =>
  (await findRecords(store.db, 'profile', { xnet_names: [slug] })).found[0]?.id;

/** A slug beyond what an index can hold. */
const incompressible = Array.from({ length: 300 }, (_, n) => uuidFrom(`part ${n}`)).join('');

/** The side file's entries without the file's name. */
async function rejectedIn(path: string): Promise<readonly (readonly [line: number, reason: string])[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const entry: { readonly line: number; readonly reason: string } = JSON.parse(line);
    return [entry.line, entry.reason];
  });
}

test('it takes profiles and companies from one file, with or without ids', async () => {
  const id = uuidFrom('has an id');
  const path = await file('mixed.ndjson', [
    { id, ...person('with-id') },
    { profile_info: { id: uuidFrom('inner'), full_name: 'Inner', hiring: null, education: [null] } },
    '',
    person('without-id'),
    { company_info: { name: 'Works', xnet_slugs: ['works'], founded: '1999' }, tags: [], found_by: { ids: [] } },
  ]);
  const summary = await importFiles(store, [path]);
  assert.deepEqual(summary, {
    ...emptySummary,
    lines: 4,
    profiles: { ...nothing, added: 3 },
    companies: { ...nothing, added: 1 },
    touchedProfiles: 3,
  });
  assert.equal(await idOf('with-id'), id);
  const { found } = await findRecords(store.db, 'profile', { ids: [uuidFrom('inner')] });
  assert.deepEqual(
    found.map(({ document }) => JSON.parse(document.toString())),
    [{ id: uuidFrom('inner'), full_name: 'Inner', education: [] }],
  );
});

test('it changes nothing when the same is imported again', async () => {
  const path = await file('again.ndjson', [person('again-1'), person('again-2')]);
  await importFiles(store, [path]);
  const id = await idOf('again-1');
  const second = await importFiles(store, [path]);
  assert.deepEqual(second, { ...emptySummary, lines: 2, profiles: { ...nothing, unchanged: 2 } });
  assert.equal(await idOf('again-1'), id);
});

test('it takes a record without an id for the one that its slug names', async () => {
  const id = uuidFrom('known before');
  await importFiles(store, [await file('known.ndjson', [{ id, ...person('known') }])]);
  const summary = await importFiles(store, [await file('update.ndjson', [person('KNOWN', { hiring: true })])]);
  assert.deepEqual(summary.profiles, { ...nothing, changed: 1 });
  assert.equal(await idOf('known'), id);
});

test('it notes bad lines with number and reason, and takes the others', async () => {
  const path = await file('bad.ndjson', [
    person('good-1'),
    '{"profile_info": ',
    { profile_info: { id: 7, full_name: 7 } },
    { id: 'x', profile_info: {} },
    { profile_info: null },
    { profile_info: { full_name: 'No id, no slug' } },
    { profile_info: {}, company_info: {} },
    { something: 'else' },
    [1],
    'null',
    { company_info: 'long ago' },
    person(incompressible),
    { connection: { from: 'good-1' } },
    { connection: { from: 'good-1', to: 'nobody-at-all' } },
    { tag: { name: 'hot', profile: 'good-1' } },
    { tag: { name: 'hot' } },
    person('good-2'),
  ]);
  await appendFile(path, Buffer.from([0x22, 0xff, 0x22, 0x0a]));
  await appendFile(path, `{"x": "${'y'.repeat(17 * 1024 * 1024)}"}\n`);
  await appendFile(path, JSON.stringify(person('good-3')));
  const rejectFile = join(dir, 'bad.rejected.ndjson');

  const summary = await importFiles(store, [path], { rejectFile });
  assert.equal(summary.lines, 20);
  assert.equal(summary.rejected, 17);
  assert.deepEqual(summary.profiles, { ...nothing, added: 3 });
  const rejected = await rejectedIn(rejectFile);
  const expected: readonly (readonly [number, RegExp])[] = [
    [2, /^line: must be JSON, but /],
    [
      3,
      /^profile_info\.id: must be of type string, but got 7; profile_info\.full_name: must be of type string, but got 7$/,
    ],
    [4, /^id: must be a uuid, but got "x"$/],
    [5, /^profile_info: must be of type object, but got null$/],
    [6, /^id: must be given if a record has no account of the network xnet with a slug, but is missing$/],
    [7, /^line: must have one of profile_info, .*, but has several$/],
    [8, /^line: must have one of .*, but has none$/],
    [9, /^line: must have one of .*, but has none$/],
    [10, /^line: must have one of .*, but has none$/],
    [11, /^company_info: must be of type object, but got "long ago"$/],
    [12, /^line: can’t be stored: index row/],
    [13, /^connection\.to: must be present, but is missing$/],
    [14, /^connection\.to: must name a profile by id, slug or URL, but no profile has "nobody-at-all"$/],
    [15, /^tag\.team: must be a team’s id unless --team gives one, but is missing$/],
    [16, /^tag/],
    [18, /^line: must be UTF-8/],
    [19, /^line: must be at most 16777216 bytes, but got 17825801$/],
  ];
  assert.deepEqual(
    rejected.map(([line]) => line),
    expected.map(([line]) => line),
  );
  for (const [at, [, reason]] of expected.entries()) assert.match(rejected[at]?.[1] ?? '', reason);
});

test('it goes on where it was interrupted, and notes no bad line twice', async () => {
  const many = (prefix: string) =>
    Array.from({ length: 1100 }, (_, n) => (n % 100 === 50 ? 'bad' : person(`${prefix}-${n}`)));
  const paths = [await file('first.ndjson', many('first')), await file('second.ndjson', many('second'))];
  const rejectFile = join(dir, 'interrupted.rejected.ndjson');
  const reached: number[] = [];
  const interrupted = importFiles(store, paths, {
    rejectFile,
    onProgress: ({ summary: { lines } }) => {
      reached.push(lines);
      if (lines > 1100) throw new Error('pulled the plug');
    },
  });
  await assert.rejects(interrupted, /pulled the plug/);
  const stoppedAt = reached.at(-1) ?? 0;
  // What a batch noted that did not come to its end.
  await appendFile(rejectFile, '{"line": 9999, "reason": "never written"}\n');

  const resumed: number[] = [];
  const summary = await importFiles(store, paths, {
    rejectFile,
    onProgress: ({ bytes, totalBytes, summary: { lines } }) => {
      resumed.push(lines);
      assert.ok(bytes > 0 && bytes <= totalBytes);
    },
  });
  assert.ok((resumed[0] ?? 0) > stoppedAt, 'lines before the interruption are not read again');
  assert.deepEqual([summary.lines, summary.profiles, summary.rejected], [2200, { ...nothing, added: 2178 }, 22]);
  const rejected = await rejectedIn(rejectFile);
  const eachFile = Array.from({ length: 11 }, (_, n) => n * 100 + 51);
  assert.deepEqual(
    rejected.map(([line]) => line),
    [...eachFile, ...eachFile],
  );
  const { profiles } = await importFiles(store, paths, { rejectFile });
  assert.deepEqual(profiles, { ...nothing, unchanged: 2178 }, 'a finished import begins anew');
});

for (const resume of [true, false])
  test(`it stops at a signal, and begins anew if ${resume ? 'it' : 'the stopped one'} is told not to resume`, async () => {
    const path = await file(
      `signal-${resume}.ndjson`,
      Array.from({ length: 1100 }, (_, n) => person(`signal-${resume}-${n}`)),
    );
    const stop = new AbortController();
    const stopped = importFiles(store, [path], {
      resume,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await assert.rejects(stopped, /enough/);
    const { profiles } = await importFiles(store, [path], { resume: !resume });
    assert.equal(profiles.added + profiles.unchanged, 1100);
    assert.ok(profiles.unchanged > 0);
  });

test('it refuses a side file that would overwrite what is imported, a missing file, and an unknown team', async () => {
  const path = await file('precious.ndjson', [person('precious')]);
  await assert.rejects(
    importFiles(store, [path], { rejectFile: join(dir, '.', 'precious.ndjson') }),
    /must be another file than those that are imported/,
  );
  await assert.rejects(importFiles(store, [join(dir, 'missing.ndjson')]), { code: 'ENOENT' });
  await assert.rejects(importFiles(store, [path], { team: uuidFrom('no team') }), Refused);
  assert.notEqual(await readFile(path, 'utf8'), '');
});

test('it takes direct connections, lists, tags and notes, by whatever name', async () => {
  const { id: team } = await createTeam(store.db, { name: 'North', ownerEmail: 'owner@north.example' });
  const listId = uuidFrom('a list');
  const path = await file('statements.ndjson', [
    { ...person('nora'), lists: [{ id: listId, name: 'Leads', status: 'new' }], tags: [{ name: 'warm' }] },
    person('otto'),
    { company_info: { name: 'Pier', xnet_slugs: ['pier'] } },
    { connection: { from: 'https://xnet.example/in/NORA', to: 'otto' } },
    { list: { team, name: 'Leads', profile: 'otto' } },
    { tag: { name: 'key account', company: 'pier' } },
    { note: { profile: 'nora', content: 'Met in Porto.', is_private: true } },
    { note: { team: uuidFrom('other'), profile: 'nora', content: '?' } },
  ]);
  const summary = await importFiles(store, [path], { team });
  const counts = { connections: 1, lists: 1, tags: 1, labels: 2, notes: 1, rejected: 1 };
  assert.deepEqual({ ...summary, ...counts }, summary);
  await importFiles(store, [path], { team });

  const [nora = '', otto = ''] = [await idOf('nora'), await idOf('otto')];
  const [pier] = (await findRecords(store.db, 'company', { xnet_names: ['pier'] })).found;
  const edges = await store.db.selectFrom('direct_connection').selectAll().execute();
  assert.deepEqual(edges, [{ from_id: nora, to_id: otto }]);
  assert.deepEqual(
    await listsOf(store.db, team, [nora, otto]),
    new Map([
      [nora, [{ id: listId, name: 'Leads', status: 'new' }]],
      [otto, [{ id: listId, name: 'Leads', status: null }]],
    ]),
  );
  const names = async (kind: 'profile' | 'company', id: string) =>
    (await tagsOf(store.db, kind, team, [id])).get(id)?.map(({ name }) => name);
  assert.deepEqual([await names('profile', nora), await names('company', pier?.id ?? '')], [['warm'], ['key account']]);
  const notes = await store.db.selectFrom('note').select(['content', 'is_private', 'profile_id']).execute();
  assert.deepEqual(notes, [{ content: 'Met in Porto.', is_private: true, profile_id: nora }]);
});

test('it takes a record without the members that do not fit, names them, and keeps dates that it does not know', async () => {
  const odd = person('odd-members', {
    skills: 'a,b',
    full_name: 5,
    experience: [
      { title: 'Chief', start_date: 2019, end_date: 'Present', is_current: true, company_id: 'none' },
      'no entry',
    ],
    education: [{ start_date: '2014-9', end_date: '' }],
  });
  const path = await file('odd.ndjson', [odd, person('odd-twice'), person('ODD-twice', { about: 'again' })]);
  const noteFile = join(dir, 'odd.notes.ndjson');
  const summary = await importFiles(store, [path], { rejectFile: noteFile });
  assert.deepEqual(summary, {
    ...emptySummary,
    lines: 3,
    profiles: { ...nothing, added: 2, overwritten: 1 },
    touchedProfiles: 2,
    leftOut: 5,
    unknownDates: 2,
  });
  const { found } = await findRecords(store.db, 'profile', { xnet_names: ['odd-members'] });
  const info: object = JSON.parse(found[0]?.document.toString() ?? '');
  assert.deepEqual('experience' in info && info.experience, [
    { title: 'Chief', end_date: 'Present', is_current: true },
  ]);
  const notes = (await readFile(noteFile, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(new Set(notes.map(({ line }) => line)), new Set([1]));
  assert.equal(notes.length, 7);

  const strict = await importFiles(
    store,
    [await file('strict.ndjson', [odd, { id: uuidFrom('taker'), ...person('odd-twice') }, person('fits')])],
    { strict: true },
  );
  assert.deepEqual([strict.rejected, strict.profiles.added, strict.leftOut], [2, 1, 0]);
});
