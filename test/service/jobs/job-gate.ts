import { EventEmitter, once } from 'node:events';
import type { JobQueueOptions } from '../../../src/service/jobs/queue.ts';

type BeforeJob = NonNullable<JobQueueOptions['beforeJob']>;

export interface JobGate {
  /** For the service under test. */
  readonly beforeJob: BeforeJob;
  /** Resolves when a job has come to the gate and waits, with what lets it pass. */
  arrival(): Promise<() => void>;
  /** Lets pass whoever waits, and everybody from now on. */
  open(): void;
}

/** Holds every job of one kind before each of its runs, until the test lets it pass. */
export function closedGate(kind: string): JobGate {
  const events = new EventEmitter();
  const waiting: (() => void)[] = [];
  let open = false;
  return {
    beforeJob: (job) => {
      if (open || job.kind !== kind) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      events.emit('arrival');
      return promise;
    },
    arrival: async () => {
      for (;;) {
        const pass = waiting.shift();
        if (pass) return pass;
        await once(events, 'arrival');
      }
    },
    open: () => {
      open = true;
      for (const pass of waiting.splice(0)) pass();
    },
  };
}
