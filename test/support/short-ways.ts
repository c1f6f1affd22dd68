/** Whether the graphs of a test run take the short ways; `KITH_TEST_PLAIN=1` runs every request by itself, and through Yoga. */
const short = process.env.KITH_TEST_PLAIN !== '1';

export const thinFront = short;
export const shareInFlight = short;
