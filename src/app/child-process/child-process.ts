import type { ChildProcess } from 'node:child_process';
import type { Environment } from '../../config/read-settings.ts';
import type { Snapshot } from '../../telemetry/snapshot.ts';
import { CommandFailure } from '../command-failure.ts';
import { type Progress, parseFromChild, type Ready, type ToChild } from './messages.ts';

export interface ChildOptions {
  /** What it is, as a sentence begins: "The data service". */
  readonly name: string;
  /** How long it may be silent before it is ended, in milliseconds. */
  readonly hangMs?: number;
  readonly onProgress?: (progress: Progress) => void;
}

const usualHangMs = 30_000;

/** How often a process is asked whether it is alive before its silence counts as a hang. */
const pingsBeforeHang = 4;

/** How long a process may take to tell what it has measured, in milliseconds. */
const measureMs = 1_000;

/** One run of a child process, from its start to its end, however it ends. */
export class Child {
  /** Settles once: with the address, or with why the process did not get that far. */
  readonly ready: Promise<Ready>;
  /** Why it ended, as the end of a sentence that begins with its name. Never rejects. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  #unanswered = 0;
  #hung = false;
  #gotReady = false;
  #refusal: string | undefined;
  #measuring: ((snapshot: Snapshot | undefined) => void)[] = [];

  constructor(child: ChildProcess, { name, hangMs = usualHangMs, onProgress }: ChildOptions) {
    this.#child = child;
    this.ended = this.#watchEnd();
    this.ready = new Promise((resolve, reject) => {
      child.on('message', (message) => {
        this.#unanswered = 0;
        const said = parseFromChild(message);
        if (said?.kind === 'ready') {
          this.#gotReady = true;
          resolve(said);
        }
        if (said?.kind === 'measured') this.#tellMeasured(said.snapshot);
        if (said?.kind === 'progress') onProgress?.(said.progress);
        if (said?.kind !== 'refused') return;
        this.#refusal = said.sentence;
        reject(new CommandFailure(said.sentence));
      });
      void this.ended.then(() => this.#tellMeasured(undefined));
      void this.ended.then((why) => reject(new CommandFailure(`${name} ${why} before it was ready.`)));
    });
    // Whoever only restarts it learns of a failed start by its end.
    this.ready.catch(() => undefined);
    this.#watchHang(hangMs);
  }

  get gotReady(): boolean {
    return this.#gotReady;
  }

  /** It did not start, for a reason that the person at the terminal can see to. */
  get refused(): boolean {
    return this.#refusal !== undefined;
  }

  /** What it has measured; undefined where it does not say so within a second. */
  measured(): Promise<Snapshot | undefined> {
    const { promise, resolve } = Promise.withResolvers<Snapshot | undefined>();
    const timer = setTimeout(resolve, measureMs, undefined);
    this.#measuring.push((snapshot) => {
      clearTimeout(timer);
      resolve(snapshot);
    });
    this.#send({ kind: 'measure' });
    return promise;
  }

  #tellMeasured(snapshot: Snapshot | undefined): void {
    for (const tell of this.#measuring) tell(snapshot);
    this.#measuring = [];
  }

  /** Has it say that it is about to stop, and accept no more connections where others do. */
  retire(accepting: boolean): void {
    this.#send({ kind: 'retire', accepting });
  }

  /** Has it take up what these variables say. */
  reload(env: Environment): void {
    const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
    this.#send({ kind: 'reload', env: Object.fromEntries(set) });
  }

  /** Asks it to finish what is in flight and end; after `deadlineMs` it is ended. */
  async stop(deadlineMs: number): Promise<void> {
    this.#send({ kind: 'stop' });
    const deadline = setTimeout(() => this.#child.kill('SIGKILL'), deadlineMs);
    await this.ended;
    clearTimeout(deadline);
  }

  /** What can't be sent any more is of no use: the end of the process tells. */
  #send(message: ToChild): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  async #watchEnd(): Promise<string> {
    const child = this.#child;
    const failed = Promise.withResolvers<string>();
    // One that runs tells of a message that did not reach it in the same way; it is at its end then, or gets the next.
    child.on('error', (error) => child.pid === undefined && failed.resolve(`could not be started (${error.message})`));
    const exited = (async () => {
      const [code, signal] = await exitOf(child);
      // What it said last may still be on its way.
      if (child.connected) await new Promise((resolve) => child.once('disconnect', resolve));
      if (this.#refusal !== undefined) return `could not start (${this.#refusal})`;
      if (this.#hung) return 'gave no sign of life and was ended';
      return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    })();
    return await Promise.race([exited, failed.promise]);
  }

  /** Pings are counted, not timed, so that a machine that slept does not pass for a process that hung. */
  #watchHang(hangMs: number): void {
    const timer = setInterval(() => {
      this.#unanswered += 1;
      if (this.#unanswered > pingsBeforeHang) {
        this.#hung = true;
        this.#child.kill('SIGKILL');
      } else {
        this.#send({ kind: 'ping' });
      }
    }, hangMs / pingsBeforeHang);
    void this.ended.then(() => clearInterval(timer));
  }
}

/** Its exit code, or the signal that ended it. */
const exitOf = (child: ChildProcess): Promise<readonly [code: number | null, signal: string | null]> =>
  new Promise((resolve) => child.once('exit', (code, signal) => resolve([code, signal])));
