import { once } from 'node:events';
import { extname } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { FromPglite, PgliteData, ToPglite } from './pglite-messages.ts';
import { type OrderlyPool, openPool } from './pool.ts';
import { PortSocket } from './port-socket.ts';

/** PGlite, running in a worker thread. It keeps the process alive only while it is called or a pool is connected. */
export interface Pglite {
  /** Opens a pool of one connection; further requests queue. One pool at a time. */
  openPool(): OrderlyPool;
  /** Resolves if the thread ends unexpectedly; queries fail from then on, including those in flight. */
  readonly lost: Promise<Error>;
  /** Dumps the database's files to `path` as a tar. The pool must not be in use. */
  dump(path: string): Promise<void>;
  /** Closes the database and its thread. The pool must have ended before. */
  stop(): Promise<void>;
}

/**
 * PostgreSQL limits recursion by its own estimate of the stack. The thread's stack must be larger, or a deeply nested
 * value (200,000 brackets of JSON) ends the query without an answer instead of an error.
 */
const stackSizeMb = 64;

/** Starts PGlite; rejects with its error. */
export async function startPglite(data: PgliteData): Promise<Pglite> {
  // The worker has this file's extension: TypeScript in a checkout, JavaScript in the package.
  const entry = new URL(`./pglite-worker${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(entry, {
    workerData: data,
    resourceLimits: { stackSizeMb },
  });
  const sockets = new Set<PortSocket>();
  const lost = Promise.withResolvers<Error>();
  let end: Error | undefined;
  let stopping = false;
  const ended = new Promise<Error>((resolve) => {
    worker.once('error', (error) => resolve(error instanceof Error ? error : new Error(String(error))));
    worker.on('message', (report: FromPglite) => {
      if (report.kind === 'lost') resolve(new Error(report.reason));
    });
    worker.once('exit', () => resolve(new Error('The thread of the embedded store stopped unexpectedly.')));
  });

  /** Waits for the answer to the last message. */
  const done = async () => {
    worker.ref();
    const answer = await Promise.race([ended, once(worker, 'message')]);
    worker.unref();
    if (answer instanceof Error) throw answer;
    const report: FromPglite = answer[0];
    if (report.kind !== 'done') throw new Error(report.reason);
  };
  const obey = (order: ToPglite) => {
    worker.postMessage(order);
    return done();
  };

  const connect = () => {
    const { port1, port2 } = new MessageChannel();
    const socket = new PortSocket(port1);
    const order: ToPglite = { kind: 'connect', port: port2 };
    worker.postMessage(order, [port2]);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (end !== undefined) socket.destroy(end);
    return socket;
  };

  await done();
  void ended.then((error) => {
    end = error;
    for (const socket of sockets) socket.destroy(error);
    if (!stopping) lost.resolve(error);
  });
  return {
    openPool: () =>
      openPool(
        { stream: connect, user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 },
        () => undefined,
      ),
    lost: lost.promise,
    dump: (path) => obey({ kind: 'dump', path }),
    stop: async () => {
      stopping = true;
      if (end === undefined) await obey({ kind: 'close' });
      await worker.terminate();
    },
  };
}
