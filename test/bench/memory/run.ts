/**
 * Measures the resident memory of `kith serve` at rest on the sample: `npm run bench -- memory`. First on a new data directory,
 * right after the sample was loaded and with nothing compiled before, then after a second start.
 * The exit code says whether both are below the goal. Linux only.
 */
import { readFile } from 'node:fs/promises';
import { exit, stdout } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Kith, temporaryDirectory } from '../../support/kith.ts';

const goalMb = 400;
/** At rest: nothing has changed by more than this for so long. */
const restMb = 1;
const restSeconds = 10;
const maxSeconds = 120;

interface Resident {
  readonly rssMb: number;
  /** What it maps of files (Node itself). */
  readonly fileMb: number;
  readonly peakMb: number;
}

const megabytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024;

const residentOf = async (pid: number): Promise<Resident> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return {
    rssMb: megabytes(status, 'VmRSS'),
    fileMb: megabytes(status, 'RssFile'),
    peakMb: megabytes(status, 'VmHWM'),
  };
};

const atRest = async (pid: number): Promise<Resident> => {
  let last = await residentOf(pid);
  for (let still = 0, second = 0; still < restSeconds && second < maxSeconds; second += 1) {
    await pause(1000);
    const now = await residentOf(pid);
    const moved = Math.abs(now.rssMb - last.rssMb) > restMb;
    still = moved ? 0 : still + 1;
    if (moved) last = now;
  }
  return last;
};

const format = (number: number): string => `${Math.round(number)} MB`;

/** Starts on a data directory, and answers the megabytes at rest. */
const measure = async (what: string, dataDir: string, cacheDir: string): Promise<number> => {
  const began = performance.now();
  await using app = new Kith(['serve'], { KITH_DATA_DIR: dataDir, NODE_COMPILE_CACHE: cacheDir });
  await app.says(/^The graph answers on/);
  const seconds = (performance.now() - began) / 1000;
  const { rssMb, fileMb, peakMb } = await atRest(app.process.pid ?? 0);
  await app.stop();
  stdout.write(
    `${what} (ready after ${seconds.toFixed(1)} s): ${format(rssMb)} (goal: below ${goalMb} MB), of which ${format(fileMb)} are files; peak ${format(peakMb)}\n`,
  );
  return rssMb;
};

await using data = await temporaryDirectory();
await using cache = await temporaryDirectory();
const first = await measure('First start, with the sample', data.path, cache.path);
const second = await measure('Second start', data.path, cache.path);
exit(Math.max(first, second) < goalMb ? 0 : 1);
