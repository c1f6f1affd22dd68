import { EventEmitter, once } from 'node:events';
import type { JobQueueOptions } from '../../../src/service/jobs/queue.ts';

type BeforeJob = NonNullable<JobQueueOptions['beforeJob']>;

export interface JobGate {
  /** For the service under test. */
  readonly beforeJob: BeforeJob;
  /** From now on every job of this kind is held before each of its runs. */
  close(kind: string): void;
  /** Resolves when one more job has come to the closed gate and waits, with what lets it pass. */
  arrival(): Promise<() => void>;
  /** Lets pass whoever waits, and everybody from now on. */
  open(): void;
}

/** Holds jobs until the test lets them pass; open at first. */
export function jobGate(): JobGate {
  const events = new EventEmitter();
  const waiting = new Set<() => void>();
  const arrived: (() => void)[] = [];
  let held: string | undefined;
  return {
    beforeJob: ({ kind }) => {
      if (kind !== held) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      arrived.push(resolve);
      events.emit('arrival');
      return promise;
    },
    close: (kind) => {
      held = kind;
    },
    arrival: async () => {
      for (;;) {
        const pass = arrived.shift();
        if (pass) return pass;
        await once(events, 'arrival');
      }
    },
    open: () => {
      held = undefined;
      for (const pass of waiting) pass();
      waiting.clear();
      arrived.length = 0;
    },
  };
}
