import { LRUCache } from 'lru-cache';
import type { AbortSignalLike } from './abort.ts';
import type { Clock } from './clock.ts';
import { Pace } from './pace.ts';

/** A call that needs a connection. */
export interface QueuedCall {
  readonly apiKey: string;
  /** Calls of one operation have the same; undefined: a call by itself. */
  readonly operationId: string | undefined;
  readonly isPaid: boolean;
  /** Whether nobody waits for it, as for the polls of a watch. */
  readonly isBackground: boolean;
  /** When it must be sent at the latest, by the clock. */
  readonly sendBy: number;
  readonly signal: AbortSignalLike | undefined;
}

/** The place of a call in flight. */
export interface Turn {
  readonly sentAt: number;
  /** Frees the place, and says how the upstream took the call. */
  release(outcome: 'taken' | 'failed' | { readonly retryAfterMs: number | undefined }): void;
}

/** A call that was not sent. */
export class NoTurn extends Error {
  readonly reason: 'left' | 'paused' | 'slow' | 'crowded';
  /** When calls of the key are sent again, or this one would have been, in milliseconds from now. */
  readonly inMs: number;

  constructor(reason: NoTurn['reason'], inMs = 0) {
    super(reason);
    this.reason = reason;
    this.inMs = inMs;
  }
}

interface Waiting {
  readonly call: QueuedCall;
  readonly resolve: (turn: Turn) => void;
  readonly refuse: (reason: NoTurn) => void;
  cancelTimer: () => void;
}

/** The waiting calls of one operation. */
interface Operation {
  readonly id: string | object;
  readonly isBackground: boolean;
  readonly waiting: Set<Waiting>;
  turns: number;
}

/** The calls of one key. */
class KeyCalls {
  readonly pace = new Pace();
  inFlight = 0;
  waiting = 0;
  /** By id, in the order of their next turns. */
  readonly operations = new Map<string | object, Operation>();
  turns = 0;
  cancelTimer: (() => void) | undefined;
}

/** Maximum calls of one key that wait. */
const maxWaiting = 20_000;

/** Share of the connections that one key can use if another key has called within the last `latelyMs`. */
const keyShare = 0.75;
const latelyMs = 10_000;

/** After this number of turns, an operation is a bulk operation, such as the matching of a thousand rows. */
const bulkFrom = 32;

/** Of this number of turns, one goes to calls that otherwise come later, so that none waits for ever. */
const fairTurn = 8;

/**
 * The queue before the connections. Keys take turns, and none has all connections while another calls, so a key waits for at most one
 * call of another; the calls of a key go at the pace that the upstream takes from it, in turns by operation: interactive ones
 * before bulk ones, background calls last.
 */
export class CallQueue {
  readonly #connections: number;
  readonly #share: number;
  readonly #clock: Clock;
  readonly #keys = new LRUCache<string, KeyCalls>({ max: 10_000 });
  /** Keys with waiting calls, in the order of their next turns. */
  readonly #waiting = new Set<KeyCalls>();
  #inFlight = 0;
  #lastKey: string | undefined;
  #sharedUntil = Number.NEGATIVE_INFINITY;

  constructor(connections: number, clock: Clock) {
    this.#connections = connections;
    this.#share = Math.max(1, Math.floor(connections * keyShare));
    this.#clock = clock;
  }

  /**
   * Waits for the turn of a call.
   *
   * @param isRepeated whether it was sent before: then it comes before other calls of its operation
   * @throws {NoTurn} if the caller has left, or the turn does not come in time
   */
  enter(call: QueuedCall, isRepeated = false): Turn | Promise<Turn> {
    const { apiKey, sendBy, isPaid } = call;
    const key = this.#keyOf(apiKey);
    const now = this.#clock.now();
    if (call.signal?.aborted) throw new NoTurn('left');
    if (apiKey !== this.#lastKey) {
      if (this.#lastKey !== undefined) this.#sharedUntil = now + latelyMs;
      this.#lastKey = apiKey;
    }
    if (key.waiting === 0 && this.#hasPlace(key, now) && this.#isDue(key, isPaid, now)) return this.#grant(key, now);
    if (key.waiting >= maxWaiting) throw new NoTurn('crowded');
    const pausedMs = key.pace.pausedMs(now);
    const isProbe = !isPaid && key.pace.isProbeDue(now);
    if (now + pausedMs >= sendBy && !isProbe) throw new NoTurn('paused', pausedMs);
    const turnInMs = this.#turnInMs(key, call, now);
    // A free call may wait in vain, but a paid one may be the second of two, of which the first is paid then.
    if (isPaid && now + turnInMs >= sendBy) throw new NoTurn('slow', turnInMs);
    return this.#wait(key, call, isRepeated);
  }

  /** Refuses all calls that wait. */
  close(): void {
    for (const { operations } of [...this.#waiting])
      for (const { waiting } of [...operations.values()])
        for (const waiter of [...waiting]) waiter.refuse(new NoTurn('left'));
  }

  #keyOf(apiKey: string): KeyCalls {
    let key = this.#keys.get(apiKey);
    if (!key) {
      key = new KeyCalls();
      this.#keys.set(apiKey, key);
    }
    return key;
  }

  #hasPlace(key: KeyCalls, now: number): boolean {
    const most = now < this.#sharedUntil ? this.#share : this.#connections;
    return this.#inFlight < this.#connections && key.inFlight < most;
  }

  #isDue({ pace }: KeyCalls, isPaid: boolean, now: number): boolean {
    return pace.nextAt(now) <= now || (!isPaid && pace.isProbeDue(now));
  }

  /** When a new call would have its turn by the key's pace, in milliseconds from now. */
  #turnInMs(key: KeyCalls, call: QueuedCall, now: number): number {
    const rate = key.pace.rate(now);
    if (rate === undefined) return 0;
    const own = (call.operationId === undefined ? undefined : key.operations.get(call.operationId))?.waiting.size ?? 0;
    let before = 0;
    for (const { id, waiting, isBackground } of key.operations.values())
      if (id !== call.operationId && (call.isBackground || !isBackground)) before += Math.min(waiting.size, own + 1);
    return key.pace.nextAt(now) - now + ((before + own) * 1_000) / rate;
  }

  #wait(key: KeyCalls, call: QueuedCall, isRepeated: boolean): Promise<Turn> {
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const id = call.operationId ?? call;
    let operation = key.operations.get(id);
    if (!operation) {
      operation = { id, isBackground: call.isBackground, waiting: new Set(), turns: 0 };
      key.operations.set(id, operation);
    }
    const { waiting } = operation;
    const leave = (): void => refuse(new NoTurn('left'));
    const refuse = (reason: NoTurn): void => {
      if (!waiting.delete(waiter)) return;
      key.waiting -= 1;
      if (waiting.size === 0) key.operations.delete(id);
      if (key.waiting === 0) this.#waiting.delete(key);
      settle();
      reject(reason);
    };
    const settle = (): void => {
      waiter.cancelTimer();
      call.signal?.removeEventListener('abort', leave);
    };
    const waiter: Waiting = {
      call,
      refuse,
      resolve: (turn) => {
        settle();
        resolve(turn);
      },
      cancelTimer: this.#clock.after(Math.max(0, call.sendBy - this.#clock.now()), () => {
        const now = this.#clock.now();
        const isPaced = key.pace.rate(now) !== undefined;
        refuse(isPaced ? new NoTurn('slow', this.#turnInMs(key, call, now)) : new NoTurn('crowded'));
      }),
    };
    call.signal?.addEventListener('abort', leave);
    if (isRepeated) {
      const others = [...waiting];
      waiting.clear();
      for (const one of [waiter, ...others]) waiting.add(one);
    } else waiting.add(waiter);
    key.waiting += 1;
    this.#waiting.add(key);
    this.#next();
    return promise;
  }

  #grant(key: KeyCalls, now: number): Turn {
    key.inFlight += 1;
    this.#inFlight += 1;
    key.pace.sent(now);
    let isReleased = false;
    return {
      sentAt: now,
      release: (outcome) => {
        if (isReleased) return;
        isReleased = true;
        key.inFlight -= 1;
        this.#inFlight -= 1;
        const then = this.#clock.now();
        if (outcome === 'taken') key.pace.taken(now, then);
        else if (outcome !== 'failed') this.#limited(key, now, outcome.retryAfterMs);
        if (this.#waiting.size > 0) this.#next();
      },
    };
  }

  /** Paces the key, and refuses what cannot be sent in time any more. */
  #limited(key: KeyCalls, sentAt: number, retryAfterMs: number | undefined): void {
    const now = this.#clock.now();
    key.pace.limited(sentAt, retryAfterMs, now);
    const pausedMs = key.pace.pausedMs(now);
    for (const { waiting } of [...key.operations.values()])
      for (const waiter of [...waiting])
        if (now + pausedMs >= waiter.call.sendBy) waiter.refuse(new NoTurn('paused', pausedMs));
  }

  /** Gives turns while there are places. */
  #next(): void {
    for (let key = this.#nextKey(); key; key = this.#nextKey()) {
      const now = this.#clock.now();
      const waiter = take(key, key.pace.nextAt(now) > now);
      // The key's next turn comes after everybody else's.
      this.#waiting.delete(key);
      if (key.waiting > 0) this.#waiting.add(key);
      waiter?.resolve(this.#grant(key, now));
    }
  }

  /** The first key that may send a call now. */
  #nextKey(): KeyCalls | undefined {
    if (this.#inFlight >= this.#connections) return undefined;
    const now = this.#clock.now();
    for (const key of this.#waiting) {
      if (!this.#hasPlace(key, now)) continue;
      const inMs = key.pace.nextAt(now) - now;
      if (inMs <= 0 || (key.pace.isProbeDue(now) && hasFree(key))) return key;
      key.cancelTimer ??= this.#clock.after(Math.min(inMs, 1_000), () => {
        key.cancelTimer = undefined;
        this.#next();
      });
    }
    return undefined;
  }
}

const hasFree = ({ operations }: KeyCalls): boolean =>
  [...operations.values()].some(({ waiting }) => [...waiting].some(({ call }) => !call.isPaid));

/** Takes the call whose turn it is from a key's waiting ones. */
function take(key: KeyCalls, freeOnly: boolean): Waiting | undefined {
  const classes: Operation[][] = [[], [], []];
  for (const operation of key.operations.values()) {
    if (freeOnly && ![...operation.waiting].some(({ call }) => !call.isPaid)) continue;
    const [interactive, bulk, background] = [0, 1, 2];
    const of = operation.isBackground ? background : operation.turns >= bulkFrom ? bulk : interactive;
    classes[of]?.push(operation);
  }
  key.turns += 1;
  const present = classes.filter((operations) => operations.length > 0);
  const [operation] = (key.turns % fairTurn === 0 ? present.at(-1) : present[0]) ?? [];
  if (!operation) return undefined;
  const { id, waiting } = operation;
  for (const waiter of waiting) {
    if (freeOnly && waiter.call.isPaid) continue;
    waiting.delete(waiter);
    key.waiting -= 1;
    operation.turns += 1;
    key.operations.delete(id);
    if (waiting.size > 0) key.operations.set(id, operation);
    return waiter;
  }
  return undefined;
}
