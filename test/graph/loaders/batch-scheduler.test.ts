import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchScheduler, EventLoop, revealsNothing } from '../../../src/graph/loaders/batch-scheduler.ts';
import { until } from '../../support/until.ts';

/** Each batch that was dispatched, and each moment that passed, in order. */
const begin = (isBusy = false) => {
  const scheduler = new BatchScheduler({ isBusy, afterTurn: setImmediate });
  const order: string[] = [];
  const note = (what: string) => () => {
    order.push(what);
  };
  const turn = new Promise<void>((resolve) =>
    setImmediate(() => {
      order.push('end of the turn');
      resolve();
    }),
  );
  return { scheduler, order, note, turn };
};

test('a batch leaves in the turn of its loads, once every promise that is settled has been followed', async () => {
  const { scheduler, order, note, turn } = begin();
  scheduler.free(note('look-ups'));
  scheduler.paid('profile')(note('profiles'));
  let settled = Promise.resolve();
  for (let depth = 0; depth < 50; depth += 1) settled = settled.then(() => undefined);
  void settled.then(note('50 promises'));
  await turn;
  assert.deepEqual(order, ['50 promises', 'look-ups', 'profiles', 'end of the turn']);
});

test('a batch of a busy process leaves when the turn of its loads has ended', async () => {
  const { scheduler, order, note, turn } = begin(true);
  scheduler.free(note('look-ups'));
  scheduler.paid('profile')(note('profiles'));
  await turn;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(order, ['end of the turn', 'look-ups', 'profiles']);
});

test('what waits for the end of a turn runs at once, before what any of it sets off', async () => {
  const loop = new EventLoop();
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    loop.afterTurn(() => {
      order.push('one');
      void Promise.resolve().then(() => order.push('set off by one'));
    });
    loop.afterTurn(() => {
      order.push('other');
      setImmediate(resolve);
    });
  });
  assert.deepEqual(order, ['one', 'other', 'set off by one']);
});

test('the event loop is busy where it was at work all the time, and no longer than that', async () => {
  const loop = new EventLoop();
  assert.equal(loop.isBusy, false);
  const until100ms = performance.now() + 100;
  while (performance.now() < until100ms);
  assert.equal(loop.isBusy, true);
  await until(() => !loop.isBusy);
});

test('a paid batch waits no longer than the free calls that are counted, though a kind is added during one', async () => {
  const { scheduler, order, note, turn } = begin();
  const named = new Set<'profile' | 'company'>();
  const answer = Promise.withResolvers<void>();
  const call = scheduler.during(named, () => answer.promise);
  named.add('profile');
  answer.resolve();
  await call;
  scheduler.paid('profile')(note('profiles'));
  await turn;
  assert.deepEqual(order, ['profiles', 'end of the turn']);
});

test('a paid batch waits for a free call that may name more records of its kind, and for no other', async () => {
  const { scheduler, order, note, turn } = begin();
  const answers: (() => void)[] = [];
  const answer = () => new Promise<void>((resolve) => answers.push(resolve));
  const naming = scheduler.during(new Set(['profile'] as const), answer);
  const other = scheduler.during(revealsNothing, answer);
  scheduler.paid('profile')(note('profiles'));
  scheduler.paid('company')(note('companies'));
  await turn;
  answers[0]?.();
  await naming;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(order, ['companies', 'end of the turn', 'profiles']);
  answers[1]?.();
  await other;
});
