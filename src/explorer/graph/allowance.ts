import { Signal } from './signal.ts';

/** How long a refusal is remembered, in milliseconds: a new period starts without notice. */
const rememberedMs = 600_000;

/**
 * Whether the team's allowance is used up. The data service reveals that only by refusing a payment. A refusal applies
 * until a paid call succeeds, ten minutes pass, or the user retries.
 */
export class Allowance {
  readonly usedUp = new Signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  #isTrying = false;

  /** The graph remembers a refusal, of this tab or another. */
  remembered(): void {
    if (!this.#isTrying && !this.usedUp.value) this.refused();
  }

  /** Ignores the remembered refusal until the next one, for a user who wants to pay anyway. */
  tryAgain(): void {
    this.succeeded();
    this.#isTrying = true;
  }

  refused(): void {
    this.#isTrying = false;
    clearTimeout(this.#timer);
    this.usedUp.value = true;
    this.#timer = setTimeout(() => this.succeeded(), rememberedMs);
  }

  succeeded(): void {
    clearTimeout(this.#timer);
    this.usedUp.value = false;
  }
}
