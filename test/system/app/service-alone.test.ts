import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { request } from 'undici';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';

describe('kith service', { timeout: 120_000 }, () => {
  it('takes up limits on SIGHUP, and keeps them where the next file is bad', async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'kith.yaml');
    await writeFile(file, '{}');
    const env = { KITH_DATA_DIR: join(directory.path, 'data'), KITH_CONFIG: file, KITH_LOG_LEVEL: 'info' };
    await using service = new Kith(['service', '--no-sample'], env);
    const url = await service.says(/^The data service answers on\s+(\S+)/);
    const made = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
      const { code, out, err } = await kith(args, env);
      assert.equal(code, 0, err);
      return JSON.parse(out);
    };
    const { id: team } = await made('team', 'create', 'First', '--owner', 'owner@brightwater.example');
    const { key } = await made('key', 'create', '--team', String(team), '--account', 'owner@brightwater.example');
    /** The rate that holds for the key. */
    const ratePolicy = async (): Promise<unknown> => {
      const { statusCode, headers, body } = await request(`${url}/credits/usage`, {
        headers: { 'x-api-key': String(key) },
      });
      await body.dump();
      assert.equal(statusCode, 200);
      return headers['ratelimit-policy'];
    };
    assert.equal(await ratePolicy(), undefined);

    await writeFile(file, 'KITH_KEY_PER_MINUTE: 1234\nKITH_SERVICE_PORT: 1\n');
    service.process.kill('SIGHUP');
    const { applied } = JSON.parse(await service.remarks(/^\{.*was reloaded.*$/));
    assert.deepEqual(applied, ['KITH_KEY_PER_MINUTE']);
    assert.equal(await ratePolicy(), '"key";q=1234;w=60');

    await writeFile(file, 'KITH_KEY_PER_MINUTE: many\n');
    service.process.kill('SIGHUP');
    await service.remarks(/was not reloaded: .*KITH_KEY_PER_MINUTE/);
    assert.equal(await ratePolicy(), '"key";q=1234;w=60');
    assert.equal((await service.stop()).code, 0);
  });
});
