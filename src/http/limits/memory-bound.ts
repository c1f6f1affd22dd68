import { Session } from 'node:inspector/promises';
import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';

/**
 * The memory limit of the process's control group, in bytes; undefined if it is not below the machine's memory. Without
 * a limit, Node reports 0 or 2^64.
 */
export function confinedMemory(reported = process.constrainedMemory(), total = totalmem()): number | undefined {
  return reported > 0 && reported < total ? reported : undefined;
}

/** Share of the limit that heap and buffers may use; the rest is for sockets, code and heaps of other threads. */
const inUsePart = 0.9;
/** Minimum pause between forced collections, as a multiple of the last one's duration. */
const restAfterCollection = 10;
/** Minimum growth of resident memory since the last collection that justifies another one. */
const keptGrowth = 1.05;

/**
 * Makes V8 collect all garbage and return free pages to the system. `gc()` of `--expose-gc` keeps the pages, and frees
 * buffers only at the next collection. Blocks the event loop for 0.7 s with 300 MB of live objects.
 */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}

type MemoryUsage = Pick<NodeJS.MemoryUsage, 'rss' | 'heapUsed' | 'external'>;

/**
 * Detects that the process is running out of memory: more than the bound is resident, and most of it is in use.
 * Resident memory alone does not fall after a peak, since the C allocator keeps memory freed by small buffers. Garbage
 * counts as in use until collected, and a process that refuses all requests rarely collects, so a collection is forced
 * before judging, for at most a tenth of the time. With a limit of 512 MB and a heap of 384 MB, a server that 48 clients ask
 * for 4,000 people each answers again within 10 s; without forced collections it runs out of heap.
 */
export class MemoryBound {
  readonly #bytes: number;
  readonly #usage: () => MemoryUsage;
  readonly #collect: () => Promise<void>;
  readonly #now: () => number;
  /** Minimum resident memory seen outside heap and buffers: Node itself, code, heaps of other threads. */
  #beside: number;
  #isReached = false;
  /** Resident memory after the last collection above the bound. */
  #kept = 0;
  #collectsFrom = 0;

  constructor(
    bytes: number,
    usage: () => MemoryUsage = process.memoryUsage,
    collect = collectGarbage,
    now = () => performance.now(),
  ) {
    this.#bytes = bytes;
    this.#usage = usage;
    this.#collect = collect;
    this.#now = now;
    const { rss, heapUsed, external } = usage();
    this.#beside = rss - heapUsed - external;
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  async measure(): Promise<void> {
    const usage = this.#usage();
    const isInUse = this.#isInUse(usage);
    if (!isInUse) this.#isReached = false;
    if (usage.rss <= this.#bytes) this.#kept = 0;
    const isWorthwhile = isInUse || usage.rss > Math.max(this.#bytes, this.#kept * keptGrowth);
    const begun = this.#now();
    if (!isWorthwhile || begun < this.#collectsFrom) return;
    this.#collectsFrom = Number.POSITIVE_INFINITY;
    // Node's permission model may forbid it; then garbage counts until V8 collects it.
    await this.#collect().catch(() => undefined);
    const now = this.#now();
    this.#collectsFrom = now + restAfterCollection * (now - begun);
    const { rss, heapUsed, external } = this.#usage();
    this.#kept = rss;
    this.#beside = Math.min(this.#beside, rss - heapUsed - external);
    this.#isReached = this.#isInUse({ rss, heapUsed, external });
  }

  #isInUse({ rss, heapUsed, external }: MemoryUsage): boolean {
    return rss > this.#bytes && this.#beside + heapUsed + external > inUsePart * this.#bytes;
  }
}
