import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Alternating extends AsyncDisposable {
  readonly url: string;
  /** How many requests each origin has had. */
  readonly counts: readonly number[];
}

/** A balancer of the plainest kind: each request goes to the next of some origins. */
export async function openAlternating(origins: readonly string[]): Promise<Alternating> {
  const counts = origins.map(() => 0);
  let turn = 0;
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const at = turn % origins.length;
    turn += 1;
    counts[at] = (counts[at] ?? 0) + 1;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const answer = await fetch(new URL(incoming.url ?? '/', origins[at]), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': String(incoming.headers['x-api-key']) },
      body: Buffer.concat(chunks),
    });
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    outgoing.end(await answer.text());
  };
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The balancer listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
