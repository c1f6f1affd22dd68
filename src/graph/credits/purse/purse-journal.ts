import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/**
 * A file of JSON lines beside a database. A line survives `kill -9` once it is appended, at a fraction of what a commit
 * costs. Each is of a generation, which the database tells: its transaction that makes a new one does away with all lines.
 * Without a path nothing is kept, as in a database without a file.
 */
export class PurseJournal {
  readonly #path: string | undefined;
  #file: number | undefined;

  /** The file is its owner's alone; whoever has the database has it. */
  constructor(path: string | undefined) {
    this.#path = path;
    if (path !== undefined) this.#file = openSync(path, 'a+', 0o600);
  }

  append(generation: number, entry: unknown): void {
    if (this.#path === undefined) return;
    if (this.#file === undefined) throw new Error(`The file ${this.#path} is closed.`);
    // It begins a line, so that one before it that was cut off, by a full disk, is a line of its own.
    const line = `\n${generation} ${JSON.stringify(entry)}`;
    if (writeSync(this.#file, line) < line.length) throw new Error(`The file ${this.#path} takes no more.`);
  }

  /** What was appended in a generation, in order; a line that was cut off is not. */
  entries(generation: number): readonly unknown[] {
    if (this.#path === undefined) return [];
    const start = `${generation} `;
    const lines = readFileSync(this.#path, 'utf8').split('\n');
    return lines.filter((line) => line.startsWith(start)).flatMap((line) => parsed(line.slice(start.length)));
  }

  /** Its lines are of generations that have passed. */
  clear(): void {
    if (this.#file !== undefined) ftruncateSync(this.#file);
  }

  /** Nothing in it counts any more. */
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
