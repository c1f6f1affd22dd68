/** How long answers are read in one turn of the event loop, in milliseconds. */
const turnMs = 0.5;
/** How long an answer gives way to what came after it, in milliseconds. */
const patienceMs = 5;

/** An answer that has come and is not read yet. */
interface Waiting {
  readonly since: number;
  read(): void;
}

/**
 * Calls go out before answers are read. undici writes a call at the end of the turn of the event loop in which it gets it, once
 * it has seen that the upstream has not closed the connection. Answers that are read until then, each of which takes as long
 * as many calls, would hold all calls of that turn back: the upstream would get them together, answer them together, and so
 * on. So answers wait until the calls are written, and are then read a few a turn, so that what comes in between is sent, too.
 * Nothing waits where nothing else is to be done.
 */
export class AnswerQueue {
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  /** Calls that undici has, and has not written. */
  #unwritten = 0;
  #reading = false;
  /** Reads on in a later turn. */
  #later: NodeJS.Immediate | undefined;
  /** When reading began in this turn. */
  #began = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A call is handed to undici. */
  handed(): void {
    this.#unwritten += 1;
  }

  /** A call that was handed to undici is written, or given up. */
  written(): void {
    this.#unwritten -= 1;
    if (this.#unwritten === 0 && this.#waiting.length > 0) this.#begin();
  }

  /** Reads an answer, at once or when its turn has come. */
  add(read: () => void): void {
    if (this.#unwritten === 0 && this.#waiting.length === 0) {
      read();
      return;
    }
    this.#waiting.push({ since: this.#now(), read });
    // A call may wait for a connection for longer than a turn: no answer waits for that.
    if (this.#waiting.length === 1 && !this.#reading)
      this.#later = setImmediate(() => {
        this.#later = setImmediate(this.#begin);
      });
  }

  readonly #begin = (): void => {
    if (this.#reading) return;
    clearImmediate(this.#later);
    this.#reading = true;
    this.#began = this.#now();
    this.#next();
  };

  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (!first) {
      this.#reading = false;
      return;
    }
    const now = this.#now();
    if (now - this.#began >= turnMs && now - first.since < patienceMs) {
      this.#reading = false;
      this.#later = setImmediate(this.#begin);
      return;
    }
    this.#waiting.shift();
    first.read();
    // The next one once everything that this one sets off has been done.
    void Promise.resolve().then(() => process.nextTick(this.#next));
  };
}
