import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const main = join(import.meta.dirname, '../../src/kith.js');

/** What runs still: a test that hung ends none of its own. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const one of running) one.kill('SIGKILL');
});

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface KithOptions {
  readonly byNpm?: boolean;
  /** What is piped to it; by default nothing is. */
  readonly input?: string;
  /** The size that its files cannot exceed, in bytes, as if the disk were full. */
  readonly maxFileBytes?: number | undefined;
}

/** The `kith` command as a process of its own, as a person would start it. */
export class Kith implements AsyncDisposable {
  readonly process: ChildProcess;
  /** Where it keeps what it keeps; one that the test does not name goes with the process. Never the checkout's own. */
  readonly dataDir: string;
  /** Resolves when the process, and whatever shares its output, has ended. */
  readonly ended: Promise<Ended>;
  readonly #lines: string[] = [];
  readonly #remarks: string[] = [];
  #heard = Promise.withResolvers<void>();

  constructor(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    { byNpm = false, input, maxFileBytes }: KithOptions = {},
  ) {
    const { PATH = '', NODE_COMPILE_CACHE } = process.env;
    // npm's shell stays between npm and what a script runs.
    const [program, ...parameters] = byNpm
      ? ['sh', '-c', `"$0" "$@"; exit $?`, process.execPath, main, ...args]
      : maxFileBytes !== undefined
        ? // The signal for it would end the process: a full disk sends none.
          ['sh', '-c', `trap '' XFSZ; exec prlimit --fsize=${maxFileBytes} "$0" "$@"`, process.execPath, main, ...args]
        : [process.execPath, main, ...args];
    const isOwn = env.KITH_DATA_DIR === undefined;
    this.dataDir = env.KITH_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'kith-'));
    this.process = spawn(program ?? '', parameters, {
      env: {
        PATH,
        // What Node compiles stays with the run of tests.
        ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
        KITH_PORT: '0',
        KITH_SERVICE_PORT: '0',
        KITH_LOG_LEVEL: 'error',
        KITH_DATA_DIR: this.dataDir,
        ...(byNpm && { npm_lifecycle_event: 'start' }),
        ...env,
      },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    running.add(this.process);
    this.process.once('exit', () => running.delete(this.process));
    this.process.stdin?.end(input);
    this.ended = this.#watch().finally(() => isOwn && rm(this.dataDir, { recursive: true, force: true }));
  }

  /** What the first line of output that matches this holds in its first group. */
  async says(pattern: RegExp): Promise<string> {
    return this.#hears(this.#lines, pattern, 1);
  }

  /** The same of what it writes beside its output, such as its log: what the line holds that is the `nth` to match this. */
  async remarks(pattern: RegExp, nth = 1): Promise<string> {
    return this.#hears(this.#remarks, pattern, nth);
  }

  /** The output so far. */
  get out(): string {
    return this.#lines.join('\n');
  }

  /** By default as a person does at the terminal, who waits for no load balancer. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<Ended> {
    this.process.kill(signal);
    return await this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop('SIGKILL');
  }

  async #hears(lines: readonly string[], pattern: RegExp, nth: number): Promise<string> {
    for (;;) {
      const match = lines.map((line) => pattern.exec(line)).filter((found) => found !== null)[nth - 1];
      if (match) return match[1] ?? match[0];
      const ended = await Promise.race([this.ended, this.#heard.promise]);
      if (ended) throw new Error(`kith ended with ${ended.code} before it said ${pattern}: ${ended.err || ended.out}`);
    }
  }

  async #watch(): Promise<Ended> {
    const { stdout, stderr } = this.process;
    let err = '';
    stderr?.on('data', (chunk: Buffer) => {
      err += chunk;
    });
    for (const [input, lines] of [
      [stdout, this.#lines],
      [stderr, this.#remarks],
    ] as const) {
      if (!input) continue;
      createInterface({ input }).on('line', (line) => {
        lines.push(line);
        this.#heard.resolve();
        this.#heard = Promise.withResolvers<void>();
      });
    }
    const [code] = await once(this.process, 'close');
    return { code, out: this.out, err };
  }
}

/** Runs a command to its end. */
export const kith = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  options?: KithOptions,
): Promise<Ended> => new Kith(args, env, options).ended;

/** A directory that goes with the test. */
export const temporaryDirectory = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'kith-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
};
