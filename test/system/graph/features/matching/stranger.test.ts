import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { type Upstream, upstreams } from '../../../../support/graph/upstreams.ts';
import { randomFrom } from '../../../../support/random.ts';
import type { SampleGraph } from '../../../../support/sample/sample-graph.ts';
import { sampleSize } from '../../../../support/sample/sample-seed.ts';
import { contrarySample } from '../../../../support/second-upstream/graph.ts';
import { propertyRuns } from '../../../../support/tier.ts';
import { sampleProfiles } from '../../../../tools/sample/generate.ts';
import { measure } from './measure.ts';
import type { StrangersRow } from './stranger-rows.mjs';

const key = 'kith_demo_team';
const size = 2000;
const seed = Number(process.env.KITH_PROPERTY_SEED ?? randomInt(1_000_000));
const label = `KITH_PROPERTY_SEED=${seed}`;

interface Measured extends Pick<Upstream, 'name' | 'ours' | 'openSample'> {
  readonly rows: number;
}

/** All rows over our own service, and those of a smaller list over others, of which `test:ci` draws a fifth. */
const fewer = Math.min(1_000, propertyRuns(2_000));
const measured: readonly Measured[] = [
  ...upstreams.map((upstream) => ({ ...upstream, rows: upstream.ours ? 1_000 : fewer })),
  ...(upstreams.length > 1
    ? [{ name: 'pages of a hundred', ours: false, openSample: contrarySample({ longestPage: 100 }), rows: fewer }]
    : []),
];

/** Words of the contract, such as a page's title in `Xnet`, which the proxy of other words takes for the graph's. */
const isInContractsWords = ({ url, ...row }: StrangersRow['row']): boolean => /\bxnet\b/i.test(JSON.stringify(row));

describe('rows that were distorted by somebody who has not read the code', () => {
  for (const { name, ours, openSample, rows } of measured)
    it(`are matched over ${name}: none wrong with certainty, none for a wrong reason, no credit`, async (t) => {
      await using sample: SampleGraph = await openSample({ profiles: size });
      const everybody = [...sampleProfiles(sampleSize(size))];
      const before = await sample.usage(key);
      const skips = name === 'an upstream of other words' ? isInContractsWords : () => false;
      const found = await measure(sample, key, { everybody, rows, random: randomFrom(seed), label, skips });
      for (const told of found.told) t.diagnostic(told);
      assert.deepEqual(found.wrong, [], label);
      assert.ok(
        found.wrongLikely <= Math.ceil(0.003 * rows),
        `${label}: ${found.wrongLikely} likely matches are wrong`,
      );
      // What is not found is told as not searched, unless it was.
      assert.ok(found.foundOrRefused / found.unique >= 0.93, `${label}: ${found.foundOrRefused} of ${found.unique}`);
      assert.equal(await sample.usage(key), before, label);
      // A list of a few hundred takes hardly fewer calls than one of a thousand.
      assert.ok(found.calls <= 3 * Math.max(10, rows / 100), `${label}: ${found.calls} calls`);
      if (!ours) return;
      assert.ok(found.right / found.unique >= 0.93, `${label}: recall is ${found.right / found.unique}`);
      assert.equal(found.refused, 0, label);
    });
});
