import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { keptSecret } from '../../src/app/kept-secret.ts';
import { temporaryDirectory } from '../support/kith.ts';

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
});
