import { type Clock, systemClock } from '../../src/client/clock.ts';

/** A clock of the client that runs faster than time, so that its pauses are short. */
export const fastClock = (rate: number): Clock => ({
  now: () => systemClock.now() * rate,
  after: (ms, run) => systemClock.after(ms / rate, run),
});
