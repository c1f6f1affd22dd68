import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { MappingStatus } from '../../../src/contract/operation/network-mapper.ts';

/** A mapping task, as the upstream has it; the test moves it. */
export interface UpstreamTask {
  readonly id: string;
  readonly website: string;
  readonly callbackUrl: string | undefined;
  status: MappingStatus | string;
  /** How often its status was asked for. */
  looks: number;
}

/** Answers in the upstream's stead; undefined lets the request through. */
export type UpstreamFault = (asked: { readonly path: string; readonly key: string | undefined }) => Fault | undefined;

export type Fault =
  | 'drop'
  /** It is never answered. */
  | 'silence'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** What was true when it was asked arrives so much later. */
  | { readonly delayMs: number };

export interface TaskUpstream extends AsyncDisposable {
  readonly url: string;
  readonly tasks: ReadonlyMap<string, UpstreamTask>;
  /** Results that were paid for. */
  readonly charged: number;
  /** How often any status was asked for. */
  readonly looks: number;
  /** A task that runs, as if it had been posted. */
  add(id: string, status?: string): UpstreamTask;
  fault: UpstreamFault | undefined;
}

/** Who decides what the interface leaves open of tasks: our own service's way, or the other way wherever there is one. */
export interface TaskManner {
  readonly name: string;
  /** The parameter in which a task's status is asked for; without it, the question is refused. */
  readonly parameter: string;
  idOf(number: number): string;
  /** Whether a mapping needs a callback, as the provider documents it for accounts that a partner manages. */
  readonly needsCallback?: boolean;
  /** Whether a website whose task is on its way is answered with that task, or with another one. */
  readonly sameTask: boolean;
  /** What answers hold beside what the specification says. */
  readonly more: object;
}

const usual: TaskManner = {
  name: 'an upstream like our own',
  parameter: 'task_id',
  idOf: (number) => `task-${number}`,
  sameTask: true,
  more: {},
};

const contrary: TaskManner = {
  name: 'a contrary upstream',
  parameter: 'taskId',
  idOf: (number) => `task/${number} ü`,
  sameTask: false,
  more: { percent: null, pagination_token: null, usernames: [] },
};

export const partnerManaged: TaskManner = { ...usual, name: 'a partner-managed account', needsCallback: true };

export const taskManners: readonly TaskManner[] = [usual, contrary];

/**
 * An upstream that obeys the interface where mapping tasks are concerned, and whose tasks stand still until a test moves
 * them. A website is mapped once its task is `Mapped`; posted again, it then answers with 250 items.
 */
export async function openTaskUpstream(manner = usual): Promise<TaskUpstream> {
  const tasks = new Map<string, UpstreamTask>();
  const upstream = { fault: undefined as UpstreamFault | undefined, charged: 0, looks: 0 };

  const add: TaskUpstream['add'] = (id, status = 'NotMapped') =>
    put({ id, website: id, callbackUrl: undefined }, status);
  const put = (task: Pick<UpstreamTask, 'id' | 'website' | 'callbackUrl'>, status: string): UpstreamTask => {
    const added = { ...task, status, looks: 0 };
    tasks.set(task.id, added);
    return added;
  };

  function answer(method: string, url: URL, body: Readonly<Record<string, unknown>>) {
    if (method === 'GET' && url.pathname === '/v3/network-mapper/status') {
      const id = url.searchParams.get(manner.parameter);
      if (id === null) return { status: 400, body: { code: 17, errors: ['which one?'] } };
      const task = tasks.get(id);
      upstream.looks += 1;
      if (task) task.looks += 1;
      return { status: 200, body: { ...manner.more, status: task?.status ?? 'Unknown' } };
    }
    // Keys are confirmed by a search for nothing.
    if (url.pathname === '/v3/profiles/search') return { status: 200, body: { ids: [], total_count: 0 } };
    if (method !== 'POST' || url.pathname !== '/v3/network-mapper')
      return { status: 404, body: { code: 404, errors: [] } };
    if (manner.needsCallback && typeof body.callback_url !== 'string')
      return { status: 400, body: { code: 400, errors: ['callback_url: is required for this account'] } };
    const website = String(body.mapping_company_website ?? '');
    const known = [...tasks.values()].findLast((task) => task.website === website);
    if (known?.status === 'Mapped') {
      upstream.charged += 1;
      return { status: 200, body: { ...manner.more, items, count: items.length, total_count: items.length } };
    }
    if (manner.sameTask && known && known.status !== 'MappingFailed')
      return { status: 202, body: { task_id: known.id } };
    const callbackUrl = typeof body.callback_url === 'string' ? body.callback_url : undefined;
    const task = put({ id: manner.idOf(tasks.size + 1), website, callbackUrl }, 'NotMapped');
    return { status: 202, body: { ...manner.more, task_id: task.id } };
  }

  const server = createServer(async (request, response) => {
    const sent = await textOf(request);
    const url = new URL(request.url ?? '', 'http://upstream');
    const key = request.headers['x-api-key'];
    const fault = upstream.fault?.({ path: url.pathname, key: String(key) });
    if (fault === 'drop') {
      request.socket.destroy();
      return;
    }
    if (fault === 'silence') return;
    const { status, body } =
      fault && 'status' in fault
        ? { status: fault.status, body: { code: fault.status, errors: ['A fault.'] } }
        : answer(request.method ?? '', url, sent === '' ? {} : JSON.parse(sent));
    const text = JSON.stringify(body);
    if (fault && 'delayMs' in fault) await wait(fault.delayMs);
    const headers = fault && 'headers' in fault ? fault.headers : {};
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The upstream listens on no port.');
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${address.port}`,
    tasks,
    add,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

const items = Array.from({ length: 250 }, (_, number) => ({
  profile: { id: `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`, full_name: `Person ${number}` },
  connections: [],
}));

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
