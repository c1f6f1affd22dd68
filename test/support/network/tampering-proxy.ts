import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';

/** A request on its way to an upstream. */
export interface Asked {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** What a gateway does to requests and answers; what is left out passes as it is. */
export interface Tampering {
  /** Answers in the upstream's place, or nothing. */
  readonly instead?: (asked: Asked) => Told | undefined;
  readonly request?: (asked: Asked) => Asked;
  readonly answer?: (told: Told, asked: Asked) => Told;
}

/** Changes the members of a JSON answer. */
export const altering =
  (change: (body: Record<string, unknown>, asked: Asked) => object) =>
  (told: Told, asked: Asked): Told => ({
    ...told,
    body: told.status === 200 ? JSON.stringify(change(JSON.parse(told.body.toString()), asked)) : told.body,
  });

export const says = (status: number, body: object | string): Told => ({
  status,
  headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** A gateway before an upstream that tampers with what passes. */
export async function openTamperingProxy(
  upstreamUrl: string,
  tampering: Tampering,
): Promise<AsyncDisposable & { readonly url: string }> {
  const agent = new Agent({ connections: 16 });
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = 72_000;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = incoming.headers;
    const came: Asked = { path: incoming.url ?? '', body: text === '' ? {} : JSON.parse(text), headers };
    const asked = tampering.request?.(came) ?? came;
    const told = tampering.instead?.(asked) ?? (await forward(incoming.method === 'POST', asked));
    const { status, headers: sent, body } = tampering.answer?.(told, asked) ?? told;
    outgoing.writeHead(status, sent).end(body);
  }

  async function forward(isPost: boolean, { path, body, headers }: Asked): Promise<Told> {
    const answer = await request(new URL(path, upstreamUrl), {
      method: isPost ? 'POST' : 'GET',
      headers,
      body: isPost ? JSON.stringify(body) : null,
      dispatcher: agent,
    });
    const {
      'content-length': _length,
      'transfer-encoding': _coding,
      connection: _connection,
      ...rest
    } = answer.headers;
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
      body: await answer.body.text(),
    };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The proxy listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await agent.close();
    },
  };
}
