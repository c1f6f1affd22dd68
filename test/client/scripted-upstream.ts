import { EventEmitter, on, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the upstream was sent. */
export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the upstream behaves towards one request. */
export type Step = (response: ServerResponse, request: IncomingMessage, body?: string) => void;

export interface Upstream extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** How many connections were opened to it. */
  readonly connections: () => number;
  /** Resolves once it has seen `count` requests. */
  readonly sees: (count: number) => Promise<void>;
}

/** A real HTTP server that takes one step of the script for each request; the last step repeats. */
export async function openUpstream(...script: readonly Step[]): Promise<Upstream> {
  const seen: Seen[] = [];
  const events = new EventEmitter();
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const step = script[Math.min(seen.length, script.length - 1)];
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks).toString();
      seen.push({ method, url, headers, body });
      step?.(response, request, body);
      events.emit('request');
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    connections: () => connections,
    async sees(count) {
      if (seen.length >= count) return;
      for await (const _ of on(events, 'request')) if (seen.length >= count) return;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An address on which nobody listens. */
export async function closedAddress(): Promise<string> {
  await using upstream = await openUpstream();
  return upstream.url;
}

export const answers =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

/** Answers nothing, ever. */
export const isSilent: Step = () => {};

export const resets: Step = (_, request) => {
  request.socket.resetAndDestroy();
};

export const resetsMidBody =
  (status: number): Step =>
  (response, request) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"results":', () => request.socket.resetAndDestroy());
  };

/** Speaks something else than HTTP. */
export const babbles: Step = (_, request) => {
  request.socket.end('Good morning\r\n\r\n');
};

/** A step that holds every request until the gate opens, and then takes the given step. */
export function gate(step: Step): { readonly hold: Step; readonly open: () => void } {
  const held: (() => void)[] = [];
  return {
    hold: (response, request) => {
      held.push(() => step(response, request));
    },
    open: () => {
      for (const release of held.splice(0)) release();
    },
  };
}
