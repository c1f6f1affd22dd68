import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Progress } from './clients.ts';
import type { FromServer, FromUpstream, ToServer, ToUpstream } from './messages.ts';

/**
 * Measures a server of task subscriptions against the stock recipe, in one run: the time from the upstream's change to
 * the first and the last of its subscribers, heap and CPU, and polls a minute. Server, upstream and clients are processes
 * of their own. `KITH_BENCH_SUBSCRIBERS`, `KITH_BENCH_TASKS` (such as `1,100,1000`), `KITH_BENCH_ROUNDS` (the median of so
 * many is printed) and `KITH_BENCH_SETTLE_SECONDS` change the scale.
 */
const subscribers = Number(process.env.KITH_BENCH_SUBSCRIBERS ?? 10_000);
const taskCounts = (process.env.KITH_BENCH_TASKS ?? '1,100,1000').split(',').map(Number);
const rounds = Number(process.env.KITH_BENCH_ROUNDS ?? 1);
/** After this the pauses between polls have reached their ceiling. */
const settleMs = Number(process.env.KITH_BENCH_SETTLE_SECONDS ?? 30) * 1000;

type Server = 'stock' | 'kith';

interface Figures {
  readonly firstMs: number;
  readonly lastMs: number;
  /** From the first client to the last: what the fan-out takes, wherever the polls fell. */
  readonly spreadMs: number;
  /** Of the server, for the change: callbacks, looks and telling. */
  readonly cpuMs: number;
  readonly heapOfSubscription: number;
  readonly heapWithSocket: number;
  readonly pollsPerMinute: number;
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

async function heard<Message extends { readonly kind: string }, Kind extends Message['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<Message, { readonly kind: Kind }>> {
  for await (const [message] of on(child, 'message', { close: ['exit'] })) if (message.kind === kind) return message;
  throw new Error(`The process ended before it was ${kind}.`);
}

/** Starts as many tasks; answers their ids. */
async function start(url: string, tasks: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let number = 0; number < tasks; number++) {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'bench' },
      body: JSON.stringify({
        query: `mutation { mapNetwork(input: { companyWebsite: "company-${number}.example" }) { task { id } } }`,
      }),
    });
    const { data } = await response.json();
    ids.push(data.mapNetwork.task.id);
  }
  return ids;
}

async function measure(kind: Server, tasks: number): Promise<Figures> {
  const upstream = fork(here('upstream.ts'));
  const tell = (command: ToUpstream): void => void upstream.send(command);
  const counted = async (): Promise<number> => {
    const answer = heard<FromUpstream, 'counted'>(upstream, 'counted');
    tell({ kind: 'count' });
    return (await answer).looks;
  };
  const { url: upstreamUrl } = await heard<FromUpstream, 'ready'>(upstream, 'ready');
  const server = fork(here('server.ts'), [kind, upstreamUrl], { execArgv: ['--expose-gc'] });
  const ask = (command: ToServer): void => void server.send(command);
  const heap = async (): Promise<number> => {
    const answer = heard<FromServer, 'heap'>(server, 'heap');
    ask({ kind: 'measure heap' });
    return (await answer).bytes;
  };
  const cpu = async (): Promise<number> => {
    const answer = heard<FromServer, 'cpu'>(server, 'cpu');
    ask({ kind: 'measure cpu' });
    return (await answer).ms;
  };
  const { url } = await heard<FromServer, 'ready'>(server, 'ready');
  tell({ kind: 'serve', url });
  const ids = await start(url, tasks);
  const before = await heap();

  const clients = fork(here('clients.ts'), [url, String(subscribers), JSON.stringify(ids)]);
  await heard<Progress, 'connected'>(clients, 'connected');
  const connected = await heap();
  const subscribed = heard<Progress, 'subscribed'>(clients, 'subscribed');
  clients.send('subscribe');
  await subscribed;
  await wait(settleMs);
  const settled = await heap();
  const looks = await counted();
  await wait(10_000);
  const looksLater = await counted();

  const still = await cpu();
  const all = heard<Progress, 'heard'>(clients, 'heard');
  const change = heard<FromUpstream, 'moved'>(upstream, 'moved');
  tell({ kind: 'move', status: 'MappingInProgress' });
  const { at } = await change;
  const { first, last } = await all;
  const told = await cpu();
  for (const ending of [clients, server, upstream]) {
    const exited = once(ending, 'exit');
    ending.kill();
    await exited;
  }
  return {
    firstMs: first - at,
    lastMs: last - at,
    spreadMs: last - first,
    cpuMs: told - still,
    heapOfSubscription: (settled - connected) / subscribers,
    heapWithSocket: (settled - before) / subscribers,
    pollsPerMinute: (looksLater - looks) * 6,
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

process.stdout.write(`${subscribers} subscribers; milliseconds, bytes of heap a subscriber\n`);
for (const tasks of taskCounts) {
  const figures: Record<Server, Figures[]> = { stock: [], kith: [] };
  for (let round = 0; round < rounds; round++)
    for (const server of ['stock', 'kith'] as const) figures[server].push(await measure(server, tasks));
  const row = (server: Server) => (name: keyof Figures) =>
    [name, Math.round(median(figures[server].map((one) => one[name])))] as const;
  const names = Object.keys(figures.kith[0] ?? {}) as (keyof Figures)[];
  for (const server of ['stock', 'kith'] as const)
    process.stdout.write(`${JSON.stringify({ server, tasks, ...Object.fromEntries(names.map(row(server))) })}\n`);
  const ratio = (name: keyof Figures): string =>
    (median(figures.stock.map((one) => one[name])) / median(figures.kith.map((one) => one[name]))).toFixed(1);
  process.stdout.write(
    `  to the last client ${ratio('lastMs')} times as fast, heap ${ratio('heapOfSubscription')} times less\n`,
  );
}
