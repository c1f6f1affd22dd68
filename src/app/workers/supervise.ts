import type { ChildProcess } from 'node:child_process';
import { createConnection, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { adminSocketOf, reloadableFrom } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/read-settings.ts';
import { type AdminSocket, openAdminSocket } from '../../graph/server/admin/admin-socket.ts';
import { merged, type Snapshot } from '../../telemetry/snapshot.ts';
import { Child } from '../child-process/child-process.ts';
import { SupervisedChild } from '../child-process/supervised-child.ts';
import { serveConfiguredMetrics } from '../telemetry.ts';

/**
 * Starts a worker's process on these variables, with a channel to it and the port that all of them share; workers count
 * from 1.
 */
export type LaunchWorker = (worker: number, env: Environment) => ChildProcess;

export interface Workers {
  /** Where all of them answer. */
  readonly url: string;
  /** Rejects when one of them ends again and again. */
  readonly lost: Promise<void>;
  /** As a running graph does. */
  reload(config: Config, env: Environment): Promise<void>;
  /** As a running graph does. */
  restart(): Promise<boolean>;
  /** Has all say that they are about to close. */
  retire(): void;
  /** Lets requests in flight end. */
  close(): Promise<void>;
}

/** One that ends more often than this within a minute will not get better. */
const mostEnds = 5;

/**
 * Runs the graph in several processes and starts another for each that crashes or hangs. Resolves when all are ready;
 * throws `CommandFailure` where one does not get that far.
 */
export const superviseWorkers = async (
  launch: LaunchWorker,
  { config, env, count }: { readonly config: Config; readonly env: Environment; readonly count: number },
  log: Logger,
): Promise<Workers> => {
  // One that is started later is started with the configuration that the others have reloaded.
  let current = env;
  const workers = Array.from({ length: count }, (_, at) => {
    const worker = at + 1;
    const name = `Worker ${worker} of the graph`;
    return new SupervisedChild(() => new Child(launch(worker, current), { name }), {
      name,
      log: log.child({ worker }),
      mostEnds,
    });
  });
  const stopMs = longestStopMs(config);
  const measured = async (): Promise<Snapshot> => merged(await Promise.all(workers.map((worker) => worker.measured())));
  let adminSocket: AdminSocket | undefined;
  let closeMetrics = async (): Promise<void> => undefined;
  const close = async (): Promise<void> => {
    await closeMetrics();
    await adminSocket?.close();
    await Promise.all(workers.map((worker) => worker.close(stopMs)));
  };
  const reload = async (to: Config, latest: Environment): Promise<void> => {
    await reloadableFrom(to);
    current = latest;
    for (const worker of workers) worker.reload(latest);
  };
  const restart = async (): Promise<boolean> => {
    for (const worker of workers) if (!(await worker.replace(config.traffic.drainMs, stopMs))) return false;
    return true;
  };
  const retire = (): void => {
    for (const worker of workers) worker.retire();
  };
  try {
    const ready = await Promise.all(workers.map((worker) => worker.ready));
    const url = ready[0]?.url ?? '';
    const path = await adminSocketOf(config, log);
    if (path !== undefined) adminSocket = await openAdminSocket(path, (socket) => handOver(socket, url), log);
    closeMetrics = await serveConfiguredMetrics(config, 'graph', log, measured);
    const lost = Promise.race(workers.map((worker) => worker.supervise()));
    // The caller is closing, so that the outcome does not matter.
    lost.catch(() => undefined);
    return { url, lost, reload, restart, retire, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** A worker answers, whichever is next: what is sent is sealed for those that know the secret. */
const handOver = (socket: Socket, url: string): void => {
  const { hostname, port } = new URL(url);
  const worker = createConnection({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
  // Either end may go at any time, and takes the other along.
  pipeline(socket, worker, socket).catch(() => undefined);
};

/** A worker ends by itself once it has drained, and its calls that may be charged are answered; beyond that it hangs. */
const longestStopMs = ({ traffic, upstream }: Config): number => traffic.drainMs + 3 * upstream.timeoutMs + 30_000;
