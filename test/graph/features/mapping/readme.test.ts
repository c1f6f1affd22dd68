import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { openTaskGraph, partnerKey } from '../../../support/graph/task-graph.ts';
import { openTaskUpstream } from '../../../support/graph/task-upstream.ts';

const root = join(import.meta.dirname, '../../../..');
const readme = readFileSync(join(root, 'src/graph/features/mapping/README.md'), 'utf8');
const examples = [...readme.matchAll(/```ts\n(.+?)```/gs)].map((match) => match[1] ?? '');

describe('an example of the README', () => {
  for (const [number, name] of ['with graphql-ws', 'with fetch'].entries())
    it(`${name} follows a task to its end, over a graph that is replaced meanwhile`, async () => {
      await using upstream = await openTaskUpstream();
      const task = upstream.add('example');
      let graph = await openTaskGraph(upstream.url, { tracking: { drainMs: 100 } });
      const env = { ...process.env, GRAPH_URL: graph.url, API_KEY: partnerKey, TASK_ID: task.id };
      const args = ['--input-type=module-typescript', '--eval', examples[number] ?? ''];
      const example = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
      const seen: string[] = [];
      try {
        for await (const line of createInterface(example.stdout)) {
          seen.push(line);
          if (line !== 'NOT_MAPPED') continue;
          const { url } = graph;
          await graph.close();
          task.status = 'MappingInProgress';
          graph = await openTaskGraph(upstream.url, { port: Number(new URL(url).port) });
          const { pollers } = graph;
          // Once the client is back, the task goes on.
          const back = setInterval(() => {
            if (pollers.subscriptions > 0) task.status = 'Mapped';
          }, 100);
          example.once('exit', () => clearInterval(back));
        }
      } finally {
        example.kill();
        await graph.close();
      }
      assert.equal(seen[0], 'NOT_MAPPED');
      assert.equal(seen.at(-1), 'MAPPED');
      assert.deepEqual([...new Set(seen)], seen);
    });
});
