/**
 * What a graph does under several times the load that it can carry: `npm run bench:overload`. The most that it answers a
 * second is found with clients who wait for their answers; then requests come 4 times as often, whether it answers or not.
 * It has to go on answering nearly as many, and to refuse the others (429, 503) rather than fail one that it has taken on.
 * Generator and upstream are on core 0, the graph on core 1. `--seconds 20`, `--query Q1` and `--times 2` ask otherwise.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { fresh, operation, run } from '../contest.ts';
import { kith } from '../contestants.ts';
import { quantile } from '../load.ts';
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

/** So many that no key's own limit is what refuses. */
const keys = Array.from({ length: 256 }, (_, number) => `key ${number}`);

await using upstream = await openUpstream();
const graph = await run({ ...kith(), env: { ...kith().env, KITH_LOG_LEVEL: 'error' } }, upstream);
let asked = 0;
const next = () => {
  asked += 1;
  return operation(query, fresh(query), graph.contestant, keys[asked % keys.length]);
};

/** The most operations a second, of several numbers of clients. */
async function peak(): Promise<number> {
  let most = 0;
  await graph.target.press(graph.pid, { width: 16, until: { ms: 3000 }, next });
  for (const width of [8, 16, 32, 64]) {
    const { operations, seconds } = await graph.target.press(graph.pid, { width, until: { ms: ms / 2 }, next });
    most = Math.max(most, operations / seconds);
  }
  return most;
}

/** Sends so many operations a second, whether they are answered or not. */
async function offer(aSecond: number) {
  const pool = new Pool(new URL(graph.url).origin);
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
  while (performance.now() < end) {
    const due = ((performance.now() - start) / 1000) * aSecond;
    while (under.length < due) under.push(send());
    await turn();
  }
  await Promise.all(under);
  await pool.close();
  return {
    offered: (under.length * 1000) / (leadMs + ms),
    accepted: (accepted * 1000) / ms,
    answered,
    statuses,
    failures,
  };
}

try {
  const most = await peak();
  say(`${query.name}: ${Math.round(most)} operations a second at most`);
  const { offered, accepted, answered, statuses, failures } = await offer(times * most);
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  say(`${Math.round(offered)} a second were sent, ${Math.round(accepted)} a second answered: ${told}`);
  say(
    `an answer took ${quantile(answered, 0.5).toFixed(0)} ms at the median, ${quantile(answered, 0.99).toFixed(0)} ms at p99`,
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
