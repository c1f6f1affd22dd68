import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { CommandFailure } from '../command-failure.ts';

const Head = Type.Object({ kith: Type.Literal('enrich'), run: Type.String() });
/** A load of some rows is about to start. */
const Began = Type.Object({
  began: Type.Integer(),
  rows: Type.Integer(),
  /** The most that it can be charged for. */
  credits: Type.Integer(),
});
/** No load is in flight any more. */
const Ended = Type.Object({
  /** Credits charged so far. */
  charged: Type.Integer(),
});
/** It was decided what becomes of a load whose answer was lost. */
const Lost = Type.Object({
  /** Credits that all such loads so far may have been charged for. */
  lost: Type.Integer(),
});
const Done = Type.Object({
  /** Rows written so far. */
  done: Type.Integer(),
  /** Length of the output so far, in bytes. */
  bytes: Type.Integer(),
});
export interface Done extends Static<typeof Done> {}
/** All rows are written; only the output's name is left to give. */
const Finished = Type.Object({ finished: Type.Literal(true) });

/** Progress of a run. */
export interface Progress extends Done, Static<typeof Ended>, Static<typeof Lost> {
  /** Rows that were being loaded when the run ended, so that it is unknown whether they were charged. */
  readonly uncertain: { readonly from: number; readonly credits: number } | undefined;
  /** Whether all rows are written. */
  readonly isFinished: boolean;
}

/**
 * Journal of a run, with a line of JSON per step, from which the output is recovered after a crash. A line is synced
 * before the next step starts. Rows are written while the next ones are loaded, so that the lines of both mix.
 */
export class Journal implements AsyncDisposable {
  readonly progress: Progress;
  /** Whether an earlier call started the run. */
  readonly isContinued: boolean;
  readonly #file: FileHandle;

  private constructor(file: FileHandle, progress: Progress, isContinued: boolean) {
    this.#file = file;
    this.isContinued = isContinued;
    this.progress = progress;
  }

  /**
   * @param run identifies the run; a journal of another one is refused
   * @throws {CommandFailure} if the file is the journal of another run
   */
  static async open(path: string, run: readonly unknown[]): Promise<Journal> {
    const id = createHash('sha256').update(JSON.stringify(run)).digest('hex');
    const text = await readFile(path, 'utf8').catch(() => '');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    const [head, ...steps] = whole.split('\n').slice(0, -1).map(parsed);
    const isSame = Value.Check(Head, head) && head.run === id;
    if (head !== undefined && !isSame && steps.length > 0)
      throw new CommandFailure(
        `${path} belongs to a run with another input, other options or another graph: finish that one with its own command, or remove the file and start again.`,
      );
    const file = await open(path, 'a', 0o600);
    // Drops a line that a crash truncated.
    await file.truncate(isSame ? Buffer.byteLength(whole) : 0);
    const done = steps.findLast((step) => Value.Check(Done, step));
    const ended = steps.findLast((step) => Value.Check(Ended, step));
    const lost = steps.findLast((step) => Value.Check(Lost, step));
    const load = steps.findLast((step) => [Began, Ended, Lost].some((shape) => Value.Check(shape, step)));
    const uncertain = Value.Check(Began, load) ? { from: load.began, credits: load.credits } : undefined;
    const journal = new Journal(
      file,
      {
        done: 0,
        bytes: 0,
        charged: 0,
        lost: 0,
        ...(Value.Check(Done, done) && done),
        ...(Value.Check(Ended, ended) && ended),
        ...(Value.Check(Lost, lost) && lost),
        uncertain,
        isFinished: steps.some((step) => Value.Check(Finished, step)),
      },
      isSame,
    );
    if (!isSame) await journal.#write({ kith: 'enrich', run: id });
    return journal;
  }

  /** Records that a load of some rows is about to start, or what one whose answer was lost may have cost. */
  began(from: number, rows: number, credits: number): Promise<void> {
    return this.#write({ began: from, rows, credits });
  }

  /** Records that the load has ended, with the credits charged so far. */
  ended(charged: number): Promise<void> {
    return this.#write({ charged });
  }

  /** Records that a lost load counts as charged from now on, with the credits of all of them. */
  lost(lost: number): Promise<void> {
    return this.#write({ lost });
  }

  done(written: Done): Promise<void> {
    return this.#write(written);
  }

  finished(): Promise<void> {
    return this.#write({ finished: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file.close();
  }

  async #write(line: object): Promise<void> {
    await this.#file.appendFile(`${JSON.stringify(line)}\n`);
    await this.#file.datasync();
  }
}

/** Undefined for a truncated line. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
