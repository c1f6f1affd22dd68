import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failSync } from '../../support/fail-sync.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';

describe('kith serve, whose embedded store fails to sync its log', { timeout: 300_000 }, () => {
  it('ends with what happened, and has what was written when it is started again', async () => {
    await using directory = await temporaryDirectory();
    const env = { KITH_DATA_DIR: directory.path, KITH_LOG_LEVEL: 'info' };
    await using failing = new Kith(['serve', '--no-sample'], env);
    await failing.says(/^The graph answers on/);
    const create = (name: string) => kith(['team', 'create', name, '--owner', 'owner@brightwater.example'], env);
    const first = await create('First');
    assert.equal(first.code, 0, first.err);
    const mend = await failSync(directory.path);
    // Answered before its log is synced; unless the sync of an earlier write comes first, and ends the process.
    const second = await create('Second');
    await failing.remarks(/"level":50.*"reason":"ELOOP: .*"A connection to the store was lost\."/);
    await mend();
    const { code, err } = await failing.ended;
    assert.equal(code, 1);
    assert.match(
      err,
      /^kith: The embedded store stopped working \(ELOOP: .*\)\. Start Kith again: it recovers the store from disk\.$/m,
    );
    await using running = new Kith(['serve', '--no-sample'], env);
    await running.says(/^The graph answers on/);
    const { out } = await kith(['team', 'list'], env);
    assert.match(out, /"name":"First"/);
    if (second.code === 0) assert.match(out, /"name":"Second"/);
    assert.equal((await running.stop()).code, 0);
  });
});
