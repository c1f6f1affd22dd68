import type { LoadGuardOptions } from '../../src/http/limits/load-guard.ts';

/** For servers in a test's own process: the event loop is the tests' own, too, so that its delay says nothing of load. */
export const noLoadGuard: LoadGuardOptions = { loopDelayMs: 0, heapPart: 0, memoryPart: 0, busyMs: 0 };
