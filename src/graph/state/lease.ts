import type { StateStore } from './state-store.ts';

interface Options {
  /** A store that is not shared has no leases: its only process holds all of them. */
  readonly state: StateStore;
  readonly name: string;
  readonly leaseMs: number;
  readonly onStoreTrouble: (error: unknown) => void;
}

/**
 * A lease, which one replica holds at a time. While the store does not respond, every replica acts as its holder: running
 * twice is better than not at all.
 */
export class Lease {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Interval between renewals, in milliseconds. */
  get renewMs(): number {
    return this.#options.leaseMs / 3;
  }

  /** Acquires or renews the lease; false if another replica holds it. */
  async acquire(): Promise<boolean> {
    const { state, name, leaseMs, onStoreTrouble } = this.#options;
    if (!state.isShared) return true;
    try {
      return await state.acquire(name, leaseMs);
    } catch (error) {
      onStoreTrouble(error);
      return true;
    }
  }

  /** Renews the acquired lease until `act` settles, then releases it. */
  async hold<Value>(act: () => Promise<Value>): Promise<Value> {
    const renewing = setInterval(() => void this.acquire(), this.renewMs).unref();
    try {
      return await act();
    } finally {
      clearInterval(renewing);
      await this.release();
    }
  }

  async release(): Promise<void> {
    const { state, name, onStoreTrouble } = this.#options;
    if (state.isShared) await state.release(name).catch(onStoreTrouble);
  }
}
