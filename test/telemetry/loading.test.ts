import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Kith, temporaryDirectory } from '../support/kith.ts';

/** OpenTelemetry's packages that a graph has loaded once it is ready. */
async function loadedBy(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  await using directory = await temporaryDirectory();
  const list = join(directory.path, 'modules');
  await using graph = new Kith(['graph'], {
    KITH_UPSTREAM_URL: 'http://127.0.0.1:1',
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'loaded-modules.ts')).href}`,
    PROBE_MODULES: list,
    ...env,
  });
  await graph.says(/^The graph answers on/);
  const modules = await readFile(list, 'utf8');
  assert.match(modules, /\/node_modules\/graphql\//, 'what was loaded is listed');
  return [...new Set([...modules.matchAll(/\/node_modules\/@opentelemetry\/([^/]+)\//g)].map(([, name = '']) => name))];
}

describe('OpenTelemetry’s packages', () => {
  it('are not loaded where nothing is measured', async () => {
    assert.deepEqual(await loadedBy({}), []);
  });

  it('are loaded without those that send where no collector is named', async () => {
    const loaded = await loadedBy({ KITH_METRICS_PORT: '0' });
    assert.ok(loaded.includes('sdk-metrics'), String(loaded));
    assert.deepEqual(
      loaded.filter((name) => /exporter|otlp|sdk-trace/.test(name)),
      [],
    );
  });
});
