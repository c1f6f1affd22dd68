import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Everything that has come, in order. */
  readonly received: readonly Received[];
  /** Resolves with the request of that number, 1 for the first. */
  nth(number: number): Promise<Received>;
}

/** A real receiver of callbacks on loopback. Without `answer` it says 204. */
export async function openReceiver(
  answer: RequestListener = (_, response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    received.push({ method: request.method, headers: request.headers, body });
    server.emit('received');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The server listens on TCP.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    nth: async (number) => {
      for (;;) {
        const request = received[number - 1];
        if (request) return request;
        await once(server, 'received');
      }
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
