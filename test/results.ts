/** What became of the tests of a run: a file with a failed test runs once more by itself, and both results count together. */
import { join, relative } from 'node:path';
import type { run } from 'node:test';

export type TestEvent = Awaited<ReturnType<ReturnType<typeof run>['toArray']>>[number];

const root = join(import.meta.dirname, '..');

/** `unsteady`: failed at first, and passed when its file ran alone. */
type Verdict = 'passed' | 'failed' | 'skipped' | 'unsteady';

export interface Result {
  readonly verdict: Verdict;
  readonly title: string;
  /** The file that declares the test, which a process that ended early has none of. */
  readonly file: string;
  /** The file, and the names of suites and test. */
  readonly path: string;
  /** Why it failed, in a few lines. */
  readonly reason: string;
  /** Whether its time was up after minutes; shorter ones are missed by chance, too, where a machine is busy. */
  readonly hasHung: boolean;
}

/** Results of one process by test. Tests of one name are told apart by their order. */
export type Results = ReadonlyMap<string, Result>;

/** Whether a suite failed by its tests alone, not by a hook. */
const isOfSubtests = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed';

const hangsMs = 120_000;

/** Whether a test, or a hook, took longer than it may. */
const isTimeout = (error: Error): boolean =>
  [error, error.cause].some(
    (one) => one instanceof Error && 'failureType' in one && one.failureType === 'testTimeoutFailure',
  );

const isSet = (mark: string | boolean | undefined): boolean => mark !== undefined && mark !== false;

export function resultsOf(events: readonly TestEvent[], files: readonly string[]): Results {
  const results = new Map<string, Result>();
  const names: string[] = [];
  for (const event of events) {
    if (event.type === 'test:start') names.splice(event.data.nesting, names.length, event.data.name);
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { nesting, name: title, details, skip, todo } = event.data;
    names.splice(nesting, names.length, title);
    if (event.type === 'test:pass' && details.type === 'suite' && !isSet(skip)) continue;
    // A suite fails with what failed in it, too, which is counted by itself.
    if (
      event.type === 'test:fail' &&
      (isSet(todo) || (details.type === 'suite' && isOfSubtests(event.data.details.error)))
    )
      continue;
    const file = relative(root, event.data.file ?? '');
    // What ends a process is told by the path of what runs the files.
    const path = title.endsWith('/batch.ts') ? `the process of ${files.join(', ')}` : [file, ...names].join(' > ');
    const reason = event.type === 'test:fail' ? reasonOf(event.data.details.error) : '';
    const verdict = event.type === 'test:fail' ? 'failed' : isSet(skip) ? 'skipped' : 'passed';
    const hasHung = event.type === 'test:fail' && isTimeout(event.data.details.error) && details.duration_ms >= hangsMs;
    let nth = 1;
    while (results.has(`${path} ${nth}`)) nth += 1;
    results.set(`${path} ${nth}`, { verdict, title, file, path, reason, hasHung });
  }
  return results;
}

export const failuresIn = (results: Results): readonly Result[] =>
  [...results.values()].filter(({ verdict }) => verdict === 'failed');

/**
 * The results of a process, and of some of its files that ran once more. If none failed then, what had failed in these is
 * unsteady.
 */
export function together(first: Results, again: Results, ranAgain: (result: Result) => boolean): Results {
  const isPassed = again.size > 0 && failuresIn(again).length === 0;
  const results = new Map(first);
  for (const [test, result] of first)
    if (result.verdict === 'failed' && isPassed && ranAgain(result))
      results.set(test, { ...result, verdict: 'unsteady' });
  for (const [test, result] of again) if (result.verdict === 'failed' || !first.has(test)) results.set(test, result);
  return results;
}

/** A message's first lines, and where in our files it came from. */
function reasonOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  const message = 'exitCode' in error ? `It ended early, with the exit code ${error.exitCode}.` : cause.message;
  const lines = (message || String(error.cause)).split('\n').slice(0, 12);
  const frame = cause.stack
    ?.split('\n')
    .map((line) => line.trim())
    .find((line) => line.startsWith('at ') && line.includes(root) && !line.includes('node_modules'));
  return [...lines, ...(frame ? [frame.replaceAll(`file://${root}/`, '')] : [])]
    .map((line) => `    ${line.slice(0, 200)}`)
    .join('\n');
}
