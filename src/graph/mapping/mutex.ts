import { setTimeout as wait } from 'node:timers/promises';
import { Lease, type LeaseStore } from './lease.ts';

/** How soon a replica that waits for another's lease asks again. */
const waitMs = 100;

interface Options {
  readonly leases: LeaseStore | undefined;
  /** For how long a lease is taken; a replica that dies holds up the others so much longer. */
  readonly leaseMs: number;
  readonly onStoreTrouble: (error: unknown) => void;
}

/** A mutex by name: in this process by a queue, among replicas by a lease. */
export class Mutex {
  readonly #options: Options;
  /** The last in line, by name. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves, or rejects, as `act` does. */
  async run<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const next = () => this.#leased(name, act);
    // However the one before ends.
    const running = this.#last.get(name)?.then(next, next) ?? next();
    this.#last.set(name, running);
    try {
      return await running;
    } finally {
      if (this.#last.get(name) === running) this.#last.delete(name);
    }
  }

  async #leased<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const lease = new Lease({ ...this.#options, name });
    while (!(await lease.acquire())) await wait(waitMs);
    const renewing = setInterval(() => lease.acquire(), lease.renewMs);
    try {
      return await act();
    } finally {
      clearInterval(renewing);
      await lease.release();
    }
  }
}
