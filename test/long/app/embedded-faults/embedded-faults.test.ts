import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { request } from 'undici';
import { probePort } from '../../../../src/app/probe-port.ts';
import { demoTeams } from '../../../../src/store/sample/demo.ts';
import { Kith, kith, temporaryDirectory } from '../../../support/kith.ts';
import { until } from '../../../support/until.ts';

const { key } = demoTeams.partner;
const preloaded = `--import ${pathToFileURL(join(import.meta.dirname, 'fault.ts'))}`;

const ask = async (url: string, query: string) => {
  const { body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  return await body.json();
};

describe('kith serve, whose data service fails between a charge and its answer', { timeout: 600_000 }, () => {
  it('has booked in its purse what the data service has charged, once it runs again', async () => {
    await using directory = await temporaryDirectory();
    // Purses belong to the address of a data service.
    const port = String(await probePort({ host: '127.0.0.1', port: 0 }));
    const env = { KITH_DATA_DIR: directory.path, KITH_API_KEY: key, KITH_SERVICE_PORT: port };
    const seeded = await kith(['seed'], env);
    assert.equal(seeded.code, 0, seeded.err);

    for (const [fault, person, charged] of [
      ['throw', 'mei-ling-torres', 1],
      ['hang', 'priya-raghunathan', 2],
    ] as const) {
      const mark = join(directory.path, fault);
      await using failing = new Kith(['serve'], {
        ...env,
        NODE_OPTIONS: preloaded,
        KITH_TEST_FAULT: fault,
        KITH_TEST_FAULT_MARK: mark,
      });
      const url = await failing.says(/^The graph answers on\s+(\S+)/);
      if (charged === 1) {
        const made = await kith(['purse', 'create', '--label', 'all', '--total', '100'], env);
        assert.equal(made.code, 0, made.err);
      }
      const query = `{ profile(by: { xnetSlug: "${person}" }) { ... on Profile { about } } }`;
      const asked = assert.rejects(ask(url, query));
      if (fault === 'hang') {
        await until(() => existsSync(mark));
        failing.process.kill('SIGKILL');
      }
      await asked;
      await failing.ended;

      await using running = new Kith(['serve'], env);
      const { data } = Object(await ask(await running.says(/^The graph answers on\s+(\S+)/), '{ credits { usage } }'));
      const { out, err } = await kith(['purse', 'list'], env);
      const [, spent, uncertain = 0] = /(\d+) spent(?:, (\d+) uncertain)?/.exec(out) ?? [];
      assert.deepEqual([data.credits.usage, Number(spent) + Number(uncertain)], [charged, charged], out + err);
      assert.equal((await running.stop()).code, 0);
    }
  });
});
