import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server under test: how it is started, and why it may be missing. */
export interface Contestant {
  readonly name: string;
  /** The program and its arguments; `$PORT` stands for a free port. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The file without which it can't run. */
  readonly needs?: string;
}

export interface RunningServer {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

const here = import.meta.dirname;
export const root = join(here, '../..');
const peer = (name: string, needs?: string): Contestant => ({
  name,
  command: [process.execPath, join(here, 'peers', `${name}.ts`)],
  ...(needs !== undefined && { needs: join(here, 'node_modules', needs) }),
});

/** Kith as it ships; only what it remembers across operations is switched off, because the comparison is the cold one. */
export const kith = (cacheSeconds: number): Contestant => ({
  name: 'kith',
  command: [process.execPath, join(root, 'src/main.ts'), 'graph'],
  env: { KITH_CACHE_SECONDS: String(cacheSeconds), KITH_PORT: '$PORT' },
});

/** Who is not here, and why. */
export const absentees = [
  {
    server: 'tailcall',
    reason:
      'the newest binary on npm (1.6.14) needs glibc 2.39; the newest that runs on an older one (1.0.0) is not wired up',
  },
  {
    server: 'hive',
    reason: 'Hive Gateway over OpenAPI is installed, but its batching of POST look-ups is not wired up',
  },
];

export const contestants: readonly Contestant[] = [
  kith(0),
  peer('floor', 'undici'),
  peer('yoga', 'graphql-yoga'),
  peer('apollo', '@apollo/server'),
  peer('mercurius', 'mercurius'),
  peer('grafast', 'grafserv'),
];

/** Starts a server on the core that is kept for the one under test. Rejects with its words when it ends instead. */
export async function startServer(contestant: Contestant, upstreamUrl: string): Promise<RunningServer> {
  const { name, command, env = {}, needs } = contestant;
  if (needs !== undefined && !existsSync(needs)) throw new Error(`not installed (${needs.replace(`${here}/`, '')})`);
  const port = String(await freePort());
  const put = (text: string) => text.replace('$PORT', port).replace('$UPSTREAM', upstreamUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'kith-bench-'));
  const child = spawn('taskset', ['-c', '1', ...command.map(put)], {
    cwd: dataDir,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      UPSTREAM_URL: upstreamUrl,
      KITH_UPSTREAM_URL: upstreamUrl,
      KITH_DATA_DIR: dataDir,
      ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, put(value)])),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await announced(child);
  return {
    name,
    url,
    pid: child.pid ?? 0,
    stop() {
      child.kill('SIGTERM');
      child.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
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
      const url = /(?:listening|graph answers on)\D*?(http:\/\/[\w.:]+)/i.exec(said)?.[1];
      if (url) resolve(`${url.replace('localhost', '127.0.0.1')}/graphql`);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it listened: ${said.slice(0, 500)}`)));
  });

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
