import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { against } from './against.ts';
import { usualEffort } from './beside.ts';
import { capacity, capacityTable } from './capacity.ts';
import { compare } from './compare.ts';
import { type Effort, run } from './contest.ts';
import { kith } from './contestants.ts';
import { growth } from './growth.ts';
import { median, rounded } from './load.ts';
import { heap, peak } from './memory.ts';
import { purses } from './purses.ts';
import { queries } from './queries.ts';
import { stopAll } from './server.ts';
import { startup } from './startup.ts';
import { alone, environmentText, markdown, type Report } from './table.ts';
import { openUpstream } from './upstream/server.ts';

/**
 * Kith and its peers side by side: `npm run bench`, or with `-- --quick` in under three minutes. This process, which is
 * the load and the upstream, stays on core 0; the server under test has core 1 to itself, and its CPU alone is compared.
 */
const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    heap: { type: 'boolean', default: false },
    capacity: { type: 'boolean', default: false },
    purses: { type: 'boolean', default: false },
    latency: { type: 'string' },
    against: { type: 'string' },
    table: { type: 'boolean', default: false },
    only: { type: 'string' },
    queries: { type: 'string' },
    rounds: { type: 'string' },
    processes: { type: 'string' },
    'warm-up': { type: 'string' },
    operations: { type: 'string', default: '100000' },
    out: { type: 'string' },
  },
});
const { quick } = asked;
/**
 * Rounds so short that what else runs disturbs neighbours alike, and so many that each server goes first in one; before them, as
 * long as V8 compiles: Kith's figures, and those of the peers with much code, fall for five seconds of load.
 */
const effort = quick
  ? { rounds: 3, roundMs: 300, warmUpMs: 500, latencies: { 0: undefined, 20: ['Q2'] } }
  : { rounds: 12, roundMs: 600, warmUpMs: 6000, latencies: { 0: undefined, 20: undefined } };
const rounds = Number(asked.rounds ?? effort.rounds);
const file = asked.out ?? join(import.meta.dirname, quick ? 'results.quick.json' : 'results.json');

const say = (line: string) => process.stdout.write(`${line}\n`);
const last = (): Report => JSON.parse(readFileSync(file, 'utf8'));
const write = (report: Report) => writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);

const environmentOf = ({ rounds, roundMs }: Effort) => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  loadBefore: loadavg()
    .map((load) => load.toFixed(1))
    .join(' '),
  rounds,
  secondsPerRound: roundMs / 1000,
  measured: new Date().toISOString(),
});

/** Only what 100,000 operations leave behind; it takes its place in what the last run wrote. */
async function heapAlone(): Promise<void> {
  await using upstream = await openUpstream();
  const measured = await heap(upstream, Number(asked.operations));
  const before = existsSync(file) ? last() : { environment: {}, absent: [], notes: [], results: [] };
  write({ ...before, heap: measured });
  say(alone({ environment: {}, absent: [], notes: [], results: [], heap: measured }));
}

/** Only this checkout's graph beside another's; nothing is written. */
async function againstAlone(directory: string): Promise<void> {
  const began = performance.now();
  await using upstream = await openUpstream();
  const names = (asked.queries ?? 'Q1,Q2,Q3,Q4,Q5').split(',');
  const chosen = queries.filter(({ name }) => names.includes(name));
  const usual = quick
    ? { rounds: 6, roundMs: 250, warmUpMs: 400, processes: 2, starts: 2, heaps: 1, operations: 1000 }
    : { rounds: 30, roundMs: 700, warmUpMs: 4500, processes: 3, starts: 15, heaps: 3, operations: 5000 };
  const most = {
    ...usual,
    rounds: Number(asked.rounds ?? usual.rounds),
    processes: Number(asked.processes ?? usual.processes),
  };
  say(`${environmentText(environmentOf(most))} · processes ${most.processes}`);
  await against(directory, chosen, upstream, most, say);
  say(`\n${Math.round((performance.now() - began) / 1000)} s in all.`);
}

/** Only what a purse costs Q1; nothing is written. */
async function pursesAlone(): Promise<void> {
  const began = performance.now();
  await using upstream = await openUpstream();
  const usual = { ...usualEffort, ...(quick && { processes: 2 }) };
  const most = {
    ...usual,
    processes: Number(asked.processes ?? usual.processes),
    rounds: Number(asked.rounds ?? usual.rounds),
    warmUpMs: Number(asked['warm-up'] ?? usual.warmUpMs / 1000) * 1000,
  };
  say(`${environmentText(environmentOf(most))} · processes ${most.processes}\n\n${await purses(upstream, most)}`);
  say(`\n${Math.round((performance.now() - began) / 1000)} s in all.`);
}

/** Only what one core carries, by question; nothing is written. */
async function capacityAlone(): Promise<void> {
  await using upstream = await openUpstream();
  const most = { ...effort, rounds };
  say(`${environmentText(environmentOf(most))}\n\n${capacityTable(await capacity(upstream, most))}`);
}

/** Only the queries at one latency of the upstream; nothing is written. */
async function latencyAlone(ms: number): Promise<void> {
  const most = { ...effort, rounds, latencies: { [ms]: undefined } };
  say(environmentText(environmentOf(most)));
  await using upstream = await openUpstream();
  const { notes, absent } = await compare(
    upstream,
    most,
    { only: asked.only, queries: asked.queries, crowd: false },
    say,
  );
  for (const note of notes) say(note);
  for (const { server, reason } of absent) say(`${server} is absent: ${reason}`);
}

async function everything(): Promise<void> {
  const began = performance.now();
  const environment = environmentOf({ ...effort, rounds });
  await using upstream = await openUpstream();
  const compared = await compare(
    upstream,
    { ...effort, rounds },
    { only: asked.only, queries: asked.queries, crowd: true },
    say,
  );
  const starts = [...(await startup([kith()], upstream.url, quick ? 3 : 9)).values()].flat();
  const most = await peak(upstream);
  const growing = await run(kith(), upstream);
  const grown = await growth(growing, { ...effort, rounds });
  await growing.close();
  const kept = quick ? undefined : await heap(upstream, Number(asked.operations));
  const report = {
    environment,
    ...compared,
    startup: { ms: rounded(median(starts)), runs: starts.length },
    peak: most,
    growth: grown,
    ...(kept && { heap: kept }),
  };
  write(report);
  say(`\n${alone(report)}\n`);
  for (const note of report.notes) say(note);
  for (const { server, query, reason } of report.absent)
    say(`${server} is absent${query ? ` in ${query}` : ''}: ${reason}`);
  say(`${Math.round((performance.now() - began) / 1000)} s in all; ${file} is written.`);
}

process.once('exit', stopAll);
process.once('SIGTERM', () => process.exit(143));
process.once('SIGINT', () => process.exit(130));
if (asked.table) say(markdown(last()));
else {
  execFileSync('taskset', ['-a', '-cp', '0', String(process.pid)]);
  if (asked.against !== undefined) await againstAlone(asked.against);
  else if (asked.purses) await pursesAlone();
  else if (asked.latency !== undefined) await latencyAlone(Number(asked.latency));
  else if (asked.capacity) await capacityAlone();
  else await (asked.heap ? heapAlone() : everything());
}
