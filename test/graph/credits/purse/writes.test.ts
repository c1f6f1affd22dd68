import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { PaymentBatches, type PurseChanges } from '../../../../src/graph/credits/purse/payment-batches.ts';
import { PurseRefused } from '../../../../src/graph/credits/purse/purse-refused.ts';
import type { Draw, Grant } from '../../../../src/graph/credits/purse/purse-store.ts';
import { SqlitePurseStore } from '../../../../src/graph/credits/purse/sqlite-purse-store.ts';
import { Database } from '../../../../src/graph/database.ts';
import { temporaryDirectory } from '../../../support/kith.ts';

const owner = 'the hash of a key';
const drawOf = (credits: number): Draw => ({
  id: randomUUID(),
  childTeamId: undefined,
  sessionPurse: undefined,
  credits,
  unit: 1,
  cause: 'fetchProfiles',
});

describe('what payments that come together are written with', () => {
  it('is one line of the embedded journal; where that takes none, nothing stays reserved', async () => {
    await using room = await temporaryDirectory();
    const path = join(room.path, 'graph.sqlite');
    const database = new Database(path);
    const troubles: unknown[] = [];
    const store = new SqlitePurseStore(database, Date.now, (error) => troubles.push(error));
    const purse = randomUUID();
    const bounds = { scope: 'key', childTeamId: undefined, total: 100, period: 'none', expiresAt: undefined } as const;
    await store.create({ id: purse, owner, label: 'a purse', createdAt: Date.now(), ...bounds });

    await Promise.all([1, 2, 3].map((credits) => store.reserve(owner, drawOf(credits))));
    assert.equal((await store.purse(owner, purse))?.held, 6);
    const [, line = '', ...others] = (await readFile(`${path}-purses`, 'utf8')).split('\n');
    assert.equal(others.length, 0);
    const reserved: readonly unknown[] = JSON.parse(line.slice(line.indexOf(' ')));
    assert.equal(reserved.length, 3);

    await store.end();
    const answers = await Promise.all([4, 5].map((credits) => store.reserve(owner, drawOf(credits))));
    assert.ok(answers.every((answer) => answer instanceof PurseRefused));
    assert.match(String(troubles[0]), /-purses is closed/);
    assert.equal((await store.purse(owner, purse))?.held, 6);
    database.close();
  });

  it('is one step over the network, and what comes while a step is under way goes in the next', async () => {
    const steps: PurseChanges[] = [];
    const under: { readonly answer: () => void; readonly fail: () => void }[] = [];
    const granted = ({ credits }: Draw): Grant => ({ credits, purses: [] });
    const book = (_: string, changes: PurseChanges) => {
      steps.push(changes);
      return new Promise<readonly Grant[]>((resolve, reject) => {
        under.push({
          answer: () => resolve(changes.draws.map(granted)),
          fail: () => reject(new Error('No answer came.')),
        });
      });
    };
    const batches = new PaymentBatches(book, () => undefined);
    const credits = async (amount: number) => {
      const answer = await batches.reserve(owner, drawOf(amount));
      return answer instanceof PurseRefused ? 'refused' : answer.credits;
    };
    const first = [credits(1), credits(2)];
    await endOfTurn();
    const second = [credits(3)];
    await endOfTurn();
    second.push(credits(4));
    await endOfTurn();
    assert.deepEqual(
      steps.map(({ draws }) => draws.length),
      [2],
    );
    under[0]?.fail();
    assert.deepEqual(await Promise.all(first), ['refused', 'refused']);
    await endOfTurn();
    under[1]?.answer();
    assert.deepEqual(await Promise.all(second), [3, 4]);
    assert.equal(steps.length, 2);

    // The step that failed may have reserved all the same.
    const ending = batches.end();
    await endOfTurn();
    under[2]?.answer();
    await ending;
    assert.deepEqual(
      steps[2]?.settlements.map(({ reservation }) => reservation),
      steps[0]?.draws.map(({ id }) => id),
    );
  });
});
