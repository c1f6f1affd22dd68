import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median, openTarget, quantile, type Stretch, type Target } from './load.ts';
import { type Query, queries } from './queries.ts';
import { contestants, type RunningServer, startServer } from './server.ts';
import { type Result, table } from './table.ts';
import { openUpstream } from './upstream/server.ts';

/**
 * Kith and its peers side by side: `npm run bench`, or with `-- --quick` in under three minutes. This process, which is
 * the load and the upstream, stays on core 0; the server under test has core 1 to itself, and its CPU alone is compared.
 * Every operation has records of its own (cold); rounds are interleaved, and medians shown.
 */
const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    queries: { type: 'string' },
    rounds: { type: 'string' },
    out: { type: 'string', default: join(import.meta.dirname, 'results.json') },
  },
});
const rounds = Number(asked.rounds ?? (asked.quick ? 3 : 7));
const forMs = asked.quick ? 700 : 2000;
const latencies = asked.quick ? [0] : [0, 20];
const names = asked.only?.split(',');
const wanted = asked.queries?.split(',');

const say = (line: string) => process.stdout.write(`${line}\n`);

execFileSync('taskset', ['-a', '-cp', '0', String(process.pid)]);
await using upstream = await openUpstream();
const running: (RunningServer & { readonly target: Target })[] = [];
const absent: { readonly server: string; readonly reason: string }[] = [];
process.once('exit', () => {
  for (const server of running) server.stop();
});
for (const contestant of contestants.filter(({ name }) => !names || name === 'kith' || names.includes(name)))
  try {
    const server = await startServer(contestant, upstream.url);
    running.push({ ...server, target: openTarget(server.url) });
  } catch (error) {
    absent.push({ server: contestant.name, reason: error instanceof Error ? error.message : String(error) });
  }

let next = 1000;
/** The next operation of a query: nobody has asked for its records yet. */
const operation = (query: Query, from?: number): { readonly body: string; readonly key: string } => {
  const start = from ?? next;
  if (from === undefined) next += Math.ceil(query.stride / 5) * 5;
  const variables = query.variables(start);
  return { body: JSON.stringify({ query: query.document, operationName: query.name, variables }), key: 'bench' };
};

/** Nulls are left out, because an absent member may be shown either way; all else must be the same. */
const canonical = (text: string): unknown => {
  const { data, errors } = JSON.parse(text);
  assert.equal(errors, undefined, text.slice(0, 1000));
  return JSON.parse(JSON.stringify(data, (_, value) => value ?? undefined));
};

const results: Result[] = [];
for (const query of queries.filter(({ name }) => !wanted || wanted.includes(name))) {
  // Correctness first: every server answers what Kith answers, and what it asked of the upstream is counted.
  const { body, key } = operation(query);
  const counted = new Map<string, { readonly calls: number; readonly credits: number }>();
  let expected: unknown;
  for (const { name, target } of running) {
    upstream.reset();
    const answer = canonical(
      await target.ask(body, key).catch((cause: unknown) => {
        throw new Error(`${name} does not answer ${query.name}.`, { cause });
      }),
    );
    expected ??= answer;
    assert.deepEqual(answer, expected, `${name} answers ${query.name} otherwise than kith`);
    counted.set(name, { calls: upstream.tally.calls, credits: upstream.tally.credits });
  }
  for (const latencyMs of latencies) {
    upstream.latencyMs = latencyMs;
    const stretches = new Map<string, Stretch[]>(running.map(({ name }) => [name, []]));
    // The first round warms the compilers up and is forgotten.
    for (let round = 0; round <= rounds; round += 1)
      for (const { name, pid, target } of round % 2 ? running : running.toReversed()) {
        const width = query.stride >= 1000 ? 4 : 16;
        const stretch = await target.press(pid, { width, forMs, next: () => operation(query) });
        if (round > 0) stretches.get(name)?.push(stretch);
      }
    const cpuOfKith = median((stretches.get('kith') ?? []).map(({ cpuMs, operations }) => cpuMs / operations));
    for (const [server, of] of stretches) {
      const times = of.flatMap((stretch) => stretch.times);
      const cpuMs = median(of.map((stretch) => stretch.cpuMs / stretch.operations));
      results.push({
        query: query.name,
        server,
        mode: 'cold',
        latencyMs,
        cpuMs: rounded(cpuMs),
        rps: rounded(median(of.map(({ operations, seconds }) => operations / seconds))),
        p50: rounded(median(times)),
        p99: rounded(quantile(times, 0.99)),
        upstreamCalls: counted.get(server)?.calls ?? 0,
        credits: counted.get(server)?.credits ?? 0,
        ratioToKith: rounded(cpuMs / cpuOfKith),
      });
    }
    upstream.latencyMs = 0;
  }
  say(
    table(
      query,
      results.filter((one) => one.query === query.name),
    ),
  );
}
for (const { server, reason } of absent) say(`${server} is absent: ${reason}`);
const environment = {
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  rounds,
  secondsPerRound: forMs / 1000,
  measured: new Date().toISOString(),
};
writeFileSync(asked.out, `${JSON.stringify({ environment, absent, results }, null, 2)}\n`);
for (const { target, stop } of running) {
  await target.close();
  stop();
}
running.length = 0;

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
