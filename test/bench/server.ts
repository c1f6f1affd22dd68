import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contestant } from './contestants.ts';
import { type Question, questions } from './probe.ts';

export interface RunningServer {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** From the start of its process to its word that it listens. */
  readonly startMs: number;
  /** Asks the probe in its process; rejects unless it was started with one. */
  probe(question: Question): Promise<number>;
  stop(): void;
}

const running = new Set<ChildProcess>();
/** Ends whatever still runs: what a run that fails has to do last. */
export const stopAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

const here = import.meta.dirname;
const probed = ['--expose-gc', '--import', join(here, 'probe.ts')];

/**
 * Starts a server on the core that is kept for the one under test (or on those that it asks for), in a directory of its own. Rejects with its words
 * when it ends instead.
 */
export async function startServer(
  { name, command, env = {}, cores = '1', needs, config, before }: Contestant,
  upstreamUrl: string,
  withProbe = false,
): Promise<RunningServer> {
  if (needs !== undefined && !existsSync(needs)) throw new Error(`not installed (${needs.replace(`${here}/`, '')})`);
  const port = String(await freePort());
  const put = (text: string) => text.replaceAll('$PORT', port).replaceAll('$UPSTREAM', upstreamUrl);
  const cwd = mkdtempSync(join(tmpdir(), 'kith-bench-'));
  const options = {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      UPSTREAM_URL: upstreamUrl,
      KITH_UPSTREAM_URL: upstreamUrl,
      // As towards an embedded service: fewer would hold the load back.
      KITH_UPSTREAM_CONNECTIONS: '128',
      KITH_DATA_DIR: cwd,
      ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, put(value)])),
    },
  };
  if (config !== undefined) writeFileSync(join(cwd, 'config.graphql'), put(readFileSync(config, 'utf8')));
  if (before) execFileSync(before[0], before.slice(1), { ...options, stdio: 'pipe' });
  const [program, ...args] = command.map(put);
  if (program === undefined) throw new TypeError(`${name} has no program.`);
  const started = performance.now();
  const child = spawn('taskset', ['-c', cores, program, ...(withProbe ? probed : []), ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe', ...(withProbe ? (['ipc'] as const) : [])],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const url = await announced(child);
  return {
    name,
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    probe: (question) => questions(child, question),
    stop() {
      child.kill('SIGTERM');
      child.once('exit', () => rmSync(cwd, { recursive: true, force: true }));
    },
  };
}

/** The address in what a server says when it listens. */
const announced = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      if (said.length > 10_000) return;
      said += chunk.toString();
      const address = /(?:listening|answers on|launched at)\D*?((?:localhost|127\.0\.0\.1):\d+)/i.exec(said)?.[1];
      if (address !== undefined) resolve(`http://${address.replace('localhost', '127.0.0.1')}/graphql`);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it listened: ${said.slice(0, 500)}`)));
  });

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const room = createServer().listen(0, '127.0.0.1', () => {
      const address = room.address();
      room.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
