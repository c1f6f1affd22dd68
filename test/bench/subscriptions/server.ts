import pino from 'pino';
import { openGraph } from '../../../src/graph/server/server.ts';
import { type FromServer, longestPollMs, publicUrl, type ToServer } from './messages.ts';
import { openStock } from './stock.ts';

async function openKith(upstreamUrl: string): Promise<{ readonly url: string }> {
  return await openGraph({
    upstreamUrl,
    log: pino({ level: 'error' }),
    polling: { longestMs: longestPollMs },
    tracking: { subscriptionsPerKey: 1_000_000, publicUrl },
  });
}

const [, , kind, upstreamUrl = ''] = process.argv;
const { url } = await (kind === 'stock' ? openStock(upstreamUrl) : openKith(upstreamUrl));
const report = (told: FromServer): void => void process.send?.(told);

process.on('message', ({ kind }: ToServer) => {
  if (kind === 'measure cpu') {
    const { user, system } = process.cpuUsage();
    report({ kind: 'cpu', ms: (user + system) / 1000 });
    return;
  }
  // Twice, since what the first collection finalises the second frees.
  globalThis.gc?.();
  globalThis.gc?.();
  report({ kind: 'heap', bytes: process.memoryUsage().heapUsed });
});
report({ kind: 'ready', url });
