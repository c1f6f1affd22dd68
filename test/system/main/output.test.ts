import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { printedSchemas } from '../../../src/app/printed-schemas.ts';

const main = join(import.meta.dirname, '../../../src/kith.js');

describe('what a command writes to a pipe', () => {
  for (const which of ['graph', 'subgraph', 'openapi'] as const)
    it(`reaches a slow reader whole: kith schema ${which}`, async () => {
      const command = `"$1" "$2" schema ${which} | dd bs=1 status=none`;
      const child = spawn('sh', ['-c', command, 'sh', process.execPath, main], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      await once(child, 'close');
      const whole = `${(await printedSchemas[which].print()).trimEnd()}\n`;
      assert.equal(Buffer.concat(chunks).length, Buffer.byteLength(whole));
      assert.ok(Buffer.concat(chunks).toString() === whole);
    });

  it('ends quietly where the reader has seen enough', async () => {
    const child = spawn('sh', ['-c', `"$1" "$2" schema graph | head -n 1`, 'sh', process.execPath, main], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk;
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    await once(child, 'close');
    assert.deepEqual([out.split('\n').length, err], [2, '']);
  });
});
