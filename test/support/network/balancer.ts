import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';

export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** Resolves when a server is ready, or no longer, as far as the balancer has seen. */
  sees(url: string, ready: boolean): Promise<void>;
}

const lookMs = 50;

/**
 * A load balancer of connections, in turn over those servers whose `/readyz` answered with 200 when it last looked. What is
 * connected stays connected, as behind a balancer of layer 4.
 */
export async function openBalancer(urls: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>();
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  let turn = 0;

  const look = async (url: string): Promise<void> => {
    while (!closing.signal.aborted) {
      const status = await request(`${url}/readyz`).then(
        async ({ statusCode, body }) => {
          await body.dump();
          return statusCode;
        },
        () => 0,
      );
      if (status === 200) ready.add(url);
      else ready.delete(url);
      await wait(lookMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const looking = Promise.all(urls.map(look));

  const server = createServer((client) => {
    const open = urls.filter((url) => ready.has(url));
    turn += 1;
    const target = open[turn % Math.max(1, open.length)];
    if (target === undefined) return client.destroy();
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroySoon();
      });
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The balancer listens on no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    async sees(url, wanted) {
      while (ready.has(url) !== wanted) await wait(lookMs);
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await looking;
    },
  };
}
