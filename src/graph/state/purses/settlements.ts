import { setTimeout as wait } from 'node:timers/promises';
import type { Settlement } from './payment.ts';

/** Rejects if the store can't be reached, when the payment may be settled all the same. */
type Settle = (owner: string, settlement: Settlement) => Promise<void>;

/** Resolves after a pause, or once the signal is aborted. */
type Pause = (signal: AbortSignal) => Promise<void>;

/** How long nothing more is logged of an outage, in milliseconds. */
const quietMs = 60_000;

/** Settles payments that have ended. What the store does not take is sent again each second, all at once, until it does. */
export class Settlements {
  readonly #settle: Settle;
  readonly #onTrouble: (error: unknown) => void;
  readonly #now: () => number;
  readonly #pause: Pause;
  readonly #ending = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  /** How many the store has not taken. */
  #waiting = 0;
  /** What they wait for. */
  #paused: Promise<void> | undefined;
  /** When the outage was last logged; undefined while nothing waits. */
  #warnedAt: number | undefined;

  /** @param onTrouble called once for each outage with its reason, and then each minute with how many settlements wait */
  constructor(settle: Settle, onTrouble: (error: unknown) => void, now: () => number, pause: Pause = unheldPause) {
    this.#settle = settle;
    this.#onTrouble = onTrouble;
    this.#now = now;
    this.#pause = pause;
  }

  /**
   * Resolves once the store has taken it, or has not by the end: then it stays reserved, and is uncertain once this process is gone.
   *
   * @param error what the store has just failed with
   */
  add(owner: string, settlement: Settlement, error?: unknown): Promise<void> {
    const sending =
      error === undefined
        ? this.#settle(owner, settlement).catch((trouble: unknown) => this.#sendAgain(owner, settlement, trouble))
        : this.#sendAgain(owner, settlement, error);
    this.#sending.add(sending);
    void sending.then(() => this.#sending.delete(sending));
    return sending;
  }

  /** Resolves once all is settled, or was sent a last time. */
  async end(): Promise<void> {
    this.#ending.abort();
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  async #sendAgain(owner: string, settlement: Settlement, trouble: unknown): Promise<void> {
    this.#waiting += 1;
    this.#warn(trouble);
    for (let isLast = false; !isLast; ) {
      this.#paused ??= this.#pause(this.#ending.signal).then(() => {
        this.#paused = undefined;
      });
      await this.#paused;
      isLast = this.#ending.signal.aborted;
      try {
        await this.#settle(owner, settlement);
        break;
      } catch (error) {
        this.#warn(error);
      }
    }
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#warnedAt = undefined;
  }

  /** Logs an outage, which lasts for as long as anything waits, when it begins and then at most once a minute. */
  #warn(trouble: unknown): void {
    const now = this.#now();
    if (this.#warnedAt !== undefined && now - this.#warnedAt < quietMs) return;
    const message = trouble instanceof Error ? trouble.message : String(trouble);
    this.#onTrouble(
      this.#warnedAt === undefined
        ? trouble
        : new Error(`${this.#waiting} settlements wait until they are taken: ${message}`),
    );
    this.#warnedAt = now;
  }
}

/** A second, which does not keep the process alive. */
const unheldPause: Pause = (signal) => wait(1000, undefined, { signal, ref: false }).catch(() => undefined);
