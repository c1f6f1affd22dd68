import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { readOwner, takeOwnership } from '../../../src/store/owner/owner.ts';
import { startProcess } from './process/start.ts';

describe('the owner of a directory', () => {
  let dir: string;
  let file: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kith-owner-'));
    file = join(dir, 'owner.json');
  });
  afterEach(() => rm(dir, { recursive: true }));

  /** Leaves the claim of a process that has been killed. */
  async function leaveDeadClaim(): Promise<number | undefined> {
    await using claimer = startProcess('claimer', dir);
    await claimer.heard();
    claimer.tell('go');
    assert.deepEqual(await claimer.heard(), { owner: true });
    await claimer.killed();
    return claimer.pid;
  }

  it('is one only, when many processes want to take a dead owner’s place at once', async () => {
    const dead = await leaveDeadClaim();
    assert.equal(JSON.parse(await readFile(file, 'utf8')).pid, dead);
    await using stack = new AsyncDisposableStack();
    const claimers = Array.from({ length: 5 }, () => stack.use(startProcess('claimer', dir)));
    await Promise.all(claimers.map((claimer) => claimer.heard()));
    for (const claimer of claimers) claimer.tell('go');
    const answers = await Promise.all(claimers.map((claimer) => claimer.heard()));

    const owners = claimers.filter((_, index) => isDeepStrictEqual(answers[index], { owner: true }));
    assert.equal(owners.length, 1);
    assert.equal((await readOwner(dir))?.pid, owners[0]?.pid);
    assert.deepEqual(await readdir(dir), ['owner.json']);
  });

  it('is nobody, where the number is that of a process that began later', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux tells when a process began');
    await takeOwnership(dir);
    const claim = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...claim, birth: `${claim.birth}0`, token: 'another' }));
    assert.equal(await readOwner(dir), undefined);
    assert.equal((await takeOwnership(dir)).takenFrom, process.pid);
  });

  it('is a living process of that number, where it is not known when it began', async () => {
    await takeOwnership(dir);
    const claim = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...claim, birth: 'unknown' }));
    await assert.rejects(takeOwnership(dir), { name: 'StoreInUse' });
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['half a claim', '{"token":"x","pid":1'],
    ['no claim', '{"pid":"1"}'],
  ]) {
    it(`is nobody, where a power cut left ${what} in its file`, async () => {
      await writeFile(file, text ?? '');
      assert.equal(await readOwner(dir), undefined);
      const ownership = await takeOwnership(dir);
      assert.equal((await readOwner(dir))?.pid, process.pid);
      await ownership.release();
      assert.deepEqual(await readdir(dir), []);
    });
  }

  it('releases only what is still its own', async () => {
    const first = await takeOwnership(dir);
    await rm(file);
    await takeOwnership(dir);
    await first.release();
    assert.equal((await readOwner(dir))?.pid, process.pid);
  });
});
