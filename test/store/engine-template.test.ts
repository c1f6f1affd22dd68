import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { findTemplate } from '../../src/store/engine/template.ts';

describe('the template of new stores', () => {
  let room: string;
  let dir: string;
  beforeEach(async () => {
    room = await mkdtemp(join(tmpdir(), 'kith-template-'));
    dir = join(room, 'cache');
  });
  afterEach(() => rm(room, { recursive: true }));

  it('is made once', async () => {
    const made: string[] = [];
    const make = async (path: string) => {
      made.push(path);
      await writeFile(path, 'the dump');
    };
    const path = await findTemplate(dir, make);
    assert.equal(await findTemplate(dir, make), path);
    assert.equal(await readFile(path, 'utf8'), 'the dump');
    assert.equal(made.length, 1);
  });

  it('appears whole, whoever of those who make it at once is first', async () => {
    const half = Promise.withResolvers<void>();
    const slow = findTemplate(dir, async (path) => {
      await writeFile(path, 'the');
      half.resolve();
      await quick;
      await writeFile(path, 'the dump');
    });
    const quick = half.promise.then(() => findTemplate(dir, (path) => writeFile(path, 'the dump')));
    assert.equal(await readFile(await quick, 'utf8'), 'the dump');
    assert.equal(await slow, await quick);
    assert.deepEqual((await readdir(dir)).length, 1);
  });

  it('is not there where making it failed', async () => {
    const failing = findTemplate(dir, async (path) => {
      await writeFile(path, 'the');
      throw new Error('no room');
    });
    await assert.rejects(failing, { message: 'no room' });
    assert.deepEqual(await readdir(dir), []);
  });

  it('takes the place of those of earlier versions, and of nothing else', async () => {
    await findTemplate(dir, (path) => writeFile(path, ''));
    const [today = ''] = await readdir(dir);
    await rm(join(dir, today));
    for (const name of ['store-0123456789abcdef.tar', 'of somebody else']) await writeFile(join(dir, name), '');
    await findTemplate(dir, (path) => writeFile(path, ''));
    assert.deepEqual((await readdir(dir)).sort(), ['of somebody else', today].sort());
  });
});
