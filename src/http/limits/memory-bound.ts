import { Session } from 'node:inspector/promises';
import { totalmem } from 'node:os';
import { performance } from 'node:perf_hooks';

/**
 * The bytes to which a control group confines the process; undefined where that is as much as the machine has, or more:
 * without a bound, Node reports 0 or 2^64.
 */
export function confinedMemory(reported = process.constrainedMemory(), total = totalmem()): number | undefined {
  return reported > 0 && reported < total ? reported : undefined;
}

/** Of the bound of memory; the rest is for what grows beside the heap and its buffers: sockets, code, heaps of other threads. */
const inUsePart = 0.9;
/** So many times as long as a collection took, no other one is asked for. */
const restAfterCollection = 10;
/** Resident memory that has grown by less since the last collection is not worth another one. */
const keptGrowth = 1.05;

/**
 * Has V8 collect all garbage and return its free pages to the system, neither of which `gc()` of `--expose-gc` does: that keeps
 * the pages, and counts buffers until the collection after. It blocks the event loop for 0.7 s where 300 MB of objects are live.
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
 * Whether the memory of the process is nearly used up. It is if more than the bound is resident, and most of that is in use:
 * resident memory does not fall after a peak, since the C allocator keeps what small buffers have let go of. Garbage
 * counts as in use until it is collected, and a process that refuses all requests hardly collects: so it is judged after
 * a collection that is asked for, at most a tenth of the time.
 */
export class MemoryBound {
  readonly #bytes: number;
  readonly #usage: () => MemoryUsage;
  readonly #collect: () => Promise<void>;
  readonly #now: () => number;
  /** The least that was resident beside the heap and its buffers: Node itself, code, heaps of other threads. */
  #beside: number;
  #isReached = false;
  /** What was resident after the last collection above the bound. */
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
    // Node's permission model may forbid it: then garbage counts until V8 collects it.
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
