import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assign, type Choice } from '../../../../src/graph/features/introductions/assignment.ts';
import { randomFrom } from '../../../support/random.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20261122);

type Targets = readonly (readonly Choice[])[];

/** The greatest sum of confidences, by trying every assignment. */
function greatest(targets: Targets, perConnector: number, used: readonly number[] = []): number {
  const [choices, ...rest] = targets;
  if (!choices) return 0;
  let best = greatest(rest, perConnector, used);
  for (const { connector, confidence } of choices)
    if (used.filter((one) => one === connector).length < perConnector)
      best = Math.max(best, confidence + greatest(rest, perConnector, [...used, connector]));
  return best;
}

const sumOf = (targets: Targets, assigned: readonly (number | undefined)[]): number =>
  targets.reduce((sum, choices, at) => {
    const chosen = assigned[at];
    if (chosen === undefined) return sum;
    const choice = choices.find(({ connector }) => connector === chosen);
    assert.ok(choice, `target ${at} is assigned to ${chosen}, who does not reach it`);
    return sum + choice.confidence;
  }, 0);

describe(`an assignment of connectors to targets (seed ${seed})`, () => {
  it('equals the best of all assignments, in 5,000 small random cases', () => {
    const random = randomFrom(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    for (let run = 0; run < 5000; run += 1) {
      const [connectors, perConnector] = [1 + upTo(3), 1 + upTo(2)];
      // Few distinct values make equal sums, and cheaper detours, common.
      const coarse = random() < 0.5;
      const targets = Array.from({ length: upTo(6) }, () =>
        Array.from({ length: connectors }, (_, connector) => ({
          connector,
          confidence: coarse ? upTo(4) / 4 : random(),
        })).filter(() => random() < 0.7),
      );
      const assigned = assign(targets, connectors, perConnector);
      assert.equal(assigned.length, targets.length);
      for (let connector = 0; connector < connectors; connector += 1)
        assert.ok(assigned.filter((one) => one === connector).length <= perConnector);
      const [sum, best] = [sumOf(targets, assigned), greatest(targets, perConnector)];
      assert.ok(Math.abs(sum - best) < 1e-9, `run ${run}: ${sum} is not ${best}; ${JSON.stringify(targets)}`);
    }
  });

  it('moves those assigned before where that adds more', () => {
    const both = [
      { connector: 0, confidence: 0.9 },
      { connector: 1, confidence: 0.8 },
    ];
    assert.deepEqual(assign([both, [{ connector: 0, confidence: 0.7 }]], 2, 1), [1, 0]);
  });

  it('leaves a target unassigned rather than ask somebody too often', () => {
    const one = [{ connector: 0, confidence: 0.5 }];
    assert.deepEqual(assign([one, [], one, one], 1, 2), [0, undefined, 0, undefined]);
  });
});
