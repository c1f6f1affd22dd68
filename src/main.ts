#!/usr/bin/env node
/** The entry point: the `kith` command. The only file that touches the process, and the only one that acts on import. */
import { resolve } from 'node:path';
import process from 'node:process';
import { isatty } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import { ask, askSecret, browse } from './main/person.ts';
import { withoutControls } from './main/terminal.ts';

// Otherwise GraphQL.js identifies classes by name, to detect a second copy of itself.
process.env.NODE_ENV ??= 'production';
/**
 * Makes V8 collect the old generation once garbage equals live data; by default it lets the heap grow to several times
 * that, and keeps the memory. Not set while the graph starts, which would need another collection, a twentieth of its
 * CPU.
 */
const boundGarbage = (): void => setFlagsFromString('--heap-growing-percent=100');
/**
 * Makes V8 limit memory outside its heap separately. A fetch of 1,000 records brings 6 MB of buffers that are soon
 * garbage; counted as growth of the heap, they cause half again as many collections, for a tenth of the CPU. Not set
 * with the embedded store, whose memory is external and permanent.
 */
const weighAnswersApart = (): void => setFlagsFromString('--external-memory-accounted-in-global-limit');
const { run } = await import('./main/run.ts');

const stop = new AbortController();

const { npm_lifecycle_event: script, KITH_LAUNCHER: launcher } = process.env;
delete process.env.KITH_LAUNCHER;

/** How long one SIGINT may come twice, from a terminal and from the launcher that forwards it, in milliseconds. */
const sameSignalMs = launcher === undefined ? 0 : 300;
let stoppedAt = 0;

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted && performance.now() - stoppedAt >= sameSignalMs) process.exit(code);
    if (!stop.signal.aborted) stoppedAt = performance.now();
    stop.abort(signal);
  });
}

/** A closing terminal sends SIGHUP, which otherwise means to reload the configuration. */
const { fd } = process.stderr;
const lostTerminal = (): boolean => interactive && !isatty(fd);
const interactive = isatty(fd);
// npm's shell does not forward signals, and a killed launcher cannot, so the process watches for its parent's end. The
// launcher passes its pid, since it may have ended already.
if (script !== undefined || launcher !== undefined) {
  const started = Number(launcher ?? process.ppid);
  setInterval(() => process.ppid !== started && stop.abort(), 250).unref();
}

// A reader such as `head` closes the pipe early; later output is dropped.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Resolves once all output is written, or its reader has closed the pipe. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write('', () => resolve()));

/** The launcher, which enables the compile cache before it loads this file. */
const [, program = import.meta.filename] = process.argv;

const code = await run(process.argv.slice(2), {
  env: process.env,
  program: [process.execPath, resolve(program)],
  directory: process.cwd(),
  interactive,
  streams: { input: process.stdin, output: process.stdout },
  stdout: (line) => process.stdout.write(`${withoutControls(line)}\n`),
  stderr: (line) => process.stderr.write(`${withoutControls(line)}\n`),
  started(program) {
    boundGarbage();
    if (program === 'graph') weighAnswersApart();
  },
  stop: stop.signal,
  askSecret: (question) => askSecret(question, process.stdin, process.stderr),
  ask: (question) => ask(question, process.stdin, process.stderr),
  browse: async (address) => process.stderr.isTTY === true && (await browse(address, process.platform)),
  onReload: (listener) => process.on('SIGHUP', () => (lostTerminal() ? stop.abort() : listener())),
});
// Writes to a pipe are asynchronous; exiting would discard pending ones.
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
process.exit(code);
