/** How long to wait for a page to reach its earlier height, in milliseconds. */
const longestWaitMs = 1500;

/**
 * Stores the scroll position of each history entry: Back and Forward restore it, and new entries start at the top. Call
 * `arrive` after each change of the address, before painting.
 */
export class ScrollPlaces {
  readonly #places = new Map<string, number>();
  #entry: string;
  #path = '';

  constructor() {
    history.scrollRestoration = 'manual';
    this.#entry = entryIn(history.state) ?? this.#name();
    this.#path = location.pathname;
    addEventListener('scroll', () => this.#places.set(this.#entry, scrollY), { passive: true });
  }

  /** Returns whether the path has changed. */
  arrive(): boolean {
    const known = entryIn(history.state);
    const isNewPath = this.#path !== location.pathname;
    this.#path = location.pathname;
    if (known !== undefined && known === this.#entry) return isNewPath;
    const at = this.#places.get(known ?? '');
    this.#entry = known ?? this.#name();
    if (at !== undefined) this.#restore(this.#entry, at, performance.now());
    else if (isNewPath) scrollTo(0, 0);
    return isNewPath;
  }

  #name(): string {
    const entry = crypto.randomUUID();
    history.replaceState({ entry }, '');
    return entry;
  }

  #restore(entry: string, at: number, since: number): void {
    if (this.#entry !== entry) return;
    scrollTo(0, at);
    if (Math.abs(scrollY - at) > 1 && performance.now() - since < longestWaitMs)
      requestAnimationFrame(() => this.#restore(entry, at, since));
  }
}

const entryIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'string'
    ? state.entry
    : undefined;
