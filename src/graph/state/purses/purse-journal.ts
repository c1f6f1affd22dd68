import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/**
 * A file of lines beside a database, each a mark and then JSON. A line survives `kill -9` once it is appended, at a fraction of what a commit
 * costs. Without a path nothing is kept, as in a database without a file.
 */
export class PurseJournal {
  readonly #path: string | undefined;
  #file: number | undefined;

  /** The file is its owner's alone; whoever has the database has it. */
  constructor(path: string | undefined) {
    this.#path = path;
    if (path !== undefined) this.#file = openSync(path, 'a+', 0o600);
  }

  /** Appends lines of ASCII in one write. Each begins with its break, so that one that was cut off, by a full disk, is a line of its own. */
  append(text: string): void {
    if (this.#path === undefined) return;
    if (this.#file === undefined) throw new Error(`The file ${this.#path} is closed.`);
    if (writeSync(this.#file, text) < text.length) throw new Error(`The file ${this.#path} takes no more.`);
  }

  /** What was appended under a mark, in order; a line that was cut off is not. */
  entries(mark: string): readonly unknown[] {
    if (this.#path === undefined) return [];
    const start = `${mark} `;
    const lines = readFileSync(this.#path, 'utf8').split('\n');
    return lines.filter((line) => line.startsWith(start)).flatMap((line) => parsed(line.slice(start.length)));
  }

  /** Nothing in it counts any more. */
  clear(): void {
    if (this.#file !== undefined) ftruncateSync(this.#file);
  }

  /** Closes it, and does away with it. */
  end(): void {
    if (this.#path === undefined || this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#path, { force: true });
  }
}

function parsed(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
