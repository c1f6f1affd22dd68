/** The part of `AbortSignal` that the client uses; aborts when the caller leaves. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * A small `AbortController` for per-request use. With Node's `EventTarget`, everything that its listeners reference
 * survives minor garbage collections, even after removal: a fifth of what a request allocates.
 */
export class LightAbortController implements AbortSignalLike {
  #aborted = false;
  #listeners: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_: 'abort', listener: () => void): void {
    if (this.#aborted) return;
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  /** Calls all listeners, once. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }
}
