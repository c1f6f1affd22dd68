import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '../../../../src/graph/state/database.ts';
import { simulate } from '../../../graph/features/watches/simulation.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20261125);

describe(`a watched network of 400 people over 38 days (seed ${seed})`, () => {
  it('tells each change once and in time, for a tenth of the bytes of nightly copies and no credits', async () => {
    using database = new Database(':memory:');
    const seen = await simulate({ seed, people: 400, days: 8, quietDays: 30, cut: 0.15, database });
    const bounds = { stamped: 4, undated: 27, silent: 31 * 24, joined: 72, left: 120, 'new connector': 4 };
    for (const { kind, count, told, maxHours } of seen.latencies) {
      assert.ok(count > 0, `there are changes of the kind ${kind}`);
      assert.equal(told, count, `every change of the kind ${kind} is told`);
      assert.ok(maxHours <= bounds[kind], `a change of the kind ${kind} was told after ${maxHours} h`);
    }
    assert.deepEqual(
      { gaps: seen.gaps, repeated: seen.repeated, falseDepartures: seen.falseDepartures, paid: seen.paid },
      { gaps: 0, repeated: 0, falseDepartures: 0, paid: 0 },
    );
    assert.ok(seen.quietCalls <= 3, `a poll of an unchanged network took ${seen.quietCalls} calls`);
    assert.ok(seen.bytesADay <= 0.12 * seen.copyBytes, `${seen.bytesADay} bytes a day, of ${seen.copyBytes}`);
  });
});
