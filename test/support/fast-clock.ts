import type { Clock } from '../../src/graph/state/sessions/session-token.ts';

/** Time that runs faster from a moment on, the same in every process that is told so. */
export interface FastTime {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly rate: number;
}

export function fastClock({ start, rate }: FastTime): Clock {
  const now = () => start + (Date.now() - start) * rate;
  return {
    now,
    at(time, call) {
      const timer = setTimeout(call, Math.max(0, (time - now()) / rate)).unref();
      return () => clearTimeout(timer);
    },
  };
}
