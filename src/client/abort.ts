/** Tells when a caller leaves: an `AbortSignal`, or what works like one. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * What an `AbortController` does, for whatever runs once a request. Node's `EventTarget` has all that hangs on its
 * listeners outlive every minor collection, though they be removed: a fifth of what a request allocated.
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

  /** Tells everyone, once. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners = undefined;
  }
}
