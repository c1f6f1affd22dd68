import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { noOpenSearch } from '../../../support/opensearch/node.ts';

describe('an OpenSearch cluster for tests', { skip: noOpenSearch, timeout: 240_000 }, () => {
  it('ends with the process that started it, even where that is killed', async () => {
    const starter = spawn(process.execPath, [join(import.meta.dirname, '../../../support/opensearch/start.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = await once(createInterface({ input: starter.stdout }), 'line');
    const answers = () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      );
    assert.ok(await answers());
    starter.kill('SIGKILL');
    while (await answers());
  });
});
