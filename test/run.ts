/**
 * Runs a tier of the tests, or what of it is below some folders: `node test/run.ts default|all|long [folder…]`.
 *
 * - `default`, `npm test`: all but `test/system` and `test/long`. Needs nothing but `npm ci`.
 * - `all`: `test/system` too, with property tests of ten times as many cases; what needs a program or a server that is not
 *   there is skipped. A drawn quarter of the suites over several upstreams runs over all of them (KITH_TEST_DRAW).
 * - `long`: everything, every such suite over every upstream, ten times as many cases again.
 *
 * Appends how many passed and failed to the file that KITH_TEST_COUNTS names. Ends with 1 where a test fails, or where a test that proves a sentence of the specification did not pass.
 */
import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { argv, stderr, stdout } from 'node:process';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { Proofs } from './specification/proofs.ts';

const tiers = ['default', 'all', 'long'] as const;
type Tier = (typeof tiers)[number];

/** Suites whose packages are installed apart: they run where those are there. */
const apart = ['test/system/clients', 'test/system/federation'];

/** Suites with commands of their own, since they need a container's tools or Helm. */
const alone = ['test/system/deploy/chart.test.ts', 'test/system/deploy/image.test.ts'];

const root = join(import.meta.dirname, '..');

function filesOf(tier: Tier): readonly string[] {
  const files = globSync('test/**/*.test.ts', {
    cwd: root,
    exclude: (path) => basename(path) === 'node_modules',
  }).sort();
  if (tier === 'default') return files.filter((file) => !/^test\/(system|long)\//.test(file));
  return files.filter(
    (file) =>
      (!apart.includes(dirname(file)) || existsSync(join(root, dirname(file), 'node_modules'))) &&
      (tier === 'long' || !file.startsWith('test/long/')),
  );
}

const others: Readonly<Record<Tier, string>> = {
  default:
    'npm run test:all adds upstreams that decide otherwise, processes, a browser, docs, packages and upgrades; npm run test:long, hours of cases.',
  all: 'npm run test:long adds kills, every suite over every upstream, and ten times as many cases.',
  long: 'npm run test:image and npm run test:chart build and run what is deployed.',
};

async function runTier(tier: Tier, folders: readonly string[]): Promise<boolean> {
  process.env.KITH_TEST_TIER = tier;
  process.env.KITH_TEST_DRAW ??= String(randomInt(1_000_000));
  // Each file is a process that loads many modules: what Node compiles of them is kept for the next one.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/kith-test-compiled');

  const files = filesOf(tier).filter((file) =>
    folders.length === 0 ? !alone.includes(file) : folders.some((folder) => file.startsWith(folder)),
  );
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const proofs = new Proofs();
  const slowest: { readonly file: string; readonly seconds: number }[] = [];
  const began = performance.now();
  const events = run({
    files: files.map((file) => join(root, file)),
    concurrency: Math.min(4, Math.max(2, availableParallelism())),
    // A file that hangs fails, rather than the run.
    timeout: 600_000,
  });
  events.on('test:pass', ({ name, file, skip, details }) => {
    if (skip !== undefined && skip !== false && file !== undefined) proofs.skipped(relative(root, file));
    if (details.type === 'suite') return;
    if (skip !== undefined && skip !== false) counts.skipped += 1;
    else {
      counts.passed += 1;
      proofs.passed(name);
    }
  });
  events.on('test:fail', ({ name, todo, details }) => {
    if (todo !== undefined && todo !== false) return;
    proofs.failed(name);
    // A suite fails with what failed in it, too, which is counted by itself.
    if (details.type !== 'suite' || !isOfSubtests(details.error)) counts.failed += 1;
  });
  events.on('test:summary', ({ file, duration_ms: ms }) => {
    if (file !== undefined) slowest.push({ file: relative(root, file), seconds: Math.round(ms / 100) / 10 });
  });
  const reported = events.compose(spec);
  reported.pipe(stdout, { end: false });
  await new Promise((resolve) => reported.once('end', resolve));

  const { passed: proven, missing } = proofs.in(files);
  stdout.write(`${proven} tests passed that prove sentences of the specification.\n`);
  for (const id of missing)
    stderr.write(`No test passed whose title ends in [${id}]: a sentence of the specification is not proven.\n`);
  slowest.sort((one, other) => other.seconds - one.seconds).splice(5);
  stdout.write(`Slowest: ${slowest.map(({ file, seconds }) => `${file} ${seconds} s`).join(', ')}.\n`);
  const seconds = Math.round((performance.now() - began) / 1000);
  if (tier === 'all')
    stdout.write(`Suites over several upstreams drawn with KITH_TEST_DRAW=${process.env.KITH_TEST_DRAW}.\n`);
  stdout.write(
    `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s. ${others[tier]}\n`,
  );
  if (process.env.KITH_TEST_COUNTS) appendFileSync(process.env.KITH_TEST_COUNTS, `${counts.passed} ${counts.failed}\n`);
  return counts.failed === 0 && missing.length === 0;
}

/** Whether a suite failed by its tests alone, not by a hook. */
const isOfSubtests = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed';

const [, , name, ...folders] = argv;
const tier = tiers.find((one) => one === name);
if (tier === undefined) throw new Error(`The tier must be ${tiers.join(', ')}, but got ${name}.`);
if (!(await runTier(tier, folders))) process.exitCode = 1;
