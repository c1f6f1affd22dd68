import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Both semi-spaces together, in bytes. */
const enough = 32 * 1024 * 1024;

/**
 * Keeps V8's young generation from growing beyond 32 MB. Left alone it grows to 128 MB under load, all of which stays
 * resident, since it is used in turns. V8's own bound, `--max-semi-space-size`, can be given on a command line alone; by how
 * much the young generation grows can be set at any time, and by 1 it does not grow.
 */
export function boundYoungGeneration(): void {
  let isBounded = false;
  new PerformanceObserver(() => {
    const size = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
    // While a process idles, V8 makes it smaller again.
    if (size >= enough === isBounded) return;
    isBounded = !isBounded;
    setFlagsFromString(`--semi-space-growth-factor=${isBounded ? 1 : 2}`);
  }).observe({ entryTypes: ['gc'] });
}
