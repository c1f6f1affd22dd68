import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Logger } from 'pino';

/** The longest path that all systems take: 104 bytes, with the zero at its end. */
const maxPathBytes = 103;

/** A socket in a data directory, by which commands of the same user reach its graph, whatever port that has. */
export interface AdminSocket {
  close(): Promise<void>;
}

/**
 * Listens at a path in the data directory, which is its owner's alone. Where that can't be, commands find the graph at its
 * address instead, which the log says; a socket that a process has left behind is replaced.
 *
 * @param take is handed each connection
 */
export async function openAdminSocket(path: string, take: (socket: Socket) => void, log: Logger): Promise<AdminSocket> {
  const server = createServer(take);
  const listening = isPossible(path) ? await listen(server, path).catch(reasonOf) : 'its path is too long';
  if (listening !== undefined)
    log.info({ path, reason: listening }, 'Commands reach the graph only over TCP, because it has no Unix socket.');
  return {
    close: async () => {
      if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Whether a socket can be at a path; named pipes of Windows are no files. */
export const isPossible = (path: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(path) <= maxPathBytes;

async function listen(server: Server, path: string): Promise<undefined> {
  await listenAt(server, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || (await answers(path))) throw error;
    await rm(path, { force: true });
    await listenAt(server, path);
  });
  await chmod(path, 0o600);
}

const listenAt = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Whether a process listens at a socket. */
export const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  }).then((is) => Boolean(is));

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
