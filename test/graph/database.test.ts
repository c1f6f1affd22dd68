import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Database } from '../../src/graph/state/database.ts';
import { temporaryDirectory } from '../support/kith.ts';

const source = pathToFileURL(join(import.meta.dirname, '../../src/graph/state/database.ts')).href;

/** Opens the file in a process of its own, and writes to it until it is killed; resolves once it has begun. */
async function openElsewhere(path: string) {
  const program = `
    import { Database } from '${source}';
    const database = new Database(process.argv[1]);
    database.migrate('test', ['CREATE TABLE line (number INTEGER PRIMARY KEY) STRICT']);
    for (let number = 0; ; number++) {
      database.run\`INSERT INTO line (number) VALUES (\${number})\`;
      process.stdout.write(number + '\\n');
      await new Promise(setImmediate);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let warnings = '';
  child.stderr.on('data', (chunk) => {
    warnings += chunk;
  });
  let written = -1;
  const lines = createInterface(child.stdout).on('line', (line) => {
    written = Number(line);
  });
  await once(lines, 'line');
  return {
    /** Resolves with the last number that the process said it had committed. */
    async kill(): Promise<number> {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
      return written;
    },
    warnings: () => warnings,
  };
}

describe('the graph’s database', () => {
  it('keeps each commit of a process that is killed, and can be opened at once after it', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'graph.sqlite');
    const owner = await openElsewhere(path);
    assert.throws(() => new Database(path), {
      name: 'StoreUnavailable',
      message: `The file ${path} must be open in one process only, but another one has it open.`,
    });
    const written = await owner.kill();
    assert.equal(owner.warnings(), '');
    using database = new Database(path);
    const last = Number(database.get`SELECT max(number) AS last FROM line`?.last);
    assert.ok(last >= written, `${last} of ${written}`);
  });

  it('is for its owner’s eyes only, and survives a power cut once it is flushed', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'made', 'graph.sqlite');
    using database = new Database(path);
    database.migrate('test', ['CREATE TABLE line (number INTEGER PRIMARY KEY) STRICT']);
    await database.flush();
    for (const file of await readdir(join(directory.path, 'made')))
      assert.equal((await stat(join(directory.path, 'made', file))).mode & 0o777, 0o600);
  });

  it('leaves nothing of what was deleted', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'graph.sqlite');
    using database = new Database(path);
    database.migrate('test', ['CREATE TABLE line (text TEXT) STRICT']);
    database.run`INSERT INTO line (text) VALUES (${'Ada Moreau '.repeat(1000)})`;
    const everything = async () =>
      (
        await Promise.all((await readdir(directory.path)).map((name) => readFile(join(directory.path, name), 'latin1')))
      ).join();
    assert.match(await everything(), /Ada Moreau/);
    database.run`DELETE FROM line`;
    database.erase();
    assert.doesNotMatch(await everything(), /Ada Moreau/);
  });

  it('keeps nothing of a transaction that fails, and says why it did, whoever rolls it back', () => {
    using database = new Database(':memory:');
    database.migrate('test', [
      `CREATE TABLE line (number INTEGER PRIMARY KEY) STRICT;
       CREATE TRIGGER full BEFORE INSERT ON line WHEN new.number = 2 BEGIN
         SELECT RAISE(ROLLBACK, 'There is no space left.');
       END;`,
    ]);
    for (const [last, message] of [
      [1, 'UNIQUE constraint failed: line.number'],
      [2, 'There is no space left.'],
    ] as const) {
      const writing = () => {
        database.run`INSERT INTO line (number) VALUES (1)`;
        database.run`INSERT INTO line (number) VALUES (${last})`;
      };
      assert.throws(() => database.transaction(writing), { message });
      assert.equal(database.get`SELECT count(*) AS count FROM line`?.count, 0);
    }
  });

  it('runs each migration once, and does without those of a later version', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'graph.sqlite');
    const migrations = ['CREATE TABLE one (a TEXT) STRICT', 'CREATE TABLE two (a TEXT) STRICT'];
    for (const count of [1, 2, 2]) {
      using database = new Database(path);
      database.migrate('test', migrations.slice(0, count));
    }
    using database = new Database(path);
    database.migrate('test', migrations.slice(0, 1));
    assert.equal(database.all`SELECT version FROM migration`.length, 2);
    assert.throws(() => database.migrate('other', ['CREATE TABLE three (a TEXT) STRICT', 'not SQL']), /syntax error/);
    assert.deepEqual(database.all`SELECT name FROM sqlite_schema WHERE name = 'three'`, []);
  });

  it('says so where the file is none of its own', async () => {
    await using directory = await temporaryDirectory();
    const text = join(directory.path, 'text');
    await writeFile(text, 'A text, and certainly no database, of more than a hundred bytes. '.repeat(3));
    const folder = join(directory.path, 'folder');
    await mkdir(folder);
    for (const path of [text, folder])
      assert.throws(() => new Database(path), { name: 'StoreUnavailable', message: /must be a database of the graph/ });
  });
});
