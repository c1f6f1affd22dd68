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

  refused(): void {
    clearTimeout(this.#timer);
    this.usedUp.value = true;
    this.#timer = setTimeout(() => this.succeeded(), rememberedMs);
  }

  succeeded(): void {
    clearTimeout(this.#timer);
    this.usedUp.value = false;
  }
}
