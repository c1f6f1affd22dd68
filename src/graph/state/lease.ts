/** Leases by name; one replica holds a lease at a time. */
export interface LeaseStore {
  /** Acquires or renews a lease for this time; false if another replica holds it. */
  acquire(name: string, milliseconds: number): Promise<boolean>;
  /** Releases a lease, if this replica holds it. */
  release(name: string): Promise<void>;
}

interface Options {
  /** Undefined for a single process, which always holds the lease. */
  readonly leases: LeaseStore | undefined;
  readonly name: string;
  readonly leaseMs: number;
  readonly onStoreTrouble: (error: unknown) => void;
}

/**
 * A lease. While the store does not respond, every replica acts as its holder: running twice is better than not at all.
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
    const { leases, name, leaseMs, onStoreTrouble } = this.#options;
    if (!leases) return true;
    try {
      return await leases.acquire(name, leaseMs);
    } catch (error) {
      onStoreTrouble(error);
      return true;
    }
  }

  async release(): Promise<void> {
    const { leases, name, onStoreTrouble } = this.#options;
    await leases?.release(name).catch(onStoreTrouble);
  }
}
