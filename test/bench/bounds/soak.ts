/**
 * Whether a graph and a data service under mixed traffic keep what they should give back: `npm run bench -- soak`, two minutes;
 * `--seconds 3600` for longer. Half of the time warms up. Then, and at the end, each process is asked what it holds after a
 * full collection; descriptors are counted once the traffic has ended. The bounds are several times what a busy machine
 * shows where nothing leaks.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from 'graphql-ws';
import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import { demoTeams } from '../../../src/store/sample/demo.ts';
import { frames, largeRequests, requests } from '../../graph/http/hostile/requests.ts';
import { type Question, questions } from '../probe.ts';
import { type Goal, judge, say } from './goals.ts';

const maxGrownMb = 16;
const maxDescriptors = 16;
const maxDelayMs = 100;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } });
const ms = Number(values.seconds) * 1000;

const directory = mkdtempSync(join(tmpdir(), 'kith-soak-'));
const here = import.meta.dirname;

/** A process of ours that answers the probe. */
class Server {
  readonly child: ChildProcess;
  readonly url: Promise<string>;

  constructor(command: 'service' | 'graph', env: Readonly<Record<string, string>>) {
    const { PATH = '' } = process.env;
    this.child = spawn(
      process.execPath,
      ['--expose-gc', '--import', join(here, '../probe.ts'), join(here, '../../../src/kith.js'), command],
      {
        env: { PATH, NODE_ENV: 'production', KITH_PORT: '0', KITH_SERVICE_PORT: '0', KITH_LOG_LEVEL: 'fatal', ...env },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      },
    );
    this.url = this.#announced();
  }

  ask(question: Question): Promise<number> {
    return questions(this.child, question);
  }

  get descriptors(): number {
    return readdirSync(`/proc/${this.child.pid}/fd`).length;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  async #announced(): Promise<string> {
    const { stdout } = this.child;
    if (!stdout) throw new TypeError('The process has no output.');
    for await (const line of createInterface({ input: stdout })) {
      const url = /answers on\s+(http:\/\/[^/\s]+)/.exec(line)?.[1]?.replace('localhost', '127.0.0.1');
      if (url !== undefined) {
        stdout.resume();
        return url;
      }
    }
    throw new Error('The process ended before it listened.');
  }
}

const service = new Server('service', { KITH_DATA_DIR: join(directory, 'service') });
const graph = new Server('graph', {
  KITH_DATA_DIR: join(directory, 'graph'),
  KITH_UPSTREAM_URL: await service.url,
  KITH_UPSTREAM_CONNECTIONS: '128',
  KITH_ANONYMOUS_PER_MINUTE: '0',
  // A line for each session that is opened and ended.
  KITH_AUDIT_LOG: join(directory, 'audit.log'),
});
const agent = new Agent({ connections: 16 });
const [graphUrl, serviceUrl] = [await graph.url, await service.url];
const key = demoTeams.partner.key;

let sent = 0;
let overloaded = 0;
interface Sending {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: object;
  readonly body?: string;
  readonly status?: number;
  readonly ms?: number;
}
/** Sends a request, which must be answered with this status; what is refused as an overload is counted, and has no text. */
async function send(url: string, { method = 'POST', headers = withKey, body, status = 200, ms }: Sending) {
  sent += 1;
  const answer = await request(url, {
    method,
    headers: { accept: 'application/graphql-response+json', 'content-type': 'application/json', ...headers },
    body: body ?? null,
    dispatcher: agent,
    ...(ms !== undefined && { signal: AbortSignal.timeout(ms) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode === 503) {
    overloaded += 1;
    return undefined;
  }
  if (answer.statusCode !== status)
    throw new Error(`${url} answered with ${answer.statusCode}, not ${status}: ${text.slice(0, 300)}`);
  return text;
}

const withKey = { 'x-api-key': key };
const ask = (query: string, sending: Sending = {}) =>
  send(`${graphUrl}/graphql`, { ...sending, body: JSON.stringify({ query }) });
/** One of a list, in turn. */
const inTurn = <Item>(items: readonly Item[]) => {
  let at = 0;
  return (): Item => {
    const item = items[at % items.length];
    at += 1;
    if (item === undefined) throw new TypeError('The list is empty.');
    return item;
  };
};
const hostile = inTurn(requests);
const large = inTurn(largeRequests);
const frame = inTurn(frames);
const first = inTurn([1, 5, 20, 50]);

async function subscribe(): Promise<void> {
  const client = createClient({
    url: `${graphUrl.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey: key },
    retryAttempts: 0,
  });
  await client.iterate({ query: '{ viewer { id } }' }).next();
  await client.dispose();
}

async function sendFrames(): Promise<void> {
  const socket = new WebSocket(`${graphUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => undefined);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  for (const text of frame().frames) if (socket.readyState === socket.OPEN) socket.send(text);
  const late = setTimeout(() => socket.terminate(), 200);
  await closed;
  clearTimeout(late);
}

/** A stream of events that its client leaves. */
const leave = () =>
  ask('subscription { mappingTask(id: "none") { status } }', {
    headers: { ...withKey, accept: 'text/event-stream' },
    ms: 300,
  }).catch((error: Error) => {
    if (error.name !== 'TimeoutError' && error.name !== 'AbortError') throw error;
  });

async function session(): Promise<void> {
  const text = await send(`${graphUrl}/session`, { body: '{"seconds":60,"rights":"look","total":5}' });
  if (text === undefined) return;
  const { token, id }: { token?: string; id?: string } = JSON.parse(text);
  await ask('{ viewer { id } }', { headers: { authorization: `Bearer ${token}` } });
  await send(`${graphUrl}/session/${id}`, { method: 'DELETE', status: 204 });
}

const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
  'pages of people': () => ask(`{ searchProfiles(first: ${first()}) { totalCount nodes { id fullName headline } } }`),
  connections: () => ask('{ viewer { relationships(first: 10) { totalCount } } }'),
  credits: () => ask('{ credits { usage } }'),
  prices: () => send(`${graphUrl}/quote`, { body: '{"query":"{ searchProfiles { nodes { about } } }"}' }),
  'nobody’s key': () => ask('{ credits { usage } }', { headers: { 'x-api-key': `nobody ${sent % 50}` }, status: 401 }),
  'hostile requests': () => send(`${graphUrl}/graphql`, { headers: {}, ...hostile() }),
  'large requests': () => send(`${graphUrl}/graphql`, large()),
  'hostile frames': sendFrames,
  'operations over WebSocket': subscribe,
  'streams that are left': leave,
  sessions: session,
  'the data service': () => send(`${serviceUrl}/v3/profiles/search`, { body: '{"query":{"match_all":{}}}' }),
  'the data service, wrongly': () =>
    send(`${serviceUrl}/v3/profiles/search`, { body: '{"query":{"no":{}}}', status: 400 }),
};

let actions = 0;
const failures: string[] = [];
async function run(until: number): Promise<void> {
  const next = inTurn(Object.entries(kinds));
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const [kind, act] = next();
      await act().catch((error: unknown) =>
        failures.push(`${kind}: ${error instanceof Error ? error : JSON.stringify(error)}`),
      );
      actions += 1;
      // Steady rather than as much as there can be.
      await wait(5);
    }
  };
  await Promise.all(Array.from({ length: 6 }, client));
}

/** The descriptors of a process once they are no more than before, or after a while. */
async function settled(server: Server, before: number): Promise<number> {
  for (let tries = 0; tries < 300 && server.descriptors > before + maxDescriptors; tries += 1) await wait(100);
  return server.descriptors - before;
}

const servers = { graph, service } as const;
const megabytes = async (server: Server): Promise<number> => (await server.ask('rest')) / 2 ** 20;
try {
  await run(performance.now() + ms / 4);
  const descriptors = { graph: graph.descriptors, service: service.descriptors };
  await run(performance.now() + ms / 4);
  const before = { graph: await megabytes(graph), service: await megabytes(service) };
  for (const server of Object.values(servers)) await server.ask('delay');
  await run(performance.now() + ms / 2);
  const goals: Goal[] = [];
  for (const [name, server] of [
    ['graph', graph],
    ['service', service],
  ] as const) {
    goals.push({
      what: `${name}: median delay of the event loop, ms`,
      measured: await server.ask('delay'),
      bound: { most: maxDelayMs },
    });
    goals.push({
      what: `${name}: memory after a collection, above half-way, MB`,
      measured: (await megabytes(server)) - before[name],
      bound: { most: maxGrownMb },
    });
    goals.push({
      what: `${name}: descriptors above the first quarter`,
      measured: await settled(server, descriptors[name]),
      bound: { most: maxDescriptors },
    });
  }
  say(`${actions} actions of ${Object.keys(kinds).length} kinds, ${sent} requests`);
  for (const failure of [...new Set(failures)].slice(0, 10)) say(`failed: ${failure}`);
  judge([
    ...goals,
    {
      what: 'requests refused as an overload, in a thousand',
      measured: (1000 * overloaded) / sent,
      bound: { most: 1 },
    },
    { what: 'actions that failed', measured: failures.length, bound: { most: 0 } },
  ]);
} finally {
  await agent.close();
  await graph.stop();
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}
