import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '../../../src/store/open.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { writeExport } from '../../app/ties/exports.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { markedPerson } from '../../support/marked-record.ts';
import { databasePlace } from '../../support/place.ts';
import { emptyTemplate } from '../../support/store.ts';

const postgres = process.env.KITH_TEST_POSTGRES_URL;
const mark = 'zqmarkzq';
const id = uuidFrom('somebody who asks to be forgotten');
const others = Array.from({ length: 50 }, (_, at) => ({
  profile_info: { full_name: `Other ${at}`, social_media: [{ network: 'xnet', slug: `other-${at}` }] },
}));
const text = [markedPerson(mark, id), ...others].map((line) => `${JSON.stringify(line)}\n`).join('');

/** The files under a directory in which the mark is. */
const filesWithMark = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(files.map(async (file) => ((await readFile(file)).includes(mark) ? [file] : [])));
  return found.flat();
};

describe('kith forget', { timeout: 300_000 }, () => {
  for (const through of ['alone', 'through a running service'] as const)
    it(`leaves nothing of a person in any file of the data directory, ${through}`, async () => {
      await using directory = await temporaryDirectory();
      const data = join(directory.path, 'data');
      const env = { KITH_DATA_DIR: data, KITH_LOG_LEVEL: 'info' };
      await (await openStore({ kind: 'pglite', dataDir: data }, { template: await emptyTemplate() })).close();
      const lines = join(directory.path, 'lines.ndjson');
      await writeFile(lines, text);
      const imported = await kith(['import', lines, '--rejects', join(directory.path, 'rejected')], env);
      assert.equal(imported.code, 0, imported.err);
      const row = { first: mark, last: 'Thin', slug: `${mark}-thin`, email: `${mark}@thin.example`, company: mark };
      const connections = await writeExport(directory.path, 'connections.csv', [row]);
      const rejects = ['--rejects', join(directory.path, 'rejected')];
      const tied = await kith(['import', connections, '--of', 'other-1', ...rejects], env);
      assert.equal(tied.code, 0, tied.err);
      assert.notDeepEqual(await filesWithMark(data), []);
      {
        await using service = through === 'alone' ? undefined : new Kith(['service', '--no-sample'], env);
        await service?.says(/^The data service/);
        const { code, out, err } = await kith(['forget', `${mark}@mark.example`, `${mark}-thin`], env);
        assert.equal(code, 0, err);
        assert.match(
          out,
          /^Forgotten by the service\. People deleted: 2\. Companies whose funding rounds named them: 0\./,
        );
        assert.match(out, /^Forgotten by the graph: /m);
        assert.deepEqual(await filesWithMark(data), []);
        const again = await kith(['import', lines, '--rejects', join(directory.path, 'rejected')], env);
        assert.deepEqual([JSON.parse(again.out).forgotten, JSON.parse(again.out).profiles.unchanged], [1, 50]);
        const tiedAgain = await kith(['import', connections, '--of', 'other-1', ...rejects], env);
        assert.deepEqual([JSON.parse(tiedAgain.out).forgotten, tiedAgain.code], [1, 2], tiedAgain.err);
        await service?.stop('SIGTERM');
      }
      assert.deepEqual(await filesWithMark(data), []);
    });

  it('says what a PostgreSQL keeps', {
    skip: !postgres && 'no PostgreSQL is named',
  }, async () => {
    await using place = await databasePlace(postgres ?? '');
    await using directory = await temporaryDirectory();
    const lines = join(directory.path, 'lines.ndjson');
    await writeFile(lines, text);
    assert.equal((await kith(['import', lines, '--rejects', join(directory.path, 'rejected')], place.env)).code, 0);
    const { code, out, err } = await kith(['forget', id], place.env);
    assert.equal(code, 0, err);
    assert.match(out, /^The write-ahead log up to [0-9A-F]{24} \([0-9A-F]+\/[0-9A-F]+\) contains it until/m);
    assert.match(out, /^Backups that began before \S+Z contain it: after restoring one/m);
    await using store = await openStore(place.config);
    assert.equal((await store.db.selectFrom('profile').select('id').execute()).length, 50);
  });
});
