import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that a test can cut and mend. */
export interface Severable extends AsyncDisposable {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** Ends every connection, and refuses others until it is mended. */
  cut(): void;
  mend(): void;
}

export async function openSeverable(target: string): Promise<Severable> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let severed = false;
  const server = createServer((near) => {
    if (severed) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The line listens on no port.');
  const cut = () => {
    severed = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    mend: () => {
      severed = false;
    },
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
