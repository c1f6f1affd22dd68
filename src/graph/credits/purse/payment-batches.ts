import { setImmediate as endOfTurn, setTimeout as wait } from 'node:timers/promises';
import { TransientMap } from '../../transient-map.ts';
import { PurseRefused } from './purse-refused.ts';
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

/** The first pause before a settlement is sent again, and the longest. */
const retryMs = { first: 100, longest: 10_000 };

/**
 * Payments of a store that is reached over the network: what a turn of the event loop brings for one key goes in one step, and
 * what comes while a step of it is under way goes in the next, so that they are few and large where there is much to pay.
 */
export class PaymentBatches {
  readonly #book: Book;
  readonly #onTrouble: (error: unknown) => void;
  /** By owner; each is booked when the event loop's turn and the owner's last step have ended. */
  readonly #open = new TransientMap<string, Batch>();
  /** By owner, until it has ended; it never rejects. */
  readonly #steps = new TransientMap<string, Promise<void>>();
  readonly #booking = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  /** @param onTrouble hears why nothing could be booked */
  constructor(book: Book, onTrouble: (error: unknown) => void) {
    this.#book = book;
    this.#onTrouble = onTrouble;
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
    this.#closing.abort();
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
      () => undefined,
      // Draws may have been reserved all the same.
      (error) => this.#settle(owner, error, [...settlements, ...draws.map(released)]),
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

  /**
   * Tries again until the store takes the settlements, at last when this ends. What it does not take by then stays reserved,
   * and is uncertain once this process is gone.
   */
  async #settle(owner: string, reason: unknown, settlements: readonly Settlement[]): Promise<void> {
    const { signal } = this.#closing;
    this.#onTrouble(reason);
    for (let pauseMs = retryMs.first; ; pauseMs = Math.min(pauseMs * 2, retryMs.longest)) {
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      const isLast = signal.aborted;
      try {
        await this.#book(owner, { settlements, draws: [] });
        return;
      } catch (error) {
        this.#onTrouble(error);
        if (isLast) return;
      }
    }
  }
}

const released = ({ id }: Draw): Settlement => ({ reservation: id, spent: 0, uncertain: 0 });
