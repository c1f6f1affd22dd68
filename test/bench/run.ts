import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Load, median, openTarget, quantile, type Stretch, type Target } from './load.ts';
import { type Query, queries } from './queries.ts';
import { absentees, contestants, kith, type RunningServer, startServer } from './server.ts';
import { type Result, table } from './table.ts';
import { openUpstream, type Tally } from './upstream/server.ts';

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
const forMs = asked.quick ? 500 : 2000;
const latencies = asked.quick ? [0] : [0, 20];
const names = asked.only?.split(',');
const wanted = asked.queries?.split(',');

const say = (line: string) => process.stdout.write(`${line}\n`);

execFileSync('taskset', ['-a', '-cp', '0', String(process.pid)]);
await using upstream = await openUpstream();
const running: (RunningServer & { readonly target: Target })[] = [];
const absent: { readonly server: string; readonly reason: string }[] = [...absentees];
process.once('exit', () => {
  for (const server of running) server.stop();
  warm.stop();
});
for (const contestant of contestants.filter(({ name }) => !names || name === 'kith' || names.includes(name)))
  try {
    const server = await startServer(contestant, upstream.url);
    running.push({ ...server, target: openTarget(server.url) });
  } catch (error) {
    absent.push({ server: contestant.name, reason: error instanceof Error ? error.message : String(error) });
  }

const remembering = await startServer(kith(60), upstream.url);
const warm = { ...remembering, target: openTarget(remembering.url) };

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

/** Rounds of a query, the servers taking turns; the first, which warms the compilers up, is forgotten. */
async function contest(
  mode: string,
  query: Query,
  servers: typeof running,
  latencyMs: number,
  width: number,
  next: Load['next'],
): Promise<Result[]> {
  const stretches = new Map<string, (Stretch & Tally)[]>(servers.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const { name, pid, target } of round % 2 ? servers : servers.toReversed()) {
      upstream.reset();
      const stretch = await target.press(pid, { width, forMs: round > 0 ? forMs : forMs * 2, next });
      if (round > 0) stretches.get(name)?.push({ ...stretch, ...upstream.tally });
    }
  const measured = [...stretches].map(([server, of]) => {
    const times = of.flatMap((stretch) => stretch.times);
    return {
      query: query.name,
      server,
      mode,
      latencyMs,
      cpuMs: rounded(median(of.map(({ cpuMs, operations }) => cpuMs / operations))),
      rps: rounded(median(of.map(({ operations, seconds }) => operations / seconds))),
      p50: rounded(median(times)),
      p99: rounded(quantile(times, 0.99)),
      upstreamCalls: rounded(median(of.map(({ calls, operations }) => calls / operations))),
      credits: rounded(median(of.map(({ credits, operations }) => credits / operations))),
    };
  });
  const ofKith = measured.find(({ server }) => server === 'kith')?.cpuMs ?? Number.NaN;
  return measured.map((one) => ({ ...one, ratioToKith: rounded(one.cpuMs / ofKith) }));
}

/** Q6: 64 clients ask the same at the same time, with one credential, and each with a credential of its own. */
async function crowds(query: Query): Promise<void> {
  const crowd = 64;
  const atOnce = (keyOf: () => string) => () => ({
    body: operation(query, 2e9 + Math.floor(performance.now() / 100) * query.stride).body,
    key: keyOf(),
  });
  const named = { ...query, name: 'Q6' };
  const one = await contest(
    'in flight, 1 key',
    named,
    running,
    0,
    crowd,
    atOnce(() => 'bench'),
  );
  // No two operations of one credential are ever the same here, so whatever is shared is shared between credentials.
  let asked = 0;
  const many = await contest(
    'in flight, a key each',
    named,
    running,
    0,
    crowd,
    atOnce(() => `key-${asked++}`),
  );
  results.push(...one, ...many);
  say(table({ ...named, asks: `Q2 from ${crowd} clients who ask the same` }, [...one, ...many]));
  for (const { server, upstreamCalls } of many)
    if (server === 'kith') assert.equal(upstreamCalls, query.least.calls, 'calls were shared between credentials');
}

const results: Result[] = [];
for (const query of queries.filter(({ name }) => !wanted || wanted.includes(name))) {
  // Correctness first: every server answers what Kith answers.
  const { body, key } = operation(query);
  let expected: unknown;
  for (const { name, target } of running) {
    const answer = canonical(
      await target.ask(body, key).catch((cause: unknown) => {
        throw new Error(`${name} does not answer ${query.name}.`, { cause });
      }),
    );
    expected ??= answer;
    assert.deepEqual(answer, expected, `${name} answers ${query.name} otherwise than kith`);
  }
  for (const latencyMs of latencies) {
    upstream.latencyMs = latencyMs;
    const width = query.stride >= 1000 ? 4 : 16;
    results.push(...(await contest('cold', query, running, latencyMs, width, () => operation(query))));
    const held = operation(query);
    await warm.target.ask(held.body, held.key);
    results.push(...(await contest('warm', query, [warm], latencyMs, width, () => held)));
    upstream.latencyMs = 0;
  }
  if (query.name === 'Q2') await crowds(query);
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
for (const { target, stop } of [...running, warm]) {
  await target.close();
  stop();
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
