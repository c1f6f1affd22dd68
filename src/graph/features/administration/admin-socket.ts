import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Logger } from 'pino';

/** The longest socket path that all systems accept: 104 bytes with the terminating zero. */
const maxPathBytes = 103;

/** A Unix socket in the data directory, for commands of the same user; they need not know the graph's port. */
export interface AdminSocket {
  close(): Promise<void>;
}

/**
 * Listens on a Unix socket with mode 0600, and replaces one that a dead process left behind. If that fails, logs the reason:
 * commands then use TCP.
 *
 * @param take called with each connection
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

/** Whether a Unix socket can have this path. Not on Windows, where named pipes are not files. */
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

/** Whether a process listens on the socket at this path. */
export const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  }).then((is) => Boolean(is));

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
