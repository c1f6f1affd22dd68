import { setTimeout as wait } from 'node:timers/promises';
import { Lease } from '../../state/lease.ts';
import type { StateStore } from '../../state/state-store.ts';

/** Interval between attempts to acquire a lease that another replica holds, in milliseconds. */
const waitMs = 100;

interface Options {
  readonly state: StateStore;
  /** Lease time, in milliseconds; a replica that dies blocks the others for up to this long. */
  readonly leaseMs: number;
  readonly onStoreTrouble: (error: unknown) => void;
}

/**
 * A mutex by name: a queue within this process, a lease among replicas. While the store does not respond, it excludes
 * only within each process.
 */
export class Mutex {
  readonly #options: Options;
  /** The last queued call, by name. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Settles as `act` does. */
  async run<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const next = () => this.#leased(name, act);
    // Runs next whether the call before resolves or rejects.
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
    return lease.hold(act);
  }
}
