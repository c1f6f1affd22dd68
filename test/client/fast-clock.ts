import { type Clock, systemClock } from '../../src/client/clock.ts';

/** A clock of the client that runs faster than time, so that its pauses are short. */
export const fastClock = (rate: number): Clock => ({
  now: () => systemClock.now() * rate,
  after: (ms, run) => systemClock.after(ms / rate, run),
});

/** A clock of the client that stands still until the test moves it. */
export function manualClock(): Clock & { advance(ms: number): void } {
  const waiting = new Map<() => void, number>();
  let time = 0;
  return {
    now: () => time,
    after(ms, run) {
      const once = () => run();
      waiting.set(once, time + ms);
      return () => waiting.delete(once);
    },
    advance(ms) {
      time += ms;
      for (const [run, at] of [...waiting]) if (at <= time && waiting.delete(run)) run();
    },
  };
}
