import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PurseJournal } from '../../../../src/graph/state/purses/purse-journal.ts';
import { temporaryDirectory } from '../../../support/kith.ts';

describe('the journal of purses', () => {
  it('has the lines of a mark, but none that was cut off, and is gone at its end', async () => {
    await using room = await temporaryDirectory();
    const path = join(room.path, 'journal');
    const first = new PurseJournal(path);
    first.append('\n8 ["before"]\n9 ["whole"]');
    first.append('\n9 ["cut off"]');
    // As a full disk, or a power cut, would leave it.
    await writeFile(path, (await readFile(path)).subarray(0, -2));
    first.append('\n9 ["after"]');
    const journal = new PurseJournal(path);
    assert.deepEqual(journal.entries('9'), [['whole'], ['after']]);
    assert.deepEqual(journal.entries('8'), [['before']]);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    journal.clear();
    assert.deepEqual(journal.entries('9'), []);
    journal.end();
    assert.throws(() => journal.append('\n9 []'), { message: `The file ${path} is closed.` });
    await assert.rejects(stat(path), { code: 'ENOENT' });
  });
});
