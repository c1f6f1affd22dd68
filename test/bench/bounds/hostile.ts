/**
 * What hostile requests cost a graph, and what others notice of them: `npm run bench -- hostile`. Each request of the list that
 * the tests hold is sent one after another, which shows its CPU and bytes, and then 4 at a time while `/healthz` is asked:
 * for 1.5 s, since of the twenty answers of half a second the p95 is the slowest. The graph has core 1 to itself, and no limit
 * of requests a minute. `--ms 500` presses each request for less long, `--only brackets` asks those alone whose names match.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import {
  frames,
  type HostileFrames,
  type HostileRequest,
  largeRequests,
  requests,
} from '../../graph/http/hostile/requests.ts';
import { fresh, operation } from '../contest.ts';
import { kith } from '../contestants.ts';
import { cpuOf, openTarget, quantile } from '../load.ts';
import { queries } from '../queries.ts';
import { startServer } from '../server.ts';
import { openUpstream } from '../upstream/server.ts';
import { judge, say } from './goals.ts';

const atOnce = 4;
const samples = 20;
const maxCpuMs = 15;
const maxBytes = 256 * 1024;
const maxHealthMs = 100;
const maxGrownMb = 200;

const { values } = parseArgs({
  options: { ms: { type: 'string', default: '1500' }, only: { type: 'string', default: '' } },
});
const pressMs = Number(values.ms);

const acceptedKey = 'a key that is accepted';
const refusedKey = 'a key that nobody has';

/** Accepts one key, whose calls go on to a data service. */
await using service = await openUpstream();
const upstream = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (incoming.headers['x-api-key'] !== acceptedKey) {
    const body = '{"code":401,"message":"Unauthorized","errors":["x-api-key: must be a valid key."]}';
    outgoing.writeHead(401, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
    return;
  }
  const answer = await fetch(service.url + incoming.url, {
    method: incoming.method ?? 'GET',
    headers: { 'content-type': 'application/json' },
    body: text || null,
  });
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}).listen(0, '127.0.0.1');
await once(upstream, 'listening');
const { port } = upstream.address() as AddressInfo;

const graph = await startServer(
  {
    ...kith(),
    env: { KITH_PORT: '$PORT', KITH_ANONYMOUS_PER_MINUTE: '0', KITH_LOG_LEVEL: 'error' },
  },
  `http://127.0.0.1:${port}`,
  true,
);
const target = openTarget(graph.url);
const agent = new Agent({ connections: atOnce });
/** A client of its own, which waits for no other's answers. */
const healthAgent = new Agent({ connections: 1 });

/** One hostile request from its sending to its answer; answers the bytes that came back. */
type Send = (number: number) => Promise<number>;

/** Documents differ by a comment, so that none is found prepared. */
const varied = (body: string, number: number): string => body.replace('"query":"', `"query":"#${number}\\n`);

/** A graph that refuses a body by its length closes the connection, of which a client that still sends may hear first. */
const isClosedEarly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(String(error.code));

const overHttp =
  ({ what, body, status, headers = {} }: HostileRequest, key?: string, path = '/graphql'): Send =>
  async (number) => {
    const answer = await request(new URL(path, graph.url), {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json',
        'content-type': 'application/json',
        ...(key !== undefined && { 'x-api-key': key }),
        ...headers,
      },
      body: varied(body, number),
      dispatcher: agent,
    }).catch((error: unknown) => {
      if (status === 413 && isClosedEarly(error)) return undefined;
      throw error;
    });
    if (!answer) return 0;
    const { byteLength } = await answer.body.arrayBuffer();
    if (answer.statusCode >= 500) throw new Error(`${what}: answered with ${answer.statusCode}`);
    return byteLength;
  };

const overWebSocket =
  ({ frames: sent, code, refusedKey }: HostileFrames, until = { refused: 0 }): Send =>
  async (number) => {
    if (refusedKey !== undefined && performance.now() > until.refused) {
      await overHttp(usage, refusedKey)(number);
      until.refused = performance.now() + 2_000;
    }
    const socket = new WebSocket(graph.url.replace('http', 'ws'), 'graphql-transport-ws');
    let bytes = 0;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // The graph closes while frames are on their way, of which the system says EPIPE or ECONNRESET; a close follows.
    socket.on('error', () => undefined);
    const acknowledged = Promise.withResolvers<void>();
    socket.on('message', (data) => {
      const text = String(data);
      bytes += text.length;
      if (text.includes('"connection_ack"')) acknowledged.resolve();
      if (text.includes('"last"')) socket.close(1000);
    });
    await Promise.race([once(socket, 'open'), closed]);
    for (const [number, frame] of sent.entries()) {
      socket.send(frame);
      if (number === 0 && frame.includes('connection_init')) await Promise.race([acknowledged.promise, closed]);
      if (socket.readyState !== WebSocket.OPEN) break;
    }
    if (code === undefined) socket.send('{"type":"ping","payload":{"last":true}}');
    await closed;
    return bytes;
  };

const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${graph.pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

interface Measured extends Row {
  readonly cpuMs: number;
  readonly bytes: number;
  readonly healthMs: number;
  readonly residentMb: number;
  /** Above what it was before the request was first sent. */
  readonly grownMb: number;
}

let sent = 0;
const next = (send: Send): Promise<number> => {
  sent += 1;
  return send(sent);
};

async function measure(measuring: Row): Promise<Measured> {
  const { send } = measuring;
  const residentBefore = residentMb();
  let bytes = 0;
  for (let warmUp = 0; warmUp < 3; warmUp += 1) await next(send);
  const cpuBefore = cpuOf(graph.pid);
  for (let sample = 0; sample < samples; sample += 1) bytes = Math.max(bytes, await next(send));
  const cpuMs = (cpuOf(graph.pid) - cpuBefore) / samples;

  const until = performance.now() + pressMs;
  const isOver = (): boolean => performance.now() > until;
  const health: number[] = [];
  let most = residentMb();
  const ask = async (): Promise<void> => {
    while (!isOver()) {
      const begun = performance.now();
      const { body } = await request(new URL('/healthz', graph.url), { dispatcher: healthAgent });
      await body.dump();
      health.push(performance.now() - begun);
      most = Math.max(most, residentMb());
      await wait(2);
    }
  };
  const press = async (): Promise<void> => {
    while (!isOver()) await next(send);
  };
  await Promise.all([ask(), ...Array.from({ length: atOnce }, press)]);
  return {
    ...measuring,
    cpuMs,
    bytes,
    healthMs: quantile(health, 0.95),
    residentMb: most,
    grownMb: most - residentBefore,
  };
}

/** A key that the upstream refuses is remembered as such for a few seconds. */
const usage: HostileRequest = { what: 'a query', body: '{"query":"{ credits { usage } }"}', status: 401 };
const refused =
  (row: HostileRequest): Send =>
  async (number) => {
    if (number % samples === 0) await overHttp(usage, refusedKey)(number);
    return overHttp(row, refusedKey)(number);
  };

/** The longest document that a URL has room for beside the other headers, which have 16 kB together. */
const overGet: Send = async (number) => {
  const query = `#${number}\n{ ${'__typename '.repeat(1_000)} }`;
  const url = new URL(`?query=${encodeURIComponent(query)}`, graph.url);
  const headers = { accept: 'application/graphql-response+json' };
  const answer = await request(url, { headers, dispatcher: agent });
  const { byteLength } = await answer.body.arrayBuffer();
  if (answer.statusCode !== 400) throw new Error(`GET: answered with ${answer.statusCode}`);
  return byteLength;
};

/** A costly document and variables, for the routes that share their rules with `POST /graphql`. */
const costly = requests.find(({ what }) => what === '160 objects of many fields');
if (!costly) throw new TypeError('The list has no request of that name.');
const session: HostileRequest = { what: 'a session', body: `{"label":"${'x'.repeat(15_000)}"}`, status: 401 };

interface Row {
  readonly what: string;
  readonly send: Send;
  /** No key vouches for the caller. */
  readonly isUnknown: boolean;
}

const rows: readonly Row[] = [
  ...requests.map((row) => ({ what: row.what, send: overHttp(row), isUnknown: true })),
  ...requests.map((row) => ({ what: `${row.what} (a refused key)`, send: refused(row), isUnknown: true })),
  { what: 'POST /quote', send: overHttp(costly, undefined, '/quote'), isUnknown: true },
  { what: 'GET /graphql', send: overGet, isUnknown: true },
  { what: 'POST /session', send: overHttp(session, undefined, '/session'), isUnknown: true },
  ...frames.map((row) => ({ what: `${row.what} (WebSocket)`, send: overWebSocket(row), isUnknown: true })),
  ...largeRequests.map((row) => ({
    what: `${row.what} (an accepted key)`,
    send: overHttp(row, acceptedKey),
    isUnknown: false,
  })),
].filter(({ what }) => new RegExp(values.only).test(what));

const measured: Measured[] = [];
try {
  // A process takes its memory when it first has work: before is after some of the usual kind.
  let asked = 0;
  const usual = () => {
    asked += 1;
    const query = queries[asked % 3];
    if (!query) throw new TypeError('There are no queries.');
    return operation(query, fresh(query), kith(), acceptedKey);
  };
  await target.press(graph.pid, { width: 16, until: { operations: 600 }, next: usual });
  const before = residentMb();
  const retained = await graph.probe('rest');
  say(`resident before: ${Math.round(before)} MB, of which ${Math.round(retained / 2 ** 20)} MB are held\n`);
  say('| request | CPU, ms | bytes | p95 of /healthz, ms | resident, MB |\n|---|---|---|---|---|');
  for (const one of rows) {
    const row = await measure(one);
    measured.push(row);
    say(
      `| ${row.what} | ${row.cpuMs.toFixed(2)} | ${row.bytes} | ${row.healthMs.toFixed(1)} | ${Math.round(row.residentMb)} |`,
    );
  }
  const most = (of: (row: Measured) => number, among = measured): number => Math.max(...among.map(of));
  const unknown = measured.filter(({ isUnknown }) => isUnknown);
  const stays = (await graph.probe('rest')) - retained;
  say(
    `\nresident at most, of all of them in turn: ${Math.round(most((row) => row.residentMb) - before)} MB above before the first`,
  );
  judge([
    {
      what: 'CPU of a request without an accepted key, ms',
      measured: most(({ cpuMs }) => cpuMs, unknown),
      bound: { most: maxCpuMs },
    },
    { what: 'bytes of its answer', measured: most(({ bytes }) => bytes, unknown), bound: { most: maxBytes } },
    {
      what: `p95 of /healthz beside ${atOnce} of one, ms`,
      measured: most(({ healthMs }) => healthMs),
      bound: { most: maxHealthMs },
    },
    {
      what: 'memory held after a collection, above before, MB',
      measured: stays / 2 ** 20,
      bound: { most: maxGrownMb },
    },
    {
      what: `resident memory beside ${atOnce} of one, above before it, MB`,
      measured: most(({ grownMb }) => grownMb),
      bound: { most: maxGrownMb },
    },
  ]);
} finally {
  graph.stop();
  await Promise.all([agent.close(), healthAgent.close(), target.close()]);
  upstream.closeAllConnections();
  upstream.close();
}
