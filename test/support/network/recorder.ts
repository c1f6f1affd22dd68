import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';
import { longestMs } from '../until.ts';

/** One request that passed, as it was asked. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly childTeam: string | undefined;
  /** The JSON body; undefined where there was none. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly status: number;
}

/**
 * Answers in the upstream's stead, or never (silence), or keeps the upstream's answer back (withholding), or lets the
 * request through (undefined).
 */
export type Fault = (
  call: Omit<RecordedCall, 'status'>,
) => { readonly status: number; readonly body: object } | 'silence' | 'withholding' | undefined;

/** What becomes of an answer's JSON body on its way. */
export type Alteration = (call: RecordedCall, body: unknown) => unknown;

/**
 * How many bytes of an answer's body are passed on before its connection is closed; -1 keeps its head back as well,
 * undefined passes the whole.
 */
export type Cut = (call: RecordedCall) => number | undefined;

/** Resolves when the answer to a call may be passed on. */
export type Gate = (call: RecordedCall) => Promise<void>;

export interface Hold {
  /** Resolves when so many requests wait, and rejects where they never do. */
  arrived(count: number): Promise<void>;
  release(): void;
}

export interface Recorder extends AsyncDisposable {
  readonly url: string;
  /** Every request since the last `forget`, in the order they came. */
  readonly calls: readonly RecordedCall[];
  /** Calls by path. */
  count(path: string): number;
  forget(): void;
  /** Lets requests of a path wait, until they are released. */
  hold(path: string): Hold;
  /** From now on this decides which requests never reach the upstream. */
  fault: Fault | undefined;
  /** From now on answers pass through this. */
  alter: Alteration | undefined;
  /** From now on each answer of the upstream waits for this before it is passed on. */
  gate: Gate | undefined;
  /** From now on this decides which answers of the upstream are lost. */
  cut: Cut | undefined;
  /** From now on requests of this kind that are alike get the first one's answer. */
  remembers: ((call: Omit<RecordedCall, 'status'>) => boolean) | undefined;
}

const searches: readonly string[] = ['/v3/relationships', '/v3/profiles/search', '/v3/companies/search'];

/** Free calls, whose answers are the same as long as no record changes: for suites that ask the same thing in hundreds of ways. */
export const isSearch = ({ path }: Pick<RecordedCall, 'path'>): boolean => searches.includes(path);

/** A real proxy in front of an upstream: what the upstream was asked is a plain list. */
export async function openRecorder(upstreamUrl: string): Promise<Recorder> {
  const calls: RecordedCall[] = [];
  const agent = new Agent({ connections: 64 });
  const recorder = {
    fault: undefined as Fault | undefined,
    alter: undefined as Alteration | undefined,
    gate: undefined as Gate | undefined,
    cut: undefined as Cut | undefined,
    remembers: undefined as Recorder['remembers'],
  };
  const remembered = new Map<string, { readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }>();
  const held = new Map<string, () => Promise<void>>();

  function hold(path: string): Hold {
    const gate = Promise.withResolvers<void>();
    const arrivals = new EventEmitter();
    let waiting = 0;
    held.set(path, () => {
      waiting += 1;
      arrivals.emit('arrival');
      return gate.promise;
    });
    return {
      async arrived(count) {
        const signal = AbortSignal.timeout(longestMs);
        while (waiting < count) await once(arrivals, 'arrival', { signal });
      },
      release() {
        held.delete(path);
        gate.resolve();
      },
    };
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks);
    const asked = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      key: headerOf(incoming, 'x-api-key'),
      childTeam: headerOf(incoming, 'x-authenticate-team'),
      body: text.length > 0 ? JSON.parse(text.toString()) : undefined,
    };
    await held.get(asked.path)?.();
    const instead = recorder.fault?.(asked);
    if (instead === 'silence') {
      calls.push({ ...asked, status: 0 });
      return;
    }
    if (instead && instead !== 'withholding') {
      calls.push({ ...asked, status: instead.status });
      outgoing.writeHead(instead.status, { 'content-type': 'application/json' }).end(JSON.stringify(instead.body));
      return;
    }
    const name = recorder.remembers?.(asked) ? JSON.stringify(asked) : undefined;
    const known = name === undefined ? undefined : remembered.get(name);
    if (known) {
      calls.push({ ...asked, status: 200 });
      outgoing.writeHead(200, known.headers).end(known.bytes);
      return;
    }
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
    const answer = await request(new URL(asked.path, upstreamUrl), {
      method: asked.method as 'GET' | 'POST',
      headers,
      body: text.length > 0 ? text : null,
      dispatcher: agent,
    });
    if (instead === 'withholding') await answer.body.dump();
    calls.push({ ...asked, status: answer.statusCode });
    if (instead === 'withholding') return;
    await recorder.gate?.({ ...asked, status: answer.statusCode });
    if (recorder.alter) {
      const body = recorder.alter({ ...asked, status: answer.statusCode }, await answer.body.json());
      outgoing.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const cut = recorder.cut?.({ ...asked, status: answer.statusCode });
    if (cut !== undefined) {
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      if (cut >= 0) outgoing.writeHead(answer.statusCode, answer.headers).flushHeaders();
      if (cut > 0) outgoing.write(bytes.subarray(0, cut));
      outgoing.socket?.destroySoon();
      return;
    }
    outgoing.writeHead(answer.statusCode, answer.headers);
    if (name !== undefined && answer.statusCode === 200) {
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      remembered.set(name, { headers: answer.headers, bytes });
      outgoing.end(bytes);
      return;
    }
    for await (const chunk of answer.body) outgoing.write(chunk);
    outgoing.end();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The recorder listens on no port.');
  return Object.assign(recorder, {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    hold,
    count: (path: string) => calls.filter((call) => call.path.split('?')[0] === path).length,
    forget: () => {
      calls.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await agent.close();
    },
  });
}

const headerOf = (incoming: IncomingMessage, name: string): string | undefined => {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
