import type { Result } from './contest.ts';
import { heapGoalMb, startupGoalMs, verdict } from './goals.ts';
import type { Growth } from './growth.ts';
import type { Heap, Peak } from './memory.ts';
import { shown } from './ratio.ts';

/** What a run writes down. Parts that it left out are absent. */
export interface Report {
  readonly environment: Readonly<Record<string, unknown>>;
  readonly absent: readonly { readonly server: string; readonly query?: string; readonly reason: string }[];
  readonly notes: readonly string[];
  readonly results: readonly Result[];
  /** The median of so many starts of the graph alone. */
  readonly startup?: { readonly ms: number; readonly runs: number };
  readonly peak?: Peak;
  readonly heap?: Heap;
  readonly growth?: Growth;
}

export const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
export const rule = (cells: number) => `|${'---|'.repeat(cells)}`;

/** A query's results, for people at a console. */
export const table = (title: string, results: readonly Result[]): string =>
  [
    '',
    title,
    row(
      'server',
      'mode',
      'latency',
      'CPU ms',
      '× Kith (95 %)',
      'goal',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'calls',
      'credits',
    ),
    rule(11),
    ...results.map((one) =>
      row(
        one.server,
        one.mode,
        one.latencyMs,
        one.cpuMs,
        one.server === 'kith' ? '' : shown(one.toKith),
        verdict(one, results) ?? '',
        Math.round(one.rps),
        one.p50.toFixed(1),
        one.p99.toFixed(1),
        one.upstreamCalls,
        one.credits,
      ),
    ),
  ].join('\n');

/** Where and how long was measured, in a line. */
export const environmentText = (environment: Report['environment']): string =>
  Object.entries(environment)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ');

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
    return `${shown(one.toKith)}${judged ? `, ${judged}` : ''}`;
  };
  const counts = (server: string, query: string) => {
    const one = cold.find((result) => result.server === server && result.query === query);
    return one ? `${one.upstreamCalls} / ${one.credits}` : '';
  };
  const slow = results.filter(({ mode, latencyMs }) => mode === 'cold' && latencyMs > 0);
  const slowly = [...new Set(slow.map(({ query }) => query))];
  const rate = (server: string, query: string) => {
    const one = slow.find((result) => result.server === server && result.query === query);
    if (!one) return '';
    const p50 = one.p50ToFloor ? `, ${shown(one.p50ToFloor)}` : '';
    const judged = verdict(one, results);
    return `${Math.round(one.rps)} (${Math.round(one.p50)} ms${p50})${judged ? `, ${judged}` : ''}`;
  };
  const yoga = results.find((one) => one.query === 'Q6' && verdict(one, results));
  const crowd = yoga && verdict(yoga, results);
  return [
    environmentText(environment),
    '',
    'CPU of a cold operation: Kith’s in milliseconds, the others’ as a multiple of it (in brackets the 95 % interval), and the goal:',
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
    `Requests a second (in brackets the median time of one, and that as a multiple of the hand-written program’s), and the goal, with an upstream that takes ${slow[0]?.latencyMs ?? 20} ms:`,
    '',
    row('', ...slowly),
    rule(slowly.length + 1),
    ...servers.map((server) => row(server, ...slowly.map((query) => rate(server, query)))),
    '',
    ...(crowd ? [`Q6, one credential, as a multiple of Yoga’s: ${crowd}.`] : []),
    ...notes,
    '',
    alone(report),
    '',
    ...absent.map(({ server, query, reason }) => `- ${server}${query === undefined ? '' : ` in ${query}`}: ${reason}`),
  ].join('\n');
};
