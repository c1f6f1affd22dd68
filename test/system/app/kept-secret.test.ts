import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CommandFailure } from '../../../src/app/command-failure.ts';
import { keptSecret } from '../../../src/app/kept-secret.ts';
import { Kith, temporaryDirectory } from '../../support/kith.ts';

describe('keptSecret', () => {
  it('makes a secret once, for its owner only, however many come at the same time', async () => {
    await using directory = await temporaryDirectory();
    const dataDir = join(directory.path, 'data');
    const secrets = await Promise.all(Array.from({ length: 20 }, () => keptSecret(dataDir, 'secret')));
    assert.equal(new Set(secrets).size, 1);
    assert.match(secrets[0] ?? '', /^[\w-]{43}$/);
    assert.equal(await keptSecret(dataDir, 'secret'), secrets[0]);
    assert.notEqual(await keptSecret(dataDir, 'other'), secrets[0]);
    assert.deepEqual((await readdir(dataDir)).sort(), ['other', 'secret']);
    assert.equal((await stat(join(dataDir, 'secret'))).mode & 0o777, 0o600);
  });

  for (const [what, content, word] of [
    ['an empty file', '', 'empty'],
    ['an empty line', '\n', 'empty'],
    ['a secret that was cut short', 'c2hvcnQ\n', 'damaged'],
    ['what a power cut leaves of a page', '\0'.repeat(44), 'damaged'],
  ] as const)
    it(`refuses ${what} with a sentence`, async () => {
      await using directory = await temporaryDirectory();
      const path = join(directory.path, 'secret');
      await writeFile(path, content);
      await assert.rejects(keptSecret(directory.path, 'secret'), (error) => {
        assert.ok(error instanceof CommandFailure);
        assert.ok(error.message.startsWith(`The secret in ${path} must have 32 characters or more`), error.message);
        assert.match(error.message, new RegExp(`the file is ${word}: restore it from a backup\\. Or remove it`));
        return true;
      });
      assert.equal(await readFile(path, 'utf8'), content);
    });

  it('ends a start over an empty secret with that sentence', { timeout: 60_000 }, async () => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, 'secret'), '');
    await using graph = new Kith(['graph'], { KITH_DATA_DIR: directory.path, KITH_UPSTREAM_URL: 'http://127.0.0.1:9' });
    const { code, err } = await graph.ended;
    assert.equal(code, 1);
    assert.match(err, /^kith: The secret in \S+ must have 32 characters or more.*the file is empty/m);
    assert.doesNotMatch(err, /^ {4}at /m);
  });
});
