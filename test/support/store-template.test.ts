import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { findTemplate } from './store-template.ts';

describe('the dump that a test store begins with', () => {
  let room: string;
  let dir: string;
  beforeEach(async () => {
    room = await mkdtemp(join(tmpdir(), 'kith-template-'));
    dir = join(room, 'cache');
  });
  afterEach(() => rm(room, { recursive: true }));

  it('is made once a day for each seed', async () => {
    const made: string[] = [];
    const find = (name: string, at: string) =>
      findTemplate(
        dir,
        name,
        async (path) => {
          made.push(name);
          await writeFile(path, `the dump of ${name}`);
        },
        () => new Date(at),
      );
    const path = await find('cast', '2026-01-15T12:00:00Z');
    assert.equal(await find('cast', '2026-01-15T13:00:00Z'), path);
    assert.equal(await readFile(path, 'utf8'), 'the dump of cast');
    assert.notEqual(await find('sample', '2026-01-15T13:00:00Z'), path);
    assert.notEqual(await find('cast', '2026-01-16T00:00:00Z'), path);
    assert.deepEqual(made, ['cast', 'sample', 'cast']);
  });

  it('is made by one of those who ask at once, and appears whole', async () => {
    let made = 0;
    const find = () =>
      findTemplate(dir, 'cast', async (path) => {
        made += 1;
        await writeFile(path, 'the');
        await writeFile(path, 'the dump');
      });
    const paths = await Promise.all([find(), find(), find()]);
    assert.deepEqual([new Set(paths).size, made], [1, 1]);
    assert.equal(await readFile(paths[0], 'utf8'), 'the dump');
    assert.equal((await readdir(dir)).length, 1);
  });

  it('is made anew where its maker was killed', async () => {
    const path = await findTemplate(dir, 'cast', (draft) => writeFile(draft, 'the dump'));
    await rm(path);
    await writeFile(`${path}.new`, 'the');
    const longAgo = new Date(Date.now() - 6 * 60 * 1000);
    await utimes(`${path}.new`, longAgo, longAgo);
    assert.equal(await findTemplate(dir, 'cast', (draft) => writeFile(draft, 'the dump')), path);
    assert.equal(await readFile(path, 'utf8'), 'the dump');
  });

  it('is not there where making it failed', async () => {
    const failing = findTemplate(dir, 'cast', async (path) => {
      await writeFile(path, 'the');
      throw new Error('no room');
    });
    await assert.rejects(failing, { message: 'no room' });
    assert.deepEqual(await readdir(dir), []);
  });

  it('takes the place of those that other sources made over an hour ago, and of nothing else', async () => {
    await findTemplate(dir, 'cast', (path) => writeFile(path, ''));
    const [today = ''] = await readdir(dir);
    await rm(join(dir, today));
    const [older, recent, other] = ['cast-0123456789abcdef.tar', 'cast-fedcba9876543210.tar', 'of somebody else'];
    for (const name of [older, recent, other]) await writeFile(join(dir, name), '');
    const anHourAgo = new Date(Date.now() - 61 * 60 * 1000);
    for (const name of [older, other]) await utimes(join(dir, name), anHourAgo, anHourAgo);
    await findTemplate(dir, 'cast', (path) => writeFile(path, ''));
    assert.deepEqual((await readdir(dir)).sort(), [recent, other, today].sort());
  });
});
