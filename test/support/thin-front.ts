/** Whether the graphs of a test run take the short way; `KITH_TEST_PLAIN=1` sends every request through Yoga. */
export const thinFront = process.env.KITH_TEST_PLAIN !== '1';
