/**
 * The worker thread of PGlite, which blocks its thread during a query. It serves PostgreSQL's wire protocol, so that
 * pg's client produces the same values and errors as with PostgreSQL.
 */
import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { zstdDecompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { DurableFiles } from './durable-files.ts';
import type { FromPglite, PgliteData, ToPglite } from './pglite-messages.ts';
import { joined } from './port-socket.ts';
import { unpack } from './unpack.ts';

const { directory, template }: PgliteData = workerData;

/**
 * WebAssembly memory never shrinks, so buffers that PostgreSQL has touched stay resident. A quarter of its default
 * suffices, since the operating system caches the files as well.
 */
const sharedBuffers = '32MB';

const dumpIn = async (path: string): Promise<Blob> =>
  path.endsWith('.zst') ? new Blob([zstdDecompressSync(await readFile(path))]) : openAsBlob(path);

if (directory !== undefined && template !== undefined) await unpack(template, directory);
const files = directory === undefined ? undefined : new DurableFiles(directory);

/** PGlite's default start parameters turn syncing off. */
const withoutSync = '-F';

/**
 * How much of a function V8 executes, in bytes, before it optimises the function: that takes half a second of CPU for the largest of
 * PostgreSQL, and an ending process waits for it, a third of the CPU of a command that opens the store for a moment. With more, a
 * server has them optimised within a second all the same. V8 keeps it with the engine that it compiles, so that it holds only so long:
 * modules that were compiled under other flags are compiled anew.
 */
const setTieringBudget = (megabytes: number): void => setFlagsFromString(`--wasm-tiering-budget=${megabytes}000000`);
const usualBudget = 13;

setTieringBudget(400);
const pglite = await PGlite.create({
  // The default, fdatasync, does nothing in Emscripten.
  postgresqlconf: [`shared_buffers = ${sharedBuffers}`, 'wal_sync_method = fsync'],
  ...(files && { fs: files, startParams: PGlite.defaultStartParams.filter((parameter) => parameter !== withoutSync) }),
  ...(directory === undefined && template && { loadDataDir: await dumpIn(template) }),
}).finally(() => setTieringBudget(usualBudget));

const report = (message: FromPglite) => parentPort?.postMessage(message);

/** Emscripten's exit status also has a message, but is not an Error. */
const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

/**
 * Exit status of PostgreSQL's `longjmp` as PGlite builds it: the error of a statement, after which PGlite continues.
 */
const longjmp = 100;

const isOfStatement = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === longjmp;

/**
 * PGlite swallows errors of its main loop, such as a failed sync: it then answers as if the statement had succeeded, or
 * loops forever (electric-sql/pglite#1058). So the thread ends at once, and the next start recovers from the log.
 */
function endWithMainLoop(database: typeof pglite.Module): void {
  for (const name of ['_PostgresMainLoopOnce', '_PostgresMainLongJmp'] as const) {
    const step = database[name];
    database[name] = () => {
      try {
        step();
      } catch (error) {
        if (isOfStatement(error)) throw error;
        report({ kind: 'lost', reason: reasonOf(error) });
        process.exit(1);
      }
    };
  }
}

endWithMainLoop(pglite.Module);

/** First byte of a startup message, which has no type and so starts with the high byte of its length. */
const startup = 0;

/** Resets the session, which an earlier client may have left in a transaction. */
async function forgetEarlierClient(): Promise<void> {
  await pglite.exec('rollback');
  await pglite.exec('discard all');
}

function serve(port: MessagePort): void {
  port.on('message', async (bytes: Uint8Array) => {
    if (bytes[0] === startup) await forgetEarlierClient();
    const chunks: Uint8Array[] = [];
    // Copied, since PGlite reuses the memory.
    const onRawData = (chunk: Uint8Array) => chunks.push(chunk.slice());
    await pglite.runExclusive(() => pglite.execProtocolRawStream(bytes, { onRawData }));
    const answer = joined(chunks);
    port.postMessage(answer, [answer.buffer]);
  });
}

async function obey(order: ToPglite): Promise<void> {
  switch (order.kind) {
    case 'connect':
      return serve(order.port);
    case 'dump': {
      const dump = await pglite.dumpDataDir('none');
      return writeFile(order.path, dump.stream());
    }
    case 'close':
      await pglite.close();
      return files?.flush();
  }
}

parentPort?.on('message', async (order: ToPglite) => {
  try {
    await obey(order);
    if (order.kind !== 'connect') report({ kind: 'done' });
  } catch (error) {
    report({ kind: 'failed', reason: reasonOf(error) });
  }
});

report({ kind: 'done' });
