import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf } from '../../../telemetry/reason.ts';
import type { Settlement } from './payment.ts';

/** Rejects if the store cannot be reached; the payment may be settled nevertheless. */
type Settle = (owner: string, settlement: Settlement) => Promise<void>;

/** Resolves after a pause, or once the signal is aborted. */
type Pause = (signal: AbortSignal) => Promise<void>;

/** Minimum interval between log entries about one outage, in milliseconds. */
const quietMs = 60_000;

/**
 * Settles payments that have ended. Settlements that the store does not accept are retried together, once per second.
 */
export class Settlements {
  readonly #settle: Settle;
  readonly #onTrouble: (error: unknown) => void;
  readonly #now: () => number;
  readonly #pause: Pause;
  readonly #ending = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  /** Number of settlements that are being retried. */
  #waiting = 0;
  /** The pause that all retries share. */
  #paused: Promise<void> | undefined;
  /** When the outage was last logged; undefined if nothing is being retried. */
  #warnedAt: number | undefined;

  /**
   * @param onTrouble called at the start of an outage with its cause, then each minute with the number of waiting
   *   settlements
   */
  constructor(settle: Settle, onTrouble: (error: unknown) => void, now: () => number, pause: Pause = unheldPause) {
    this.#settle = settle;
    this.#onTrouble = onTrouble;
    this.#now = now;
    this.#pause = pause;
  }

  /**
   * Resolves once the store has accepted the settlement, or the last attempt at `end` has failed: the credits then stay
   * reserved, and become uncertain once this process is gone.
   *
   * @param error the store's failure, if it has just failed
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

  /** Ends the pauses. Resolves once every settlement is accepted or has had a last attempt. */
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

  /** Logs an outage when it begins, then at most once a minute while anything is being retried. */
  #warn(trouble: unknown): void {
    const now = this.#now();
    if (this.#warnedAt !== undefined && now - this.#warnedAt < quietMs) return;
    const message = reasonOf(trouble);
    this.#onTrouble(
      this.#warnedAt === undefined ? trouble : new Error(`${this.#waiting} settlements wait to be stored: ${message}`),
    );
    this.#warnedAt = now;
  }
}

/** One second; does not keep the process alive. */
const unheldPause: Pause = (signal) => wait(1000, undefined, { signal, ref: false }).catch(() => undefined);
