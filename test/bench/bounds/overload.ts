/**
 * What a graph does under several times the load that it can carry: `npm run bench -- overload`. The most that it answers a
 * second is found with clients who wait for their answers; then requests come 4 times as often, whether it answers or not.
 * It has to go on answering nearly as many, and to refuse the others (429, 503) rather than fail one that it has taken on.
 * Generator and upstream are on core 0, the graph on core 1; how busy either is stands beside the figures, since a generator
 * that can do no more measures itself. Requests come over as many connections as a load balancer keeps, and one that finds none
 * idle waits, which its time includes. `--seconds 20`, `--query Q1` and `--times 2` ask otherwise.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { fresh, operation, run } from '../contest.ts';
import { kith } from '../contestants.ts';
import { cpuOf, quantile } from '../load.ts';
import { queries } from '../queries.ts';
import { openUpstream } from '../upstream/server.ts';
import { judge, say } from './goals.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    times: { type: 'string', default: '4' },
    query: { type: 'string', default: 'Q2' },
  },
});
const ms = Number(values.seconds) * 1000;
const times = Number(values.times);
const leadMs = 2000;
const query = queries.find(({ name }) => name === values.query);
if (!query) throw new TypeError(`--query: must be one of ${queries.map(({ name }) => name).join(', ')}.`);

const connections = 1024;
/** So many that no key's own limit is what refuses. */
const keys = Array.from({ length: 256 }, (_, number) => `key ${number}`);
/** Their number has no divisor in common with that of keys, so that hardly any key asks the same twice at a time. */
const starts = Array.from({ length: 255 }, () => fresh(query));

await using upstream = await openUpstream({ remembers: true });
const graph = await run({ ...kith(), env: { ...kith().env, KITH_LOG_LEVEL: 'error' } }, upstream);
let asked = 0;
const next = () => {
  asked += 1;
  return operation(query, starts[asked % starts.length] ?? 0, graph.contestant, keys[asked % keys.length]);
};

/** The most operations a second, of several numbers of clients, and those of a second of the graph's CPU. */
async function peak() {
  let most = 0;
  let aCpuSecond = 0;
  await graph.target.press(graph.pid, { width: 16, until: { ms: 3000 }, next });
  for (const width of [8, 16, 32, 64]) {
    const { operations, seconds, cpuMs } = await graph.target.press(graph.pid, { width, until: { ms: ms / 2 }, next });
    if (operations / seconds < most) continue;
    most = operations / seconds;
    aCpuSecond = (operations * 1000) / cpuMs;
  }
  return { most, aCpuSecond };
}

/** Sends so many operations a second, whether they are answered or not. */
async function offer(aSecond: number) {
  const pool = new Pool(new URL(graph.url).origin, { connections });
  const answered: number[] = [];
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  let accepted = 0;
  const send = async (): Promise<void> => {
    const { bodies, key } = next();
    const begun = performance.now();
    try {
      const { statusCode, body } = await pool.request({
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: bodies[0] ?? '',
      });
      const text = await body.text();
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      if (statusCode === 429 || statusCode === 503) return;
      if (statusCode !== 200 || text.startsWith('{"errors"') || text.includes('"errors":[')) {
        failures.push(`${statusCode}: ${text.slice(0, 200)}`);
        return;
      }
      answered.push(performance.now() - begun);
      if (performance.now() >= counted && performance.now() < end) accepted += 1;
    } catch (error) {
      failures.push(String(error));
    }
  };
  const start = performance.now();
  /** Answers are counted once the first ones are there. */
  const counted = start + leadMs;
  const end = counted + ms;
  const under: Promise<void>[] = [];
  let cpuBefore: number | undefined;
  const loopBefore = performance.eventLoopUtilization();
  while (performance.now() < end) {
    if (performance.now() >= counted) cpuBefore ??= cpuOf(graph.pid);
    const due = ((performance.now() - start) / 1000) * aSecond;
    while (under.length < due) under.push(send());
    await wait(1);
  }
  const graphBusy = (cpuOf(graph.pid) - (cpuBefore ?? 0)) / (performance.now() - counted);
  const generatorBusy = performance.eventLoopUtilization(loopBefore).utilization;
  await Promise.all(under);
  await pool.close();
  return {
    graphBusy,
    generatorBusy,
    offered: (under.length * 1000) / (leadMs + ms),
    accepted: (accepted * 1000) / ms,
    answered,
    statuses,
    failures,
  };
}

const percent = (part: number): string => `${Math.round(100 * part)} %`;

try {
  const { most, aCpuSecond } = await peak();
  say(`${query.name}: ${Math.round(most)} operations a second at most, ${Math.round(aCpuSecond)} a second of CPU`);
  const { offered, accepted, answered, statuses, failures, graphBusy, generatorBusy } = await offer(times * most);
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  say(`${Math.round(offered)} a second were sent, ${Math.round(accepted)} a second answered: ${told}`);
  say(
    `an answer took ${quantile(answered, 0.5).toFixed(0)} ms at the median, ${quantile(answered, 0.99).toFixed(0)} ms at p99`,
  );
  say(
    `${Math.round(accepted / graphBusy)} answered a second of the graph's CPU, of which it had ${percent(graphBusy)} of a core; the generator's loop was busy for ${percent(generatorBusy)} of the time`,
  );
  for (const failure of failures.slice(0, 5)) say(`failed: ${failure}`);
  judge([
    { what: 'load offered, as a multiple of the peak', measured: offered / most, bound: { least: 0.95 * times } },
    { what: 'throughput, as a part of the peak', measured: accepted / most, bound: { least: 0.8 } },
    { what: 'accepted requests that failed', measured: failures.length, bound: { most: 0 } },
  ]);
} finally {
  await graph.close();
}
