import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const directory = join(import.meta.dirname, '../../../deploy/systemd');
const units = (await readdir(directory)).filter((name) => name.endsWith('.service'));
const installed = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
);

describe('the systemd units', { skip: installed ? false : 'systemd-analyze is not installed' }, () => {
  it('are those of the graph and of the data service', () =>
    assert.deepEqual(units.toSorted(), ['kith-graph.service', 'kith-service.service']));

  for (const unit of units) {
    it(`${unit} is understood`, async () => {
      const { stderr } = await run('systemd-analyze', [
        'verify',
        '--man=no',
        '--recursive-errors=no',
        join(directory, unit),
      ]).catch((error: { stderr: string }) => error);
      // The one thing that is not there on the machine of this test.
      const lines = stderr.split('\n').filter((line) => line !== '' && !/\/opt\/kith\/.* is not executable/.test(line));
      assert.deepEqual(lines, []);
    });

    it(`${unit} confines its process to an exposure of at most 2 out of 10`, async () => {
      await run('systemd-analyze', ['security', '--offline=yes', '--threshold=20', join(directory, unit)]);
    });
  }
});
