import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** What became of the requests that could have been spoiled. */
export interface FaultCounts {
  /** All of them, each counted once however often it was forwarded. */
  asked: number;
  /** The request, or its answer, was lost on the way. */
  dropped: number;
  /** Answered with 503 in the target's stead. */
  errors: number;
  /** The answer arrived late: what was true when it was asked. */
  delayed: number;
  /** Forwarded twice. */
  duplicated: number;
  /** The target was gone. */
  unreachable: number;
}

interface Options {
  /** Where a request goes, asked for each anew. */
  readonly target: () => string;
  /** Which requests may be spoiled; all others pass as they are. */
  readonly spoils: (path: string) => boolean;
  readonly random: () => number;
  readonly longestDelayMs?: number;
}

export interface FaultyProxy extends AsyncDisposable {
  readonly url: string;
  readonly counts: Readonly<FaultCounts>;
}

/** How often each fault happens, of one; the rest passes. */
const odds = { dropped: 0.1, errors: 0.1, delayed: 0.15, duplicated: 0.1 } as const;

/** An HTTP proxy that drops, delays, duplicates and answers with errors what passes through it, at random. */
export async function openFaultyProxy({ target, spoils, random, longestDelayMs = 500 }: Options): Promise<FaultyProxy> {
  const counts: FaultCounts = { asked: 0, dropped: 0, errors: 0, delayed: 0, duplicated: 0, unreachable: 0 };
  const agent = new Agent({ connections: 64 });

  function nextFault(): keyof typeof odds | undefined {
    let chance = random();
    for (const fault of ['dropped', 'errors', 'delayed', 'duplicated'] as const) {
      chance -= odds[fault];
      if (chance < 0) return fault;
    }
    return undefined;
  }

  const server = createServer((incoming, outgoing) => {
    relay(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? '';
    const body = await bodyOf(incoming);
    const spoiling = spoils(path);
    const fault = spoiling ? nextFault() : undefined;
    const [losesRequest, delayMs] = [random() < 0.5, random() * longestDelayMs];
    if (spoiling) counts.asked += 1;
    if (fault) counts[fault] += 1;
    if (fault === 'errors') return answer(outgoing, { status: 503, text: '{"code":503,"errors":["A fault."]}' });
    if (fault === 'dropped' && losesRequest) return void outgoing.destroy();
    const forwarded = await forward(incoming, path, body);
    if (fault === 'duplicated') await forward(incoming, path, body);
    if (fault === 'dropped') return void outgoing.destroy();
    if (fault === 'delayed') await wait(delayMs);
    answer(outgoing, forwarded);
  }

  async function forward(incoming: IncomingMessage, path: string, body: Buffer): Promise<Forwarded> {
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
    try {
      const sent = await request(new URL(path, target()), {
        method: incoming.method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body.length > 0 ? body : null,
        dispatcher: agent,
      });
      return { status: sent.statusCode, text: await sent.body.text() };
    } catch {
      counts.unreachable += 1;
      return { status: 502, text: '{"code":502,"errors":["The target is gone."]}' };
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The proxy listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await agent.destroy();
    },
  };
}

interface Forwarded {
  readonly status: number;
  readonly text: string;
}

function answer(outgoing: ServerResponse, { status, text }: Forwarded): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : text);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}
