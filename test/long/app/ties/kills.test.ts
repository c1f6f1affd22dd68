import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { openStore } from '../../../../src/store/open.ts';
import { createTeam } from '../../../../src/store/team/team.ts';
import { type Row, writeExport } from '../../../app/ties/exports.ts';
import { kith, temporaryDirectory } from '../../../support/kith.ts';
import { emptyTemplate } from '../../../support/store.ts';

const preloaded = `--import ${pathToFileURL(join(import.meta.dirname, 'kill-at-commit.ts'))}`;

/** More than one batch of rows. */
const rows = (from: number, to: number): readonly Row[] =>
  Array.from({ length: to - from }, (_, at) => ({
    first: 'Person',
    last: `Number${from + at}`,
    slug: `person-${from + at}`,
    company: 'Lumora',
    on: '2021-03-12',
  }));

/** Who is tied to whom, and who is on record; ids follow from pages. */
const contentOf = async (dataDir: string) => {
  await using store = await openStore({ kind: 'pglite', dataDir });
  const { rows: ties } = await sql<{ profile_id: string; connected_on: string }>`
    select profile_id, connected_on from manual_tie order by 1`.execute(store.db);
  const { rows: people } = await sql<{ id: string; document: string }>`
    select id, document from profile order by id`.execute(store.db);
  const { rows: connectors } = await sql<{ profile_id: string; waits: number }>`
    select profile_id, (select count(*)::integer from job where status = 'waiting') as waits from connector`.execute(
    store.db,
  );
  return { ties, people, connectors };
};

describe('kith import of an export, killed', { timeout: 1_200_000 }, () => {
  it('is completed by a repetition, at whichever commit that was', async () => {
    await using directory = await temporaryDirectory();
    const at = (name: string) => join(directory.path, name);
    {
      await using store = await openStore(
        { kind: 'pglite', dataDir: at('first') },
        { template: await emptyTemplate() },
      );
      await createTeam(store.db, { name: 'North', ownerEmail: 'owner@north.example' });
    }
    const [older, newer] = [
      await writeExport(directory.path, 'older.csv', rows(0, 300)),
      await writeExport(directory.path, 'newer.csv', rows(100, 400)),
    ];
    const imported = (file: string, dataDir: string, commit = 0) =>
      kith(['import', file, '--of', 'Ada Moreau', '--rejects', at('rejects')], {
        KITH_DATA_DIR: dataDir,
        ...(commit > 0 && { NODE_OPTIONS: preloaded, KITH_TEST_COMMIT: String(commit) }),
      });
    assert.equal((await imported(older, at('first'))).code, 0);
    const before = await contentOf(at('first'));
    await cp(at('first'), at('whole'), { recursive: true });
    assert.equal((await imported(newer, at('whole'))).code, 0);
    const whole = await contentOf(at('whole'));
    assert.deepEqual([before.ties.length, whole.ties.length, whole.people.length], [300, 300, 401]);

    for (let commit = 1; ; commit += 1) {
      const killed = at(`killed-${commit}`);
      await cp(at('first'), killed, { recursive: true });
      const { code, err } = await imported(newer, killed, commit);
      if (code === 0) {
        assert.ok(commit > 4, `only ${commit - 1} commits`);
        return;
      }
      assert.equal(code, null, err);
      const between = await contentOf(killed);
      const tied = new Set(between.ties.map(({ profile_id: id }) => id));
      // Until the end, nobody has lost a tie.
      const kept = before.ties.every(({ profile_id: id }) => tied.has(id));
      assert.ok(kept || between.ties.length === whole.ties.length, `commit ${commit}: ${tied.size} ties`);
      assert.equal((await imported(newer, killed)).code, 0);
      assert.deepEqual(await contentOf(killed), whole, `commit ${commit}`);
    }
  });
});
