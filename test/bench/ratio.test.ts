import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pairedRatio } from './ratio.ts';

describe('a ratio of pairs', () => {
  it('is their geometric mean, with the interval of Student’s t', () => {
    const logs = [0.02, -0.01, 0.03, 0.01, 0, 0.04, -0.02, 0.05];
    const { ratio, interval } = pairedRatio(
      logs.map((log) => 2 * Math.exp(log)),
      logs.map(() => 2),
    );
    // Mean 0.015, standard deviation 0.024495, and t is 2.3646 with 7 degrees of freedom.
    assert.equal(ratio, 1.015);
    assert.deepEqual(interval, [0.9945, 1.036]);
  });

  it('leaves out what disturbs both of a pair alike', () => {
    const load = [1, 5, 2, 9, 3];
    const { interval } = pairedRatio(
      load.map((one) => 1.5 * one),
      load,
    );
    assert.deepEqual(interval, [1.5, 1.5]);
  });

  it('has no interval where there is one pair', () => {
    assert.deepEqual(pairedRatio([3], [2]), { ratio: 1.5, interval: null });
  });
});
