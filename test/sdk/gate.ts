import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request: it is passed on, its answer is lost, or it is answered here with this status. */
export type Fate = 'pass' | 'lose' | { readonly status: number };

export interface Gate extends AsyncDisposable {
  readonly url: string;
  /** The fates of the next requests, in order; later ones are passed on. */
  readonly fates: Fate[];
  /** The headers of the requests so far. */
  readonly seen: IncomingMessage['headers'][];
  /** Breaks off the answers that are being sent. */
  cut(): void;
}

/** An HTTP proxy before a graph, whose test decides what becomes of each request. */
export async function openGate(target: string): Promise<Gate> {
  const fates: Fate[] = [];
  const seen: IncomingMessage['headers'][] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((incoming, outgoing) => {
    const fate = fates.shift() ?? 'pass';
    seen.push(incoming.headers);
    if (typeof fate === 'object') {
      incoming.resume();
      outgoing.writeHead(fate.status, { 'content-type': 'application/json', 'retry-after': '0' });
      outgoing.end('{"errors":[{"message":"Too many operations run at once."}]}');
      return;
    }
    open.add(outgoing);
    const { method, headers } = incoming;
    const forwarded = send(`${target}${incoming.url}`, { method, headers }, (answer) => {
      if (fate === 'lose') return void answer.resume().on('end', () => outgoing.destroy());
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      open.delete(outgoing);
      forwarded.destroy();
    });
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fates,
    seen,
    cut: () => {
      for (const outgoing of open) outgoing.destroy();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
