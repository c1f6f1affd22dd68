import { once } from 'node:events';
import { createServer } from 'node:http';
import { check, cold, cpuIn, type Effort, play, type Runner, run } from './contest.ts';
import { type Contestant, kith } from './contestants.ts';
import { median, rounded } from './load.ts';
import { queries } from './queries.ts';
import { pairedRatio, shown } from './ratio.ts';
import { row, rule } from './table.ts';
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
export async function telemetry(upstream: Upstream, effort: Effort): Promise<string> {
  await using collector = await openCollector();
  const base = kith('nothing');
  const quiet = { ...base.env, KITH_LOG_LEVEL: 'warn' };
  const contestant = (name: string, env: Readonly<Record<string, string>>): Contestant => ({
    ...base,
    name,
    env: { ...quiet, ...env },
  });
  const metrics = { KITH_METRICS_PORT: '0' };
  const contestants = [
    contestant('nothing', {}),
    contestant('nothing again', {}),
    contestant('a line of each operation', { KITH_OPERATION_LOG_LEVEL: 'info' }),
    contestant('metrics', metrics),
    contestant('metrics, and 1 % traced', { ...metrics, KITH_OTLP_URL: collector.url, KITH_TRACE_PERCENT: '1' }),
  ];
  const [question] = queries.filter(({ name }) => name === 'Q1');
  if (!question) throw new Error('The queries have no Q1.');
  const servers: Runner[] = [];
  try {
    for (const one of contestants) servers.push(await run(one, upstream));
    await check(question, servers, upstream);
    const rounds = await play(question.width, cold(question), servers, upstream, effort);
    const cpu = (name: string): readonly number[] => (rounds.get(name) ?? []).map(cpuIn);
    const nothing = cpu('nothing');
    return [
      row('Q1', 'CPU ms', 'ratio (95 %)'),
      rule(3),
      ...contestants.map(({ name }) =>
        row(name, rounded(median(cpu(name))), name === 'nothing' ? '1' : shown(pairedRatio(cpu(name), nothing))),
      ),
      '',
      `The goal is ${goal} for 1 % traced, beside a graph that measures nothing.`,
    ].join('\n');
  } finally {
    for (const server of servers) await server.close();
  }
}
