import type { Result } from './contest.ts';
import { heapGoalMb, startupGoalMs, type Verdict, verdict } from './goals.ts';
import type { Growth } from './growth.ts';
import type { Heap, Peak } from './memory.ts';
import type { Startup } from './startup.ts';

/** What a run writes down. Parts that it left out are absent. */
export interface Report {
  readonly environment: Readonly<Record<string, unknown>>;
  readonly absent: readonly { readonly server: string; readonly query?: string; readonly reason: string }[];
  readonly notes: readonly string[];
  readonly results: readonly Result[];
  readonly startup?: Startup;
  readonly peak?: Peak;
  readonly heap?: Heap;
  readonly growth?: Growth;
}

const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const rule = (cells: number) => `|${'---|'.repeat(cells)}`;
const told = ({ goal, met }: Verdict) => `${goal} ${met ? 'met' : 'missed'}`;

/** A query's results, for people at a console. */
export const table = (title: string, results: readonly Result[]): string =>
  [
    '',
    title,
    row('server', 'mode', 'latency', 'CPU ms', '× Kith', 'goal', 'requests/s', 'p50 ms', 'p99 ms', 'calls', 'credits'),
    rule(11),
    ...results.map((one) => {
      const judged = verdict(one, results);
      return row(
        one.server,
        one.mode,
        one.latencyMs,
        one.cpuMs,
        one.ratioToKith.toFixed(2),
        judged ? `${told(judged)}${one.query === 'Q6' ? ` (rate ${judged.reached.toFixed(2)})` : ''}` : '',
        Math.round(one.rps),
        one.p50.toFixed(1),
        one.p99.toFixed(1),
        one.upstreamCalls,
        one.credits,
      );
    }),
  ].join('\n');

/** What has nothing to do with peers. */
export const alone = ({ startup, peak, heap, growth }: Report): string =>
  [
    ...(startup
      ? [
          `- Start of the graph alone: ${Math.round(startup.ms)} ms, median of ${startup.runs} (goal below ${startupGoalMs}: ${startup.ms < startupGoalMs ? 'met' : 'missed'}).`,
        ]
      : []),
    ...(peak
      ? [
          `- Peak for 1,000 people: ${peak.peakMb} MB of heap above rest, garbage included, ${peak.multiple.toFixed(1)} times the ${peak.answerMb} MB of the answer, for which the upstream sent ${peak.upstreamMb} MB.`,
        ]
      : []),
    ...(heap
      ? [
          `- Heap after ${heap.operations.toLocaleString('en')} mixed operations: ${heap.afterMb} MB, ${heap.grownMb} more than before (goal below ${heapGoalMb}: ${heap.grownMb < heapGoalMb ? 'met' : 'missed'}).`,
        ]
      : []),
    ...(growth
      ? [
          '',
          row('people', ...growth.first.map(({ people }) => people.toLocaleString('en'))),
          rule(growth.first.length + 1),
          row('CPU ms a person', ...growth.first.map((one) => one.cpuMsPerPerson)),
          '',
          row('depth (people shown)', ...growth.depth.map(({ depth, people }) => `${depth} (${people})`)),
          rule(growth.depth.length + 1),
          row('CPU ms a person', ...growth.depth.map((one) => one.cpuMsPerPerson)),
        ]
      : []),
  ].join('\n');

/** The whole report in Markdown, for the README. */
export const markdown = (report: Report): string => {
  const { environment, results, absent, notes } = report;
  const cold = results.filter(({ mode, latencyMs }) => mode === 'cold' && latencyMs === 0);
  const names = [...new Set(cold.map(({ query }) => query))];
  const servers = [...new Set(cold.map(({ server }) => server))];
  const cell = (server: string, query: string) => {
    const one = cold.find((result) => result.server === server && result.query === query);
    if (!one) return '';
    if (server === 'kith') return `${one.cpuMs} ms`;
    const judged = verdict(one, results);
    return `${one.ratioToKith.toFixed(2)}${judged ? ` (${told(judged)})` : ''}`;
  };
  const counts = (server: string, query: string) => {
    const one = cold.find((result) => result.server === server && result.query === query);
    return one ? `${one.upstreamCalls} / ${one.credits}` : '';
  };
  const slow = results.filter(({ mode, latencyMs }) => mode === 'cold' && latencyMs > 0);
  const slowly = [...new Set(slow.map(({ query }) => query))];
  const rate = (server: string, query: string) => {
    const one = slow.find((result) => result.server === server && result.query === query);
    return one ? `${Math.round(one.rps)} (${Math.round(one.p50)} ms)` : '';
  };
  const yoga = results.find((one) => one.query === 'Q6' && verdict(one, results));
  const crowd = yoga && verdict(yoga, results);
  return [
    Object.entries(environment)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(' · '),
    '',
    'CPU of a cold operation: Kith’s in milliseconds, the others’ as a multiple of it (in brackets the goal):',
    '',
    row('', ...names),
    rule(names.length + 1),
    ...servers.map((server) => row(server, ...names.map((query) => cell(server, query)))),
    '',
    'Upstream calls / credits an operation, under load:',
    '',
    row('', ...names),
    rule(names.length + 1),
    ...servers.map((server) => row(server, ...names.map((query) => counts(server, query)))),
    '',
    `Requests a second (and the median time of one) with an upstream that takes ${slow[0]?.latencyMs ?? 20} ms:`,
    '',
    row('', ...slowly),
    rule(slowly.length + 1),
    ...servers.map((server) => row(server, ...slowly.map((query) => rate(server, query)))),
    '',
    ...(crowd ? [`Q6, one credential: ${crowd.reached.toFixed(2)} times Yoga’s rate (goal ${told(crowd)}).`] : []),
    ...notes,
    '',
    alone(report),
    '',
    ...absent.map(({ server, query, reason }) => `- ${server}${query === undefined ? '' : ` in ${query}`}: ${reason}`),
  ].join('\n');
};
