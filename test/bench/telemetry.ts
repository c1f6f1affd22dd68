import { once } from 'node:events';
import { createServer } from 'node:http';
import { type BesideEffort, beside } from './beside.ts';
import { type Contestant, kith } from './contestants.ts';
import type { Upstream } from './upstream/server.ts';

/** The most that traces of one request in a hundred may add to the CPU of Q1. */
const goal = 1.05;

/** A collector that takes whatever it is sent. */
async function openCollector() {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close };
}

/** CPU of Q1 with what measures the graph, as ratios to a graph that measures nothing; the first is that graph once more. */
export async function telemetry(upstream: Upstream, effort: BesideEffort): Promise<string> {
  await using collector = await openCollector();
  const base = kith('nothing');
  const quiet = { ...base.env, KITH_LOG_LEVEL: 'warn' };
  const variant = (name: string, env: Readonly<Record<string, string>>): Contestant => ({
    ...base,
    name,
    env: { ...quiet, ...env },
  });
  const metrics = { KITH_METRICS_PORT: '0' };
  const variants = [
    variant('nothing', {}),
    variant('nothing again', {}),
    variant('a line of each operation', { KITH_LOG_LEVEL: 'info' }),
    variant('metrics', metrics),
    variant('metrics, and 1 % traced', {
      ...metrics,
      KITH_OTEL: 'on',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    }),
  ] as const;
  const table = await beside(variants, upstream, effort);
  return `${table}\n\nThe goal is ${goal} for 1 % traced, beside a graph that measures nothing.`;
}
