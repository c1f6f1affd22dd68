#!/usr/bin/env node
/** The entry point: the `kith` command. The only file that touches the process, and the only one that acts on import. */
import { fork } from 'node:child_process';
import process from 'node:process';
import { isatty } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import { ask, askSecret, browse } from './main/person.ts';
import { type Terminal, withoutControls } from './main/terminal.ts';

// Without it, GraphQL.js looks at each value's class by name, to find a second copy of itself.
process.env.NODE_ENV ??= 'production';
/**
 * Has V8 collect the old generation once garbage is as much as what is live: it would let it grow to several times that, and
 * keep the memory. Not while the graph starts, of which it would collect the garbage once more, for a twentieth of its CPU.
 */
const boundGarbage = (): void => setFlagsFromString('--heap-growing-percent=100');
/**
 * Has V8 bound what lies outside its heap apart from what lies in it. A fetch of 1,000 records brings 6 MB of bytes, which
 * are garbage soon: counted as growth of the heap, they have it collected half again as often, for a tenth of the CPU. Not
 * where the embedded store lies, whose memory is of that kind and stays.
 */
const weighAnswersApart = (): void => setFlagsFromString('--external-memory-accounted-in-global-limit');
if (process.send !== undefined) boundGarbage();
const { run } = await import('./main/run.ts');

const stop = new AbortController();

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    // A terminal sends its interrupt to child processes too; those end with their parent.
    if (signal === 'SIGINT' && process.send !== undefined) return;
    if (stop.signal.aborted) process.exit(code);
    stop.abort(signal);
  });
}

/** A terminal that closes sends the signal that asks others to read their configuration again. */
const { fd } = process.stderr;
const lostTerminal = (): boolean => interactive && !isatty(fd);
const interactive = isatty(fd);
// npm hands a signal to its shell, which hands it to nobody, and a launcher that is killed can't: that the parent is gone is
// all that is left of it. The launcher names itself, since it may be gone by now.
const { npm_lifecycle_event: script, KITH_LAUNCHER: launcher } = process.env;
delete process.env.KITH_LAUNCHER;
if (script !== undefined || launcher !== undefined) {
  const started = Number(launcher ?? process.ppid);
  setInterval(() => process.ppid !== started && stop.abort(), 250).unref();
}

const tellParent: Terminal['tellParent'] =
  process.send &&
  ((message) => new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()) ?? resolve()));
// However the parent ended, its child ends with it.
process.on('disconnect', () => stop.abort());

// A reader that has seen enough closes its end of the pipe, as `head` does: what is written after that is dropped.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Resolves when everything written so far has left the process, or its reader has. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write('', () => resolve()));

/** Bounds the peak of a first start: glibc keeps what the compilation of WebAssembly has freed (some 100 MB) otherwise. */
const thriftyMalloc = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The launcher, also for processes of its own: it enables the compile cache before it loads this file. */
const [, program = import.meta.filename] = process.argv;

const code = await run(process.argv.slice(2), {
  env: process.env,
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
  launch: (args, env) =>
    fork(program, [...args], {
      env: { ...thriftyMalloc, ...env },
      execArgv: [...process.execArgv, '--max-semi-space-size=8'],
    }),
  tellParent,
});
// Writes to a pipe are asynchronous, and an exit discards those that its reader has not taken yet.
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
process.exit(code);
