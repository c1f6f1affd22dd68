import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failSync } from '../../support/fail-sync.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';

describe('a data service whose embedded store fails to sync its log', { timeout: 120_000 }, () => {
  it('ends with what happened, is started again by who watches over it, and has what was written', async () => {
    await using directory = await temporaryDirectory();
    const env = { KITH_DATA_DIR: directory.path, KITH_LOG_LEVEL: 'info' };
    await using running = new Kith(['serve', '--no-sample'], env);
    await running.says(/^The graph answers on/);
    const create = (name: string) => kith(['team', 'create', name, '--owner', 'owner@brightwater.example'], env);
    const first = await create('First');
    assert.equal(first.code, 0, first.err);
    const mend = await failSync(directory.path);
    // Answered before its log is synced; unless the sync of an earlier write comes first, and ends the service.
    const second = await create('Second');
    await running.remarks(/"level":50.*"reason":"ELOOP: .*"A connection to the store was lost\."/);
    await mend();
    await running.remarks(
      /^kith: The embedded store has ended \(ELOOP: .*\)\. The next start opens it as it is on the disk\.$/,
    );
    await running.remarks(/The data service ended with exit code 1; it is restarted\./);
    await running.remarks(/The data service is ready again\./);
    const { out } = await kith(['team', 'list'], env);
    assert.match(out, /"name":"First"/);
    if (second.code === 0) assert.match(out, /"name":"Second"/);
    assert.equal((await running.stop()).code, 0);
  });
});
