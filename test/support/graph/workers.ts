import { Client } from 'undici';
import { Kith } from '../kith.ts';
import type { GraphAnswer } from './graph.ts';

/** A graph that was started with `--workers 2`. */
export class TwoWorkers implements AsyncDisposable {
  readonly kith: Kith;
  readonly url: string;
  /** The process of each as it was first started. */
  readonly pids: readonly [number, number];

  private constructor(kith: Kith, url: string, pids: readonly [number, number]) {
    this.kith = kith;
    this.url = url;
    this.pids = pids;
  }

  static async start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<TwoWorkers> {
    const kith = new Kith([...args, '--workers', '2'], { KITH_LOG_LEVEL: 'info', ...env });
    const url = await kith.says(/^The graph answers on\s+(\S+)\/graphql \(2 workers\)$/);
    return new TwoWorkers(kith, url, await Promise.all([pidOf(kith, 1), pidOf(kith, 2)]));
  }

  /** The process of a worker that has been started so many times. */
  pid(worker: 1 | 2, starts: number): Promise<number> {
    return pidOf(this.kith, worker, starts);
  }

  /** A connection to one process, found by stopping the other: whichever of some connections then answers leads to it. */
  async connectionBeside(other: number): Promise<Connection> {
    const all = Array.from({ length: 4 }, () => new Connection(this.url));
    // One by one, since connections are dealt out in turn.
    for (const connection of all) await connection.isHealthy();
    process.kill(other, 'SIGSTOP');
    const asked = all.map((connection) => connection.isHealthy().then(() => connection));
    const found = await Promise.race(asked);
    process.kill(other, 'SIGCONT');
    await Promise.all(asked);
    await Promise.all(all.filter((connection) => connection !== found).map((connection) => connection.close()));
    return found;
  }

  /** A connection to each. */
  async connections(): Promise<readonly [Connection, Connection]> {
    const [one, other] = this.pids;
    return [await this.connectionBeside(other), await this.connectionBeside(one)];
  }

  /** Asks over a connection of its own. */
  async ask<Data>(key: string, query: string, variables: object = {}): Promise<GraphAnswer<Data>> {
    const connection = new Connection(this.url);
    try {
      return await connection.ask(key, query, variables);
    } finally {
      await connection.close();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // One that a failed test has left stopped would outlive the others.
    for (const pid of this.pids) if (lives(pid)) process.kill(pid, 'SIGCONT');
    await this.kith[Symbol.asyncDispose]();
  }
}

/** One connection to a graph, which stays with the worker that took it. */
export class Connection {
  readonly #client: Client;
  #connects = 0;

  constructor(url: string) {
    this.#client = new Client(url, { keepAliveTimeout: 60_000 });
    this.#client.on('connect', () => {
      this.#connects += 1;
    });
  }

  /** With a key, or a session's token as `Bearer …`. */
  async ask<Data>(as: string, query: string, variables: object = {}): Promise<GraphAnswer<Data>> {
    const who = as.startsWith('Bearer ') ? { authorization: as } : { 'x-api-key': as };
    const headers = { ...who, 'content-type': 'application/json' };
    return JSON.parse(await this.#send('POST', '/graphql', headers, JSON.stringify({ query, variables })));
  }

  /** What a browser is shown. */
  page(path: string): Promise<string> {
    return this.#send('GET', path, { accept: 'text/html' });
  }

  async isHealthy(): Promise<boolean> {
    return (await this.#send('GET', '/healthz', {})).includes('"ok"');
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | null = null,
  ): Promise<string> {
    const answer = await this.#client.request({ method, path, headers, body });
    const text = await answer.body.text();
    if (this.#connects !== 1) throw new Error('The connection was lost, and another one may lead to another worker.');
    return text;
  }
}

/** Whether a process is there. */
export const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const pidOf = async (kith: Kith, worker: number, starts = 1): Promise<number> => {
  const line = await kith.remarks(new RegExp(`^.*"worker":${worker},.*"The worker is ready\\.".*$`), starts);
  const { pid } = JSON.parse(line);
  return pid;
};
