import { setTimeout as wait } from 'node:timers/promises';
import { Lease, type LeaseStore } from './lease.ts';

/** The time between two attempts to acquire a lease that another replica holds, in milliseconds. */
const waitMs = 100;

interface Options {
  readonly leases: LeaseStore | undefined;
  /** How long a lease lasts; a replica that dies blocks the others for so long. */
  readonly leaseMs: number;
  readonly onStoreTrouble: (error: unknown) => void;
}

/** A mutex by name: in this process by a queue, among replicas by a lease. */
export class Mutex {
  readonly #options: Options;
  /** The last call in the queue, by name. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves, or rejects, as `act` does. */
  async run<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const next = () => this.#leased(name, act);
    // Whether the call before it resolves or rejects.
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
