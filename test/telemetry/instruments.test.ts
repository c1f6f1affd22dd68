import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Instrument, instruments, instrumentsOf, maxSeries, seriesOf } from '../../src/telemetry/instruments.ts';

const all = Object.entries<Instrument>(instruments);

describe('the instruments', () => {
  for (const process of ['graph', 'service'] as const)
    it(`of the ${process} have room for ${maxSeries} series at most, with the one that tells of the process`, () => {
      const most = [...instrumentsOf(process).values()].reduce((sum, one) => sum + seriesOf(one, process), 1);
      assert.ok(most <= maxSeries, `${most}`);
    });

  it('have bounds of buckets where they are histograms, in order', () => {
    for (const [name, { kind, buckets }] of all) {
      assert.equal(buckets !== undefined, kind === 'histogram', name);
      assert.deepEqual(
        buckets,
        buckets?.toSorted((one, other) => one - other),
        name,
      );
    }
  });

  it('have no label for who asks, or for what', () => {
    const private_ = /key|team|user|account|credential|session|purse|slug|mail|(^|\.)id$|url|query|variable|document/;
    const wrong = all.flatMap(([name, { labels }]) => labels.filter((label) => private_.test(label)).map(() => name));
    assert.deepEqual(wrong, []);
  });

  it('have one set of labels where they have none', () => {
    for (const [name, { labels, sets }] of all) if (labels.length === 0) assert.equal(sets, 1, name);
  });
});
