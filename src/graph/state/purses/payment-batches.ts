import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises';
import { PurseRefused } from '../../credits/purse/purse-refused.ts';
import type { Draw, Grant, Settlement } from './purse-store.ts';

/** What becomes of a key's purses in one step: payments that have ended are settled, then those that begin are reserved. */
export interface PurseChanges {
  readonly settlements: readonly Settlement[];
  readonly draws: readonly Draw[];
}

/** Settles and reserves, and answers each draw in turn. Where it rejects, some of that may be done. */
type Book = (owner: string, changes: PurseChanges) => Promise<readonly (Grant | PurseRefused)[]>;

interface Batch {
  readonly settlements: Settlement[];
  readonly draws: Draw[];
  /** One for each draw; rejects where they could not be booked. */
  readonly answers: Promise<readonly (Grant | PurseRefused)[]>;
  /** Resolves once all of it is booked, or can't be any more. */
  readonly booked: Promise<void>;
}

/** Settlements that steps have failed with. */
interface Waiting {
  readonly settlements: Settlement[];
  /** Ends the pause before they are sent again. */
  pause: AbortController;
  /** Resolves once all of them are booked, or were sent a last time; it never rejects. */
  ended: Promise<void>;
}

/** Resolves after the pause, or once the signal is aborted. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** The first pause before settlements are sent again, and the longest. */
const retryMs = { first: 100, longest: 10_000 };

/** How many settlements are sent again in one step: a script and its arguments have a largest size. */
const mostSentAgain = 1000;

/** How long nothing more is said of an outage. */
const quietMs = 60_000;

/**
 * Payments of a store that is reached over the network: what a turn of the event loop brings for one key goes in one step, and
 * what comes while a step of it is under way goes in the next, so that they are few and large where there is much to pay.
 */
export class PaymentBatches {
  readonly #book: Book;
  readonly #onTrouble: (error: unknown) => void;
  /** By owner; each is booked when the event loop's turn and the owner's last step have ended. */
  readonly #open = new Map<string, Batch>();
  /** By owner, until it has ended; it never rejects. */
  readonly #steps = new Map<string, Promise<void>>();
  readonly #booking = new Set<Promise<void>>();
  /** By owner; each has one loop that sends them again. */
  readonly #waiting = new Map<string, Waiting>();
  /** When the outage was last spoken of; undefined while nothing waits. */
  #warnedAt: number | undefined;
  #isEnding = false;
  readonly #now: () => number;
  readonly #pause: Pause;

  /** @param onTrouble hears once for each outage why nothing could be booked, and then each minute how much waits */
  constructor(book: Book, onTrouble: (error: unknown) => void, now: () => number, pause: Pause = unheldPause) {
    this.#book = book;
    this.#onTrouble = onTrouble;
    this.#now = now;
    this.#pause = pause;
  }

  async reserve(owner: string, draw: Draw): Promise<Grant | PurseRefused> {
    const { draws, answers } = this.#batch(owner);
    const at = draws.push(draw) - 1;
    const [answer] = await answers.then(
      (all) => all.slice(at),
      () => [],
    );
    return answer ?? PurseRefused.unreachable();
  }

  settle(owner: string, settlement: Settlement): Promise<void> {
    const { settlements, booked } = this.#batch(owner);
    settlements.push(settlement);
    return booked;
  }

  /** Resolves once all is booked, or was sent a last time. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const { pause } of this.#waiting.values()) pause.abort();
    await Promise.all(this.#booking);
  }

  #batch(owner: string): Batch {
    const open = this.#open.get(owner);
    if (open) return open;
    const settlements: Settlement[] = [];
    const draws: Draw[] = [];
    const answers = (this.#steps.get(owner) ?? endOfTurn()).then(() => {
      this.#open.delete(owner);
      return this.#step(owner, { settlements, draws });
    });
    const booked = answers.then(
      // The store is there again.
      () => this.#waiting.get(owner)?.pause.abort(),
      // Draws may have been reserved all the same.
      (error) => this.#sendAgain(owner, error, [...settlements, ...draws.map(released)]),
    );
    const batch = { settlements, draws, answers, booked };
    this.#open.set(owner, batch);
    this.#booking.add(booked);
    void booked.then(() => this.#booking.delete(booked));
    return batch;
  }

  #step(owner: string, changes: PurseChanges): Promise<readonly (Grant | PurseRefused)[]> {
    const answers = this.#book(owner, changes);
    const ended = () => {
      if (this.#steps.get(owner) === step) this.#steps.delete(owner);
    };
    const step: Promise<void> = answers.then(ended, ended);
    this.#steps.set(owner, step);
    return answers;
  }

  /** Resolves once the store has taken the settlements, or was sent them a last time. */
  #sendAgain(owner: string, reason: unknown, settlements: readonly Settlement[]): Promise<void> {
    let waiting = this.#waiting.get(owner);
    if (waiting) waiting.settlements.push(...settlements);
    else {
      waiting = { settlements: [...settlements], pause: new AbortController(), ended: Promise.resolve() };
      this.#waiting.set(owner, waiting);
      waiting.ended = this.#retry(owner, waiting);
    }
    this.#warn(reason);
    return waiting.ended;
  }

  /**
   * Sends an owner's settlements until the store takes them, at last when this ends. What it does not take by then stays
   * reserved, and is uncertain once this process is gone.
   */
  async #retry(owner: string, waiting: Waiting): Promise<void> {
    const { settlements } = waiting;
    for (let pauseMs = retryMs.first; settlements.length > 0; ) {
      waiting.pause = new AbortController();
      if (this.#isEnding) waiting.pause.abort();
      await this.#pause(pauseMs, waiting.pause.signal);
      const isLast = this.#isEnding;
      const { length } = settlements;
      const sent = settlements.slice(0, mostSentAgain);
      try {
        await this.#book(owner, { settlements: sent, draws: [] });
        settlements.splice(0, sent.length);
        pauseMs = 0;
      } catch (error) {
        this.#warn(error);
        if (isLast) settlements.splice(0, length);
        pauseMs = Math.min(Math.max(retryMs.first, pauseMs * 2), retryMs.longest);
      }
    }
    this.#waiting.delete(owner);
    if (this.#waiting.size === 0 && !this.#isEnding) this.#warnedAt = undefined;
  }

  /** An outage lasts for as long as anything waits: it is told when it begins, and then how many wait, at most once a minute. */
  #warn(reason: unknown): void {
    const now = this.#now();
    if (this.#warnedAt !== undefined && now - this.#warnedAt < quietMs) return;
    const count = [...this.#waiting.values()].reduce((sum, { settlements }) => sum + settlements.length, 0);
    const message = reason instanceof Error ? reason.message : String(reason);
    this.#onTrouble(
      this.#warnedAt === undefined
        ? reason
        : new Error(`${count} settlements of ${this.#waiting.size} keys wait until they are taken: ${message}`),
    );
    this.#warnedAt = now;
  }
}

/** Does not keep the process alive. */
const unheldPause: Pause = (ms, signal) => wait(ms, undefined, { signal, ref: false }).catch(() => undefined);

const released = ({ id }: Draw): Settlement => ({ reservation: id, spent: 0, uncertain: 0 });
