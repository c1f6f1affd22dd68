import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../support/kith.ts';
import { openSampleGraph } from '../../support/sample/sample-graph.ts';
import { composers, gateways } from './gateways.ts';

const run = promisify(execFile);
const example = join(import.meta.dirname, '../../../examples/subgraph');
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, PORT: '0' };

describe('examples/subgraph', { timeout: 300_000 }, () => {
  it('adds its notes to the people of Kith under every gateway', async () => {
    await using directory = await temporaryDirectory();
    const cwd = join(directory.path, 'subgraph');
    await cp(example, cwd, { recursive: true, filter: (source) => basename(source) !== 'node_modules' });
    await run('npm', ['ci', '--prefer-offline'], { cwd, env });
    await using sample = await openSampleGraph();
    const notes = spawn(process.execPath, ['notes.mjs'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [line] = await once(createInterface({ input: notes.stdout }), 'line');
      const [url = ''] = /http\S+/.exec(String(line)) ?? [];
      const sdlOf = async (address: string): Promise<string> => {
        const body = JSON.stringify({ query: '{ _service { sdl } }' });
        const response = await fetch(address, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        const { data }: { data: { _service: { sdl: string } } } = await response.json();
        return data._service.sdl;
      };
      const kith = `${sample.graph.url}/graphql`;
      const subgraphs = [
        { name: 'kith', url: kith, sdl: await sdlOf(kith) },
        { name: 'notes', url, sdl: await sdlOf(url) },
      ];
      const query = '{ noted { id fullName notes { text } } }';
      const own = { ...env, KITH_URL: sample.graph.url, NOTES_URL: url };
      const gateway = spawn(process.execPath, ['gateway.mjs'], { cwd, env: own, stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        const [said] = await once(createInterface({ input: gateway.stdout }), 'line');
        const [address = ''] = /http\S+/.exec(String(said)) ?? [];
        const headers = { 'content-type': 'application/json', 'x-api-key': 'kith_demo_team' };
        const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query }) });
        assert.match(
          await response.text(),
          /"fullName":"Mei-Ling Torres","notes":\[\{"text":"Met at the robotics fair\."/,
        );
        assert.match(response.headers.get('x-kith-credits') ?? '', /^charged=1\b/);
      } finally {
        gateway.kill();
        await once(gateway, 'exit');
      }
      for (const [name, { open, composer }] of Object.entries(gateways)) {
        const { supergraph = '', errors } = composers[composer](subgraphs);
        assert.deepEqual(errors, []);
        await using gateway = await open(supergraph);
        const { data } = await gateway.ask<{ noted: readonly object[] }>(query, 'kith_demo_team');
        assert.deepEqual(
          JSON.parse(JSON.stringify(data?.noted ?? null)),
          [
            {
              id: 'bd7d1908-00b1-5aaf-9c89-74bc3508017c',
              fullName: 'Mei-Ling Torres',
              notes: [{ text: 'Met at the robotics fair.' }],
            },
          ],
          name,
        );
      }
    } finally {
      notes.kill();
      await once(notes, 'exit');
    }
  });
});
