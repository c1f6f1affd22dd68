/** Leases by name, each of which one replica holds at a time. */
export interface LeaseStore {
  /** Takes or renews a lease for so many milliseconds; false while another replica holds it. */
  acquire(name: string, milliseconds: number): Promise<boolean>;
  /** Releases a lease, if this replica holds it. */
  release(name: string): Promise<void>;
}

interface Options {
  /** Undefined: the process is alone, and holds every lease. */
  readonly leases: LeaseStore | undefined;
  readonly name: string;
  readonly leaseMs: number;
  readonly onStoreTrouble: (error: unknown) => void;
}

/** One lease, as this replica sees it. While the store does not answer, each replica holds it: twice is better than never. */
export class Lease {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The time between two attempts to acquire or renew it, in milliseconds. */
  get renewMs(): number {
    return this.#options.leaseMs / 3;
  }

  /** Takes or renews it; false while another replica holds it. */
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
