import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CommandFailure } from '../command-failure.ts';
import { type Progress, parseFromService, type ToService } from './messages.ts';

export interface Ready {
  readonly url: string;
  /** The demo keys are valid there. */
  readonly demoKeys: boolean;
}

/** How often a child is asked whether it is alive before its silence counts as a hang. */
const pingsBeforeHang = 4;

/** One run of the service's process, from its launch to its end, however it ends. */
export class ServiceChild {
  /** Settles once: with the address, or with why the process did not get that far. */
  readonly ready: Promise<Ready>;
  /** Why it ended, as the end of a sentence that begins with "the data service". Never rejects. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  #unanswered = 0;
  #hung = false;

  constructor(child: ChildProcess, options: { hangMs: number; onProgress: (progress: Progress) => void }) {
    this.#child = child;
    this.ended = this.#watchEnd();
    this.ready = new Promise((resolve, reject) => {
      child.on('message', (message) => {
        this.#unanswered = 0;
        const said = parseFromService(message);
        if (said?.kind === 'ready') resolve(said);
        if (said?.kind === 'progress') options.onProgress(said.progress);
        if (said?.kind === 'refused') reject(new CommandFailure(said.sentence));
      });
      void this.ended.then((why) => reject(new CommandFailure(`The data service ${why} before it was ready.`)));
    });
    // Whoever only restarts it learns of a failed start by its end.
    this.ready.catch(() => undefined);
    this.#watchHang(options.hangMs);
  }

  /** Asks it to finish what is in flight and end; after `deadlineMs` it is ended. */
  async stop(deadlineMs: number): Promise<void> {
    this.#child.kill('SIGTERM');
    const deadline = setTimeout(() => this.#child.kill('SIGKILL'), deadlineMs);
    await this.ended;
    clearTimeout(deadline);
  }

  async #watchEnd(): Promise<string> {
    try {
      const [code, signal] = await once(this.#child, 'exit');
      if (this.#hung) return 'gave no sign of life and was ended';
      return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    } catch (error) {
      return `could not be started (${error instanceof Error ? error.message : error})`;
    }
  }

  /** Pings are counted, not timed, so that a machine that slept does not pass for a service that hung. */
  #watchHang(hangMs: number): void {
    const ping: ToService = { kind: 'ping' };
    const timer = setInterval(() => {
      this.#unanswered += 1;
      if (this.#unanswered > pingsBeforeHang) {
        this.#hung = true;
        this.#child.kill('SIGKILL');
      } else if (this.#child.connected) {
        this.#child.send(ping, () => undefined);
      }
    }, hangMs / pingsBeforeHang);
    void this.ended.then(() => clearInterval(timer));
  }
}
