/**
 * Runs a tier of the tests, or what of it is below some folders: `node test/run.ts default|ci|release|long [folder…]`.
 *
 * - `default`, `npm test`: all but `test/system`, `test/release` and `test/long`. Needs nothing but `npm ci`.
 * - `ci`: what `.ci/run` adds: `test/system`, and the files of `npm test` that do more over servers or further upstreams. What
 *   needs a program or a server that is absent is skipped. A drawn quarter of the suites over several upstreams runs over all
 *   of them, and a drawn fifth of the phrases is read (KITH_TEST_DRAW).
 * - `release`: what `npm run test:release` adds: `test/release`, every suite over every upstream and over OpenSearch, property tests
 *   of five times as many cases.
 * - `long`: everything, twenty times as many cases again.
 *
 * Files with a failed test run once more, each alone, after all the others, unless it hung: what passes then is told as unsteady. Exits with 1
 * if a test failed twice, or if one that proves a sentence of the specification did not pass. Appends how many passed and failed
 * to the file that KITH_TEST_COUNTS names.
 */
import { createHash, randomInt } from 'node:crypto';
import { appendFileSync, createWriteStream, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { argv, stderr, stdout } from 'node:process';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { failuresIn, type Result, type Results, resultsOf, type TestEvent, together } from './results.ts';
import { Proofs } from './specification/proofs.ts';

const tiers = ['default', 'ci', 'release', 'long'] as const;
type Tier = (typeof tiers)[number];

/** Suites whose packages are installed separately: they run if these are installed. */
const separate = ['test/release/clients', 'test/release/federation'];

const root = join(import.meta.dirname, '..');

const isIn = (file: string, ...folders: readonly string[]): boolean =>
  folders.some((folder) => file.startsWith(`test/${folder}/`));

/** What starts processes and servers of its own. */
const isIsolated = (file: string): boolean => isIn(file, 'system', 'release', 'long');

/** Whether a file of `npm test` or CI runs over several upstreams. */
const isOverUpstreams = (file: string): boolean =>
  !isIn(file, 'release', 'long') && readFileSync(join(root, file), 'utf8').includes('upstreams.ts');

/** Whether a file of `npm test` does more on a real PostgreSQL or Redis. */
const isOverServers = (file: string): boolean =>
  isIn(file, 'service', 'store') ||
  (!isIsolated(file) && /KITH_TEST_(POSTGRES|REDIS)_URL/.test(readFileSync(join(root, file), 'utf8')));

/** Whether a file of `npm test` does more on a real OpenSearch. */
const isOverOpenSearch = (file: string): boolean =>
  !isIsolated(file) && /noOpenSearch|searchEngines|searchingServices/.test(readFileSync(join(root, file), 'utf8'));

/** Whether a file has a property test, whose number of cases depends on the tier. */
const hasProperty = (file: string): boolean =>
  isIsolated(file) === isIn(file, 'system') && readFileSync(join(root, file), 'utf8').includes('tier.ts');

const belongs: Readonly<Record<Tier, (file: string) => boolean>> = {
  default: (file) => !isIsolated(file),
  ci: (file) => isIn(file, 'system') || isOverUpstreams(file) || isOverServers(file),
  release: (file) => isIn(file, 'release') || isOverUpstreams(file) || isOverOpenSearch(file) || hasProperty(file),
  long: () => true,
};

function filesOf(tier: Tier): readonly string[] {
  return globSync('test/**/*.test.ts', { cwd: root, exclude: (path) => basename(path) === 'node_modules' })
    .sort()
    .filter(belongs[tier])
    .filter((file) => !separate.includes(dirname(file)) || existsSync(join(root, dirname(file), 'node_modules')));
}

const others: Readonly<Record<Tier, string>> = {
  default: 'npm run test:ci adds upstreams that decide otherwise, processes, a browser and packages.',
  ci: 'npm run test:release adds images, gateways, clients, OpenSearch, every suite over every upstream.',
  release: 'npm run test:long adds kills and twenty times as many cases.',
  long: '',
};

/** Whether a file of the drawn quarter, whose suites over several upstreams run over all of them. */
const isDrawn = (file: string, draw: string): boolean =>
  (createHash('sha256').update(draw).update(basename(file)).digest()[0] ?? 0) % 4 === 0;

/** The upstreams of a file's suites over several. What starts its own processes has not run over ours yet. */
function upstreamsOf(file: string, tier: Tier, draw: string): string {
  if (tier === 'default' || !readFileSync(join(root, file), 'utf8').includes('upstreams.ts')) return 'ours';
  const further = tier !== 'ci' || isDrawn(file, draw) ? 'contrary,specified,documented,renamed' : 'contrary';
  return tier === 'long' || isIsolated(file) || isOverServers(file) ? `ours,${further}` : further;
}

/** Files that share a process. */
interface Batch {
  readonly files: readonly string[];
  readonly upstreams: string;
}

/** What takes CI the longest, as the line “Slowest” says: begun before all others, so that no run ends with one processor idle. */
const longest: readonly string[] = [
  'test/system/explorer/looks.test.ts',
  'test/system/docs/pages.test.ts',
  'test/system/app/streams.test.ts',
  'test/system/app/import-command.test.ts',
  'test/system/mcp/stranger.test.ts',
  'test/system/explorer/phrases.test.ts',
];

/** What fills its process, or runs for long, has a process of its own. */
const isAlone = (file: string): boolean =>
  isIn(file, 'release', 'long') || file === 'test/system/graph/memory.test.ts' || longest.includes(file);

/**
 * How many files share a process, and with it what it has loaded and compiled: few of those that start others, so that these
 * run side by side to the end.
 */
function mostOf(file: string, tier: Tier): number {
  if (isAlone(file)) return 1;
  if (isIsolated(file)) return 4;
  return tier === 'default' ? 30 : 20;
}

/**
 * Files in batches of the same kind: the longest first, then what starts processes and the others by turns, since these compute
 * while those wait.
 */
function batchesOf(files: readonly string[], tier: Tier, draw: string): readonly Batch[] {
  const alike = Object.groupBy(files, (file) =>
    [isIsolated(file), mostOf(file, tier), upstreamsOf(file, tier, draw)].join(),
  );
  const batches = Object.values(alike).flatMap((of = []) => {
    const [first = ''] = of;
    const most = mostOf(first, tier);
    return Array.from({ length: Math.ceil(of.length / most) }, (_, at) => ({
      files: of.slice(at * most, (at + 1) * most),
      upstreams: upstreamsOf(first, tier, draw),
    }));
  });
  const rankOf = ({ files: [file = ''] }: Batch): number => longest.indexOf(file);
  const first = batches.filter((batch) => rankOf(batch) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b));
  const [isolated, shared] = [true, false].map((is) =>
    batches.filter((batch) => !first.includes(batch) && isIsolated(batch.files[0] ?? '') === is),
  );
  return [
    ...first,
    ...Array.from({ length: batches.length }, (_, at) => [isolated?.[at], shared?.[at]])
      .flat()
      .filter((batch) => batch !== undefined),
  ];
}

/** No process of these tiers takes as long, in milliseconds. */
const longestMs: Readonly<Partial<Record<Tier, number>>> = { default: 1_200_000, ci: 1_200_000 };

/** How long a test may take that says nothing itself, in milliseconds: what takes longer hangs. */
const testMs: Readonly<Record<Tier, number>> = { default: 240_000, ci: 240_000, release: 900_000, long: 900_000 };

/** Runs a batch in a process, which the signal ends at last. */
const start = ({ files, upstreams }: Batch, tier: Tier) =>
  run({
    files: [join(import.meta.dirname, 'batch.ts')],
    argv: files.map((file) => join(root, file)),
    env: { ...process.env, KITH_TEST_UPSTREAMS: upstreams },
    timeout: testMs[tier],
    signal: longestMs[tier] === undefined ? undefined : AbortSignal.timeout(longestMs[tier]),
  });

/** Whether V8 itself ended the process of a batch: Node 24.21 aborts now and then as it frees the code of WebAssembly. */
const wasAborted = (events: readonly TestEvent[]): boolean =>
  events.some((event) => {
    if (event.type !== 'test:fail' || !event.data.name.endsWith('batch.ts')) return false;
    const { error } = event.data.details;
    return 'signal' in error && (error.signal === 'SIGTRAP' || error.signal === 'SIGILL' || error.signal === 'SIGABRT');
  });

/** Whether the last test of a process, which is none of its files', has passed. */
const isEnd = (event: TestEvent): boolean =>
  event.type === 'test:pass' && event.data.file === join(import.meta.dirname, 'batch.ts');

/**
 * What runs once more: the files that failed, each alone, or all of them if it is not one of these that failed. What hung is not
 * waited for again, nor what failed with it because its process did not end.
 */
function failedOf(batch: Batch, results: Results): readonly Batch[] {
  const failures = failuresIn(results);
  const hung = new Set(failures.filter(({ hasHung }) => hasHung).map(({ file }) => file));
  const files = [...new Set(failures.map(({ file }) => file))].filter((file) => !hung.has(file));
  return hung.size > 0 || files.every((file) => batch.files.includes(file))
    ? files.filter((file) => batch.files.includes(file)).map((file) => ({ ...batch, files: [file] }))
    : [batch];
}

/**
 * How many batches run at a time: two more than there are processors, since tests wait; in CI three, where they wait for processes
 * of their own, too, and left a fifth of two processors idle.
 */
const atATime = (tier: Tier): number => Math.min(6, availableParallelism() + (tier === 'ci' ? 3 : 2));

/** Runs batches, some at a time. The events of each come together, once it has ended. */
async function* runBatches(
  batches: readonly Batch[],
  tier: Tier,
): AsyncGenerator<readonly [Batch, readonly TestEvent[]]> {
  const waiting = [...batches];
  const repeated = new Set<Batch>();
  const running = new Map<Batch, Promise<readonly [Batch, readonly TestEvent[]]>>();
  const more = () => {
    const batch = waiting.shift();
    if (batch === undefined) return;
    running.set(
      batch,
      start(batch, tier)
        .toArray()
        .then((events) => [batch, events.filter((event) => !isEnd(event))] as const),
    );
  };
  for (let at = 0; at < atATime(tier); at += 1) more();
  while (running.size > 0) {
    const [ended, events] = await Promise.race(running.values());
    running.delete(ended);
    if (!repeated.has(ended) && wasAborted(events)) {
      stderr.write('V8 aborted a process of tests; its files run once more.\n');
      repeated.add(ended);
      waiting.unshift(ended);
      more();
      continue;
    }
    more();
    yield [ended, events];
  }
}

async function runTier(tier: Tier, folders: readonly string[]): Promise<boolean> {
  process.env.KITH_TEST_DRAW ??= String(randomInt(1_000_000));
  const draw = process.env.KITH_TEST_DRAW;
  process.env.KITH_TEST_TIER = tier;
  // Processes load many modules: what Node compiles of them is kept for the next one.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/kith-test-compiled');

  const files = filesOf(tier).filter(
    (file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)),
  );
  const began = performance.now();
  const reported = new PassThrough({ objectMode: true });
  const output = reported.compose(spec);
  output.pipe(stdout, { end: false });
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const log = createWriteStream(join(root, `node_modules/.cache/kith-test-${tier}.log`));
  output.pipe(log, { end: false });
  const say = (line: string) => {
    stdout.write(`${line}\n`);
    log.write(`${line}\n`);
  };
  const milliseconds = new Map<string, number>();
  const report = (events: readonly TestEvent[]) => {
    for (const event of events) {
      // Each batch's own summary is none of the whole.
      if (!(event.type === 'test:diagnostic' && event.data.nesting === 0)) reported.write(event);
      if ((event.type === 'test:pass' || event.type === 'test:fail') && event.data.nesting === 0) {
        const file = relative(root, event.data.file ?? '');
        milliseconds.set(file, (milliseconds.get(file) ?? 0) + event.data.details.duration_ms);
      }
    }
  };
  const ended: Results[] = [];
  const failed: (readonly [Batch, Results])[] = [];
  for await (const [batch, events] of runBatches(batchesOf(files, tier, draw), tier)) {
    report(events);
    const results = resultsOf(events, batch.files);
    if (failuresIn(results).length === 0) ended.push(results);
    else failed.push([batch, results]);
  }
  // Alone, after all the others: what passes now has failed by chance.
  for (const [batch, results] of failed) {
    let both = results;
    for (const again of failedOf(batch, results)) {
      say(`Once more: ${again.files.join(', ')}`);
      for await (const [, events] of runBatches([again], tier)) {
        report(events);
        both = together(
          both,
          resultsOf(events, again.files),
          ({ file }) => again === batch || again.files.includes(file),
        );
      }
    }
    ended.push(both);
  }
  reported.end();
  // All that was reported is written, so that the summary comes last.
  await finished(output, { writable: false });

  const proofs = new Proofs();
  const all = ended.flatMap((results) => [...results.values()]);
  for (const { title, file, verdict } of all)
    if (verdict === 'skipped') proofs.skipped(file);
    else if (verdict === 'failed') proofs.failed(title);
    else proofs.passed(title);
  const { passed: proven, missing } = proofs.in(files);
  const slowest = [...milliseconds].sort(([, one], [, other]) => other - one).slice(0, 5);
  const seconds = Math.round((performance.now() - began) / 1000);
  const of = (verdict: Result['verdict']) => all.filter((result) => result.verdict === verdict);
  const [passed, failures, unsteady, skipped] = [of('passed'), of('failed'), of('unsteady'), of('skipped')];
  say(`${proven} tests passed that prove sentences of the specification.`);
  say(`Slowest: ${slowest.map(([file, ms]) => `${file} ${Math.round(ms / 100) / 10} s`).join(', ')}.`);
  if (tier === 'ci') say(`Suites over several upstreams, and phrases, drawn with KITH_TEST_DRAW=${draw}.`);
  for (const id of missing)
    say(`No test passed whose title ends in [${id}]: a sentence of the specification is not proven.`);
  for (const { path, reason } of unsteady)
    say(`UNSTEADY: ${path} failed first, and passed alone (a defect to mend):\n${reason}`);
  for (const { path, reason } of failures) say(`FAILED: ${path}\n${reason}`);
  const unsteadily = unsteady.length > 0 ? ` ${unsteady.length} unsteady,` : '';
  say(
    `${passed.length} passed, ${failures.length} failed,${unsteadily} ${skipped.length} skipped in ${seconds} s. ${others[tier]}`,
  );
  log.end();
  if (process.env.KITH_TEST_COUNTS)
    appendFileSync(process.env.KITH_TEST_COUNTS, `${passed.length + unsteady.length} ${failures.length}\n`);
  return failures.length === 0 && missing.length === 0;
}

const [, , name, ...folders] = argv;
const tier = tiers.find((one) => one === name);
if (tier === undefined) throw new Error(`The tier must be ${tiers.join(', ')}, but got ${name}.`);
if (!(await runTier(tier, folders))) process.exitCode = 1;
