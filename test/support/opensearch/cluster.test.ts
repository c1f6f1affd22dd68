import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openCluster } from './cluster.ts';
import { noOpenSearch } from './node.ts';

describe('an OpenSearch cluster for tests', { skip: noOpenSearch, timeout: 240_000 }, () => {
  it('keeps its documents when a node is killed, and is green once the node is back', async () => {
    await using cluster = await openCluster({ nodes: 3, heap: '256m' });
    const [first, second, third] = cluster.nodes;
    assert.ok(first && second && third);
    await ask('PUT', `${first.url}/people`, { settings: { number_of_shards: 3, number_of_replicas: 1 } });
    for (let id = 0; id < 30; id += 1) await ask('PUT', `${first.url}/people/_doc/${id}?refresh=true`, { id });

    await third.kill();
    const found = await ask('GET', `${second.url}/people/_search?size=0&allow_partial_search_results=false`);
    assert.equal(JSON.parse(found).hits.total.value, 30);

    await third.start();
    await cluster.green();
    assert.equal(JSON.parse(await ask('GET', `${third.url}/people/_count`)).count, 30);
  });

  it('ends with the process that started it, even where that is killed', async () => {
    const starter = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = await once(createInterface({ input: starter.stdout }), 'line');
    await ask('GET', url);
    starter.kill('SIGKILL');
    while (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      await setTimeout(50);
  });
});

async function ask(method: string, url: string, body?: object): Promise<string> {
  const answer = await fetch(url, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, text);
  return text;
}
