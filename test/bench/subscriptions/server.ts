import pino from 'pino';
import { openGraph } from '../../../src/graph/server/open.ts';
import { openTaskUpstream } from '../../support/task-upstream.ts';
import type { Command, Report, Served } from './served.ts';
import { openStock } from './stock.ts';

const publicUrl = 'http://graph.example';

/** Kith over an upstream of tasks in the same process, which answers from memory, and calls back at each change. */
async function openKith(): Promise<Served> {
  const upstream = await openTaskUpstream();
  const graph = await openGraph({
    upstreamUrl: upstream.url,
    log: pino({ level: 'error' }),
    pace: { firstMs: 250, longestMs: 10_000 },
    tracking: { subscriptionsPerKey: 1_000_000, publicUrl },
  });
  return {
    url: graph.url,
    async create(ids) {
      for (const id of ids)
        await fetch(`${graph.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': 'bench' },
          body: JSON.stringify({ query: `mutation { mapNetwork(companyWebsite: "${id}.example") { __typename } }` }),
        });
    },
    move(id, status) {
      const task = upstream.tasks.get(id);
      if (!task) throw new Error(`There is no task ${id}.`);
      task.status = status;
      fetch((task.callbackUrl ?? '').replace(publicUrl, graph.url), { method: 'POST' }).catch(() => undefined);
    },
    looks: () => upstream.looks,
  };
}

const served = await (process.argv[2] === 'stock' ? openStock() : openKith());
const report = (told: Report): void => void process.send?.(told);

process.on('message', async (command: Command) => {
  if (command.kind === 'create') {
    await served.create(command.ids);
    report({ kind: 'created' });
    return;
  }
  if (command.kind === 'move') {
    report({ kind: 'moved', at: performance.timeOrigin + performance.now() });
    for (const id of command.ids) served.move(id, command.status);
    return;
  }
  // Twice, since what the first collection finalises the second frees.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  report({ kind: 'measured', heapBytes: heapUsed, rssBytes: rss, looks: served.looks() });
});
report({ kind: 'ready', url: served.url });
