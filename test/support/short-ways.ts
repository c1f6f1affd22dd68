/**
 * Whether the graphs of a test run take the short ways; `KITH_TEST_PLAIN=1` runs every request by itself, through Yoga,
 * and parses every answer whole.
 */
const short = process.env.KITH_TEST_PLAIN !== '1';

/** Of the graph's options. */
export const shortWays = { thinFront: short, deferParsing: short } as const;
/** Of the cache's. */
export const shareInFlight = short;
