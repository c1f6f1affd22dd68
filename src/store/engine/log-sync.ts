/**
 * Delayed sync of a write-ahead log: a commit does not wait for the disk, which gets the log soon after, and always
 * before anything is changed that relies on it. So a power cut costs the latest commits, and never the database.
 */
export class LogSync {
  readonly #delayMs: number;
  readonly #sync: (path: string) => void;
  readonly #unsynced = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param sync writes a file or directory to the disk */
  constructor(delayMs: number, sync: (path: string) => void) {
    this.#delayMs = delayMs;
    this.#sync = sync;
  }

  get pending(): boolean {
    return this.#unsynced.size > 0;
  }

  /** A part of the log that is to be synced. */
  add(path: string): void {
    this.#unsynced.add(path);
    this.#timer ??= setTimeout(() => this.flush(), this.#delayMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const path of this.#unsynced) this.#sync(path);
    this.#unsynced.clear();
  }
}
