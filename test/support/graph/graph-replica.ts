import { type ChildProcess, spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { openGraph } from '../../../src/graph/server.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { type FastTime, fastClock } from '../fast-clock.ts';

/** What a replica is told: a log and a clock can't be, and a database is opened there. */
export type ReplicaOptions = Omit<GraphOptions, 'log' | 'database' | 'clock' | 'keptDatabase'> & {
  readonly databasePath?: string;
  /** The file in which it keeps records. */
  readonly keptPath?: string;
  /** By how much its time is later, in milliseconds. */
  readonly laterMs?: number;
  /** Its time, where that runs faster. */
  readonly time?: FastTime;
};

export interface Replica extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  /** How many of its commits to purses were made again, since another replica's came first. */
  readonly collisions: () => number;
  /** As a machine that loses its power would. */
  kill(): Promise<void>;
}

/** A graph in a process of its own. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const [url] = await once(lines, 'line');
  let collisions = 0;
  lines.on('line', (count) => {
    collisions = Number(count);
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { url: String(url), process: child, collisions: () => collisions, kill, [Symbol.asyncDispose]: kill };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const {
    databasePath = ':memory:',
    keptPath,
    laterMs,
    time,
    ...options
  }: ReplicaOptions = JSON.parse(process.argv[2] ?? '{}');
  const database = new Database(databasePath);
  const graph = await openGraph({
    ...options,
    ...(time && { clock: fastClock(time) }),
    ...(laterMs !== undefined && {
      credits: { ...options.credits, cache: { ...options.credits?.cache, wallNow: () => Date.now() + laterMs } },
    }),
    ...(keptPath !== undefined && { keptDatabase: new Database(keptPath) }),
    database,
    log: pino({ level: 'error' }),
  });
  process.stdout.write(`${graph.url}\n`);
  let collisions = 0;
  subscribe('kith:state:collision', (partition) => {
    if (String(partition).startsWith('purses:')) collisions += 1;
  });
  setInterval(() => process.stdout.write(`${collisions}\n`), 200).unref();
}
