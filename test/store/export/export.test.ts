import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { exportFile } from '../../../src/store/export/export.ts';
import { importFiles } from '../../../src/store/import/import.ts';
import type { Store } from '../../../src/store/open.ts';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { loadSample } from '../../../src/store/sample/load.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { openTestStore } from '../../support/store.ts';
import { generatedRecords } from '../../tools/sample/records.ts';

suite('an export', () => {
  let store: Store;
  let dir: string;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kith-export-'));
    store = await openTestStore();
    // More than a page of each kind of record.
    await loadSample(store, {}, generatedRecords({ profiles: 600, companies: 520 }));
  });
  after(async () => {
    await store.close();
    await rm(dir, { recursive: true });
  });

  const everythingIn = async ({ db }: Store) => {
    const { rows } = await sql`
      select 'profile' as kind, id::text, document, legacy, tokens::text as more from profile
      union all select 'company', id::text, document, legacy, tokens::text from company
      union all select 'connection', from_id::text, to_id::text, null, null from direct_connection
      union all select 'list', profile_id::text, name, team_id::text, status
        from profile_list_entry join profile_list on profile_list.id = list_id
      union all select 'tag', profile_id::text, name, team_id::text, null from profile_tag join tag on tag.id = tag_id
      union all select 'tag', company_id::text, name, team_id::text, null from company_tag join tag on tag.id = tag_id
      union all select 'note', id::text, content, profile_id::text, is_private::text from note
      order by 1, 2, 3, 4`.execute(db);
    return rows;
  };
  const count = (text: string, start: string) => text.split('\n').filter((line) => line.startsWith(start)).length;

  test('it holds all that import reads, so that another store becomes the same', async () => {
    const path = join(dir, 'all.ndjson');
    const summary = await exportFile(store, path);
    assert.equal(summary.profiles, 600);
    assert.equal(summary.companies, 520);
    for (const kind of ['connections', 'lists', 'tags', 'notes'] as const) assert.ok((summary[kind] ?? 0) > 0, kind);
    await using other = await openTestStore();
    for (const { id, name } of Object.values(demoTeams)) {
      await createTeam(other.db, { id, name, ownerEmail: 'owner@elsewhere.example' });
    }
    const imported = await importFiles(other, [path]);
    assert.equal(imported.rejected, 0);
    assert.deepEqual(await everythingIn(other), await everythingIn(store));
  });

  test('it can be one team’s alone, and be imported for another', async () => {
    const path = join(dir, 'team.ndjson');
    const { id: team } = demoTeams.team;
    await exportFile(store, path, { team, kinds: ['lists', 'tags', 'notes'] });
    const text = await readFile(path, 'utf8');
    assert.ok(!text.includes('"team"'));
    assert.equal(count(text, '{"profile'), 0);
    const { notes } = await sql<{ notes: number }>`
      select count(*)::integer as notes from note where team_id = ${team}::uuid`
      .execute(store.db)
      .then(({ rows: [row = { notes: 0 }] }) => row);
    assert.ok(notes > 0);
    assert.equal(count(text, '{"note"'), notes);
    const heir = await createTeam(store.db, { name: 'Heir', ownerEmail: 'owner@heir.example' });
    const { rejected, tags } = await importFiles(store, [path], { team: heir.id });
    assert.deepEqual({ rejected, tags }, { rejected: 0, tags: count(text, '{"tag"') });
  });

  test('it is for its owner’s eyes, and leaves no part behind where it fails', async () => {
    const path = join(dir, 'mode.ndjson');
    await exportFile(store, path, { kinds: ['companies'] });
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await assert.rejects(exportFile(store, join(dir, 'no', 'such', 'place')), { code: 'ENOENT' });
    await assert.rejects(
      exportFile(store, path, { team: '00000000-0000-4000-8000-000000000000' }),
      /no team has the id/,
    );
    assert.ok((await readdir(dir)).every((name) => !name.endsWith('.part')));
  });
});
