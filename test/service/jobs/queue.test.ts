import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pino from 'pino';
import type { Attempt, JobHandler, JobHandlers } from '../../../src/service/jobs/job.ts';
import { JobQueue, type JobQueueOptions } from '../../../src/service/jobs/queue.ts';
import type { Store } from '../../../src/store/open.ts';
import { engines } from './engines.ts';

const noon = Date.parse('2026-01-15T12:00:00Z');
const log = pino({ level: 'silent' });

/** A handler that remembers what it was given, and does as it is told. */
function recorder(act: (payload: unknown, attempt: Attempt) => Promise<'again' | undefined> = async () => undefined) {
  const ran: unknown[] = [];
  const attempts: Attempt[] = [];
  const gaveUp: unknown[] = [];
  const handler: JobHandler = {
    run: (payload, attempt) => {
      ran.push(payload);
      attempts.push(attempt);
      return act(payload, attempt);
    },
    gaveUp: async (payload) => {
      gaveUp.push(payload);
    },
    retryAfter: [1, 10],
  };
  return { handler, ran, attempts, gaveUp };
}

/** Something that a test waits for, or lets happen. */
function gate() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  const pass = () => {
    reached.resolve();
    return opened.promise;
  };
  return { pass, reached: reached.promise, open: opened.resolve, break: opened.reject };
}

for (const engine of engines) {
  describe(`JobQueue on ${engine.name}`, { skip: engine.skip }, () => {
    let store: Store;
    let queues: JobQueue[];
    let time: number;

    const started = async (handlers: JobHandlers, options: Partial<JobQueueOptions> = {}): Promise<JobQueue> => {
      // Polls so seldom that whatever happens here happens for another reason.
      const queue = new JobQueue({ db: store.db, log, now: () => new Date(time), pollMs: 3_600_000, ...options });
      queues.push(queue);
      await queue.start(handlers);
      return queue;
    };
    const rows = () => store.db.selectFrom('job').selectAll().orderBy('id').execute();
    const statuses = async () => (await rows()).map(({ status }) => status);

    before(async () => {
      store = await engine.open();
    });
    beforeEach(async () => {
      await store.db.deleteFrom('job').execute();
      queues = [];
      time = noon;
    });
    afterEach(() => Promise.all(queues.map((queue) => queue.close())));
    after(() => store.close());

    it('runs a job as soon as it was added, with what it was added with', async () => {
      const done = Promise.withResolvers<unknown>();
      const queue = await started({
        greet: {
          run: async (payload) => {
            done.resolve(payload);
            return undefined;
          },
        },
      });
      await queue.add(store.db, { kind: 'greet', payload: { name: 'Ada', tags: [1, null] } });
      assert.deepEqual(await done.promise, { name: 'Ada', tags: [1, null] });
      await queue.idle();
      const [row] = await rows();
      assert.equal(row?.status, 'done');
      assert.equal(row.attempts, 1);
      assert.deepEqual(row.finished_at, new Date(noon));
    });

    it('runs a job of a transaction once that has committed, and one of a transaction rolled back never', async () => {
      const { handler, ran } = recorder();
      const queue = await started({ greet: handler });
      await store.db.transaction().execute(async (trx) => {
        await queue.add(trx, { kind: 'greet', payload: 'kept' });
        await trx.selectFrom('job').selectAll().execute();
      });
      const undone = store.db.transaction().execute(async (trx) => {
        await queue.add(trx, { kind: 'greet', payload: 'undone' });
        throw new Error('Changed my mind.');
      });
      await assert.rejects(undone, /Changed my mind/);
      await queue.idle();
      assert.deepEqual(ran, ['kept']);
    });

    it('finds by itself a job whose transaction commits after it was added', async () => {
      const ran = Promise.withResolvers<unknown>();
      const queue = await started({
        greet: {
          run: async (payload) => {
            ran.resolve(payload);
            return undefined;
          },
        },
      });
      await store.db.transaction().execute(async (trx) => {
        await queue.add(trx, { kind: 'greet', payload: 'late' });
        // On PostgreSQL the queue's first look has passed by now.
        for (let turn = 0; turn < 20; turn++) await trx.selectFrom('job').select('id').execute();
      });
      assert.equal(await ran.promise, 'late');
    });

    it('adds a job once while one with its key is open, and again afterwards', async () => {
      const { pass, reached, open } = gate();
      const { handler, ran } = recorder(async () => {
        await pass();
        return undefined;
      });
      const queue = await started({ greet: handler });
      const job = { kind: 'greet', payload: 'x', uniqueKey: 'greet:x' };
      await queue.add(store.db, job, job);
      await reached;
      await queue.add(store.db, job);
      open();
      await queue.idle();
      assert.equal(ran.length, 1);
      await queue.add(store.db, job);
      await queue.idle();
      assert.equal(ran.length, 2);
    });

    it('tries a failed job again after each pause, then keeps it as failed with the reason', async () => {
      const { handler, attempts, gaveUp } = recorder(() => Promise.reject(new Error('The dog ate it.')));
      const queue = await started({ greet: handler });
      await queue.add(store.db, { kind: 'greet', payload: 'x' });
      await queue.idle();
      assert.equal(attempts.length, 1);
      time += 999;
      await queue.idle();
      assert.equal(attempts.length, 1, 'not before its time');
      time += 1;
      await queue.idle();
      assert.equal(attempts.length, 2);
      const [waiting] = await rows();
      assert.equal(waiting?.status, 'waiting');
      assert.equal(waiting.last_error, 'The dog ate it.');
      assert.deepEqual(waiting.run_at, new Date(time + 10_000));
      assert.deepEqual(gaveUp, []);
      time += 10_000;
      await queue.idle();
      assert.deepEqual(
        attempts.map(({ number, retryAt }) => [number, retryAt?.getTime()]),
        [
          [1, noon + 1000],
          [2, noon + 11_000],
          [3, undefined],
        ],
      );
      assert.deepEqual(gaveUp, ['x']);
      const [failed] = await rows();
      assert.equal(failed?.status, 'failed');
      assert.equal(failed.last_error, 'The dog ate it.');
      time += 86_400_000;
      await queue.idle();
      assert.equal(attempts.length, 3);
    });

    it('lets others in between the parts of a job', async () => {
      const order: unknown[] = [];
      let parts = 0;
      const queue = await started(
        {
          long: {
            run: async (payload) => {
              order.push(payload);
              parts += 1;
              return parts < 3 ? 'again' : undefined;
            },
          },
          short: recorder(async (payload) => {
            order.push(payload);
            return undefined;
          }).handler,
        },
        { concurrency: 1 },
      );
      await queue.add(
        store.db,
        { kind: 'long', payload: 'long', uniqueKey: 'long' },
        { kind: 'short', payload: 'short' },
      );
      await queue.idle();
      assert.deepEqual(order, ['long', 'short', 'long', 'long']);
      assert.deepEqual(await statuses(), ['done', 'done', 'done', 'done']);
    });

    it('takes up the job of a process that was killed, once its lease has passed', async () => {
      const { pass, reached, break: kill } = gate();
      const first = recorder();
      const killed = await started({ greet: first.handler }, { beforeJob: pass, leaseMs: 30_000 });
      await killed.add(store.db, { kind: 'greet', payload: 'x' });
      await reached;
      const second = recorder();
      const other = await started({ greet: second.handler });
      time += 29_999;
      await other.idle();
      assert.deepEqual(second.ran, [], 'the lease holds');
      time += 1;
      await other.idle();
      assert.deepEqual(second.ran, ['x']);
      assert.equal(second.attempts[0]?.number, 2);
      // What the dead one still says of its job counts no longer.
      kill(new Error('Killed.'));
      await killed.idle();
      assert.deepEqual(await statuses(), ['done']);
      assert.deepEqual(first.ran, []);
    });

    it('takes up such a job at once where no other process can have it', async () => {
      const { pass, reached, break: kill } = gate();
      const killed = await started({ greet: recorder().handler }, { beforeJob: pass });
      await killed.add(store.db, { kind: 'greet', payload: 'x' });
      await reached;
      const { handler, ran } = recorder();
      const restarted = await started({ greet: handler }, { alone: true });
      await restarted.idle();
      assert.deepEqual(ran, ['x']);
      kill(new Error('Killed.'));
    });

    it('gives up a job whose last attempt killed its process', async () => {
      const { handler, ran, gaveUp } = recorder();
      const dying = {
        kind: 'greet',
        payload: '"x"',
        attempts: 3,
        status: 'running',
        leased_until: new Date(noon),
      } as const;
      await store.db
        .insertInto('job')
        .values({ ...dying, run_at: new Date(noon), unique_key: null, last_error: null, finished_at: null })
        .execute();
      const queue = await started({ greet: handler });
      await queue.idle();
      assert.deepEqual(ran, []);
      assert.deepEqual(gaveUp, ['x']);
      assert.deepEqual(await statuses(), ['failed']);
    });

    it('renews the lease of a job that takes long', async () => {
      const { pass, reached, open } = gate();
      const queue = await started({ greet: recorder().handler }, { beforeJob: pass, leaseMs: 30 });
      await queue.add(store.db, { kind: 'greet', payload: 'x' });
      await reached;
      time += 1000;
      let leasedUntil: Date | null | undefined;
      do leasedUntil = (await rows())[0]?.leased_until;
      while ((leasedUntil?.getTime() ?? 0) < time);
      open();
      await queue.idle();
      assert.deepEqual(await statuses(), ['done']);
    });

    it('gives every job to one of several queues, and to one only', async () => {
      const { handler, ran } = recorder();
      const [one, other] = [await started({ greet: handler }), await started({ greet: handler })];
      const payloads = Array.from({ length: 40 }, (_, number) => number);
      await one.add(store.db, ...payloads.map((payload) => ({ kind: 'greet', payload })));
      await Promise.all([one.idle(), other.idle()]);
      assert.deepEqual(new Set(ran), new Set(payloads));
      assert.equal(ran.length, payloads.length);
    });

    it('runs as many jobs at once as it may, and no more', async () => {
      const three = Promise.withResolvers<void>();
      const opened = Promise.withResolvers<void>();
      let running = 0;
      let most = 0;
      const { handler } = recorder(async () => {
        running += 1;
        most = Math.max(most, running);
        if (running === 3) three.resolve();
        await opened.promise;
        running -= 1;
        return undefined;
      });
      const queue = await started({ greet: handler }, { concurrency: 3 });
      await queue.add(store.db, ...Array.from({ length: 8 }, () => ({ kind: 'greet', payload: null })));
      await three.promise;
      assert.deepEqual((await statuses()).toSorted(), [...Array(3).fill('running'), ...Array(5).fill('waiting')]);
      opened.resolve();
      await queue.idle();
      assert.equal(most, 3);
    });

    it('leaves jobs of a kind that it does not know to those who do', async () => {
      const { handler, ran } = recorder();
      const queue = await started({ greet: handler });
      await queue.add(store.db, { kind: 'part', payload: 'x' });
      await queue.idle();
      assert.deepEqual(await statuses(), ['waiting']);
      const other = await started({ part: handler });
      await other.idle();
      assert.deepEqual(ran, ['x']);
    });

    it('adds tens of thousands of jobs at once', async () => {
      const queue = await started({});
      await queue.add(store.db, ...Array.from({ length: 20_000 }, (_, payload) => ({ kind: 'greet', payload })));
      const { count } = await store.db
        .selectFrom('job')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      assert.equal(count, 20_000);
    });

    it('waits for what runs when it closes, and leaves what waits to the next', async () => {
      const { pass, reached, open } = gate();
      const first = recorder();
      const closing = await started({ greet: first.handler }, { beforeJob: pass, concurrency: 1 });
      await closing.add(store.db, { kind: 'greet', payload: 'running' }, { kind: 'greet', payload: 'waiting' });
      await reached;
      const closed = closing.close();
      open();
      await closed;
      assert.deepEqual(first.ran, ['running']);
      assert.deepEqual(await statuses(), ['done', 'waiting']);
      const next = recorder();
      await (await started({ greet: next.handler })).idle();
      assert.deepEqual(next.ran, ['waiting']);
    });

    it('does not count an attempt that its closing cut short', async () => {
      const begun = Promise.withResolvers<void>();
      const { handler } = recorder((_, { signal }) => {
        begun.resolve();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      });
      const closing = await started({ greet: handler });
      await closing.add(store.db, { kind: 'greet', payload: 'x' });
      await begun.promise;
      await closing.close();
      const [row] = await rows();
      assert.deepEqual([row?.status, row?.attempts, row?.last_error], ['waiting', 0, null]);
    });

    it('forgets jobs a week after they were done, and failed ones never', async () => {
      const failing: JobHandler = { run: () => Promise.reject(new Error('No.')), retryAfter: [] };
      const handlers = { greet: recorder().handler, fail: failing };
      const queue = await started(handlers);
      await queue.add(store.db, { kind: 'greet', payload: 'x' }, { kind: 'fail', payload: 'x' });
      await queue.idle();
      time += 7 * 86_400_000 + 1;
      await queue.idle();
      assert.deepEqual(await statuses(), ['failed']);
    });
  });
}
