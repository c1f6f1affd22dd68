import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerQueue } from '../../src/client/answer-queue.ts';

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A queue with a clock of its own, and what was read in each turn of the event loop. */
function begin() {
  let now = 0;
  const turns: string[][] = [[]];
  const answers = new AnswerQueue(() => now);
  const add = (name: string, tookMs = 0) =>
    answers.add(() => {
      turns.at(-1)?.push(name);
      now += tookMs;
    });
  const turn = async (): Promise<void> => {
    await endOfTurn();
    turns.push([]);
  };
  return { answers, add, turn, turns, pass: (ms: number) => (now += ms) };
}

describe('the queue of answers', () => {
  it('reads an answer at once where no call is to be written', () => {
    const { answers, add, turns } = begin();
    answers.handed();
    answers.written();
    add('one');
    add('another');
    assert.deepEqual(turns, [['one', 'another']]);
  });

  it('reads in order once all calls are written, each after what the one before has set off', async () => {
    const { answers, add, turns } = begin();
    answers.handed();
    answers.handed();
    answers.add(() => {
      turns[0]?.push('first');
      void Promise.resolve().then(() => turns[0]?.push('what the first has set off'));
    });
    add('second');
    answers.written();
    assert.deepEqual(turns, [[]]);
    answers.written();
    await endOfTurn();
    assert.deepEqual(turns, [['first', 'what the first has set off', 'second']]);
  });

  it('lets no answer wait for a call that waits for a connection', async () => {
    const { answers, add, turn, turns } = begin();
    answers.handed();
    add('one');
    await turn();
    await turn();
    await turn();
    assert.deepEqual(turns.flat(), ['one']);
  });

  it('reads for half a millisecond a turn', async () => {
    const { answers, add, turn, turns } = begin();
    answers.handed();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) add(name, 0.3);
    answers.written();
    for (let count = 0; count < 6; count += 1) await turn();
    assert.deepEqual(turns.filter(({ length }) => length > 0).flat(), ['a', 'b', 'c', 'd', 'e', 'f']);
    assert.ok(
      turns.every(({ length }) => length <= 2),
      JSON.stringify(turns),
    );
  });

  it('gives way for five milliseconds', async () => {
    const { answers, add, turn, turns, pass } = begin();
    answers.handed();
    for (const name of ['a', 'b', 'c', 'd']) add(name, 1);
    pass(5);
    answers.written();
    await turn();
    assert.deepEqual(turns[0], ['a', 'b', 'c', 'd']);
  });
});
