/**
 * Measures the resident memory of `kith serve`, the graph's and the embedded service's process, at rest on the sample:
 * `npm run bench:memory`. First on a new data directory, right after the sample was loaded and with nothing compiled
 * before, then after a second start.
 * The exit code says whether both are below the goal. Linux only.
 */
import { readdir, readFile } from 'node:fs/promises';
import { exit, stdout } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Kith, temporaryDirectory } from '../../support/kith.ts';

const goalMb = 500;
/** At rest: nothing has changed by more than this for so long. */
const restMb = 1;
const restSeconds = 10;
const mostSeconds = 120;

interface Resident {
  readonly name: string;
  readonly rssMb: number;
  /** What it maps of files (Node itself), which the other process shares. */
  readonly fileMb: number;
  readonly peakMb: number;
}

const megabytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024;

const residentOf = async (pid: number, name: string): Promise<Resident> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return {
    name,
    rssMb: megabytes(status, 'VmRSS'),
    fileMb: megabytes(status, 'RssFile'),
    peakMb: megabytes(status, 'VmHWM'),
  };
};

const childrenOf = async (pid: number): Promise<readonly number[]> => {
  const statuses = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const parents = await Promise.all(
    statuses.map(async (entry) => {
      const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '');
      return [Number(entry), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])] as const;
    }),
  );
  return parents.filter(([, parent]) => parent === pid).map(([child]) => child);
};

const sum = (all: readonly Resident[]): number => all.reduce((total, { rssMb }) => total + rssMb, 0);

/** Both processes, once they are at rest. */
const atRest = async (graph: number): Promise<readonly Resident[]> => {
  const [service, ...others] = await childrenOf(graph);
  if (service === undefined || others.length > 0)
    throw new Error(
      `kith serve must have one child process, but has ${others.length + (service === undefined ? 0 : 1)}.`,
    );
  const look = () => Promise.all([residentOf(graph, 'graph'), residentOf(service, 'service')]);
  let last = await look();
  for (let still = 0, second = 0; still < restSeconds && second < mostSeconds; second += 1) {
    await pause(1000);
    const now = await look();
    const moved = Math.abs(sum(now) - sum(last)) > restMb;
    still = moved ? 0 : still + 1;
    if (moved) last = now;
  }
  return last;
};

const format = (number: number): string => `${Math.round(number)} MB`;

/** Starts on a data directory, and answers the megabytes of both processes at rest. */
const measure = async (what: string, dataDir: string, cacheDir: string): Promise<number> => {
  const began = performance.now();
  await using app = new Kith(['serve'], { KITH_DATA_DIR: dataDir, NODE_COMPILE_CACHE: cacheDir });
  await app.says(/^The graph answers on/);
  const seconds = (performance.now() - began) / 1000;
  const all = await atRest(app.process.pid ?? 0);
  await app.stop();
  stdout.write(`${what} (ready after ${seconds.toFixed(1)} s): ${format(sum(all))} (goal: below ${goalMb} MB)\n`);
  for (const { name, rssMb, fileMb, peakMb } of all)
    stdout.write(`  ${name}: ${format(rssMb)}, of which ${format(fileMb)} are files; peak ${format(peakMb)}\n`);
  return sum(all);
};

await using data = await temporaryDirectory();
await using cache = await temporaryDirectory();
const first = await measure('First start, with the sample', data.path, cache.path);
const second = await measure('Second start', data.path, cache.path);
exit(Math.max(first, second) < goalMb ? 0 : 1);
