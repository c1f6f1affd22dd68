import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Progress } from './clients.ts';
import type { Command, Report } from './served.ts';

/**
 * Measures a server of task subscriptions against the stock recipe, in one run: the time from the upstream's change to
 * the first and the last of its subscribers, heap a subscriber, and polls a minute. Server and clients are processes of
 * their own. `KITH_BENCH_SUBSCRIBERS` and `KITH_BENCH_TASKS` (such as `1,100,1000`) change the scale.
 */
const subscribers = Number(process.env.KITH_BENCH_SUBSCRIBERS ?? 10_000);
const taskCounts = (process.env.KITH_BENCH_TASKS ?? '1,100,1000').split(',').map(Number);

interface Figures {
  readonly server: string;
  readonly tasks: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** From the first client to the last: what the fan-out takes, wherever the polls fell. */
  readonly spreadMs: number;
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

async function measure(server: 'kith' | 'stock', tasks: number): Promise<Figures> {
  const child = fork(here('server.ts'), [server], { execArgv: ['--expose-gc'] });
  const tell = (command: Command): void => void child.send(command);
  const measured = async () => {
    const answer = heard<Report, 'measured'>(child, 'measured');
    tell({ kind: 'measure' });
    return answer;
  };
  const { url } = await heard<Report, 'ready'>(child, 'ready');
  const ids = Array.from({ length: tasks }, (_, number) => `task-${number + 1}`);
  const created = heard<Report, 'created'>(child, 'created');
  tell({ kind: 'create', ids });
  await created;
  const before = await measured();

  const clients = fork(here('clients.ts'), [url, String(subscribers), JSON.stringify(ids)]);
  await heard<Progress, 'connected'>(clients, 'connected');
  const connected = await measured();
  const subscribed = heard<Progress, 'subscribed'>(clients, 'subscribed');
  clients.send('subscribe');
  await subscribed;
  // Time-outs of the handshakes pass, and the pauses between polls reach their ceiling.
  await wait(8_000);
  const settled = await measured();
  await wait(10_000);
  const later = await measured();

  const all = heard<Progress, 'heard'>(clients, 'heard');
  const change = heard<Report, 'moved'>(child, 'moved');
  tell({ kind: 'move', ids, status: 'MappingInProgress' });
  const { at } = await change;
  const { first, last } = await all;
  for (const ending of [clients, child]) {
    const exited = once(ending, 'exit');
    ending.kill();
    await exited;
  }
  return {
    server,
    tasks,
    firstMs: first - at,
    lastMs: last - at,
    spreadMs: last - first,
    heapOfSubscription: (settled.heapBytes - connected.heapBytes) / subscribers,
    heapWithSocket: (settled.heapBytes - before.heapBytes) / subscribers,
    pollsPerMinute: (later.looks - settled.looks) * 6,
  };
}

const rows: Record<string, string | number>[] = [];
for (const tasks of taskCounts)
  for (const server of ['stock', 'kith'] as const) {
    const figures = await measure(server, tasks);
    const rounded = Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value) : value,
    ]);
    rows.push(Object.fromEntries(rounded));
  }
process.stdout.write(`${subscribers} subscribers; milliseconds, bytes of heap a subscriber\n`);
for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
