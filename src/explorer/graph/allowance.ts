import { signal } from '@preact/signals';

/** How long a refusal is remembered, in milliseconds: a new period of the allowance begins without notice. */
const rememberedMs = 600_000;

/**
 * Whether the team's allowance is used up. The data service says so only when it refuses a payment; the refusal holds until
 * a paid call succeeds, ten minutes pass, or somebody asks to try again.
 */
export class Allowance {
  readonly usedUp = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  #isTrying = false;

  /** The graph remembers a refusal, of this tab or another. */
  remembered(): void {
    if (!this.#isTrying && !this.usedUp.value) this.refused();
  }

  /** Somebody wants to pay all the same: what is remembered does not count until the next refusal. */
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
