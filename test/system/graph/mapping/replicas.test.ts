import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Graph } from '../../../../src/graph/server.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import {
  askFor,
  followOverSse,
  followOverWebSocket,
  openTaskGraph,
  type SeenEvent,
} from '../../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, taskManners } from '../../../support/graph/task-upstream.ts';
import { openWire } from '../../../support/network/wire.ts';
import { until } from '../../../support/until.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;

const start = 'mutation ($website: String!) { mapNetwork(input: { companyWebsite: $website }) { task { id } } }';
const result = `query ($id: ID!) {
  mappingTask(id: $id) { result { ... on RelationshipConnection { totalCount } } }
}`;

for (const manner of taskManners)
  describe(`several graphs on one Redis, over ${manner.name}`, {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, () => {
    let upstream: TaskUpstream;
    let one: Graph;
    let other: Graph;
    const secret = randomUUID();
    const open = () =>
      openTaskGraph(upstream.url, {
        polling: { leaseMs: 150 },
        redisUrl,
        secret,
        tracking: { secret, publicUrl: 'https://graph.example' },
      });
    before(async () => {
      upstream = await openTaskUpstream(manner);
      [one, other] = await Promise.all([open(), open()]);
    });
    after(async () => {
      await Promise.all([one.close(), other.close()]);
      await upstream[Symbol.asyncDispose]();
    });

    const started = async (at: Graph, website: string): Promise<string> =>
      (await askFor<{ mapNetwork: { task: { id: string } } }>(at, start, { website })).mapNetwork.task.id;

    /** Follows to the end, and tells of each event as it comes. */
    const followed = async (
      at: Graph,
      id: string,
      onEvent: (event: SeenEvent) => void = () => {},
    ): Promise<string[]> => {
      const seen: string[] = [];
      for await (const event of followOverSse(at, { id })) {
        if (event.kind === 'STATUS') seen.push(`${event.status}`);
        onEvent(event);
      }
      return seen;
    };

    it('tell one order', async () => {
      const task = upstream.add(randomUUID());
      const here: SeenEvent[] = [];
      const there: SeenEvent[] = [];
      const following = [followed(one, task.id, (event) => here.push(event))];
      await until(() => here.length > 0);
      following.push(followed(other, task.id, (event) => there.push(event)));
      await until(() => there.length > 0);
      const looks = upstream.looks;
      await until(() => upstream.looks > looks + 3);
      for (const status of ['MappingInProgress', 'Mapped']) {
        task.status = status;
        await until(() => here.at(-1)?.status === status && there.at(-1)?.status === status);
      }
      assert.deepEqual(new Set((await Promise.all(following)).map((seen) => seen.join())).size, 1);
      assert.deepEqual(here, there);
    });

    it('have one of them look, and tell what it sees', async () => {
      const seldom = () =>
        openTaskGraph(upstream.url, {
          polling: { firstMs: 600_000, longestMs: 600_000, leaseMs: 60_000 },
          redisUrl,
          secret,
          tracking: { secret },
        });
      await using looking = await seldom();
      await using listening = await seldom();
      const task = upstream.add(randomUUID());
      const following = [looking, listening].map((at) => followOverWebSocket(at, { id: task.id }));
      for (const events of following) assert.equal((await events.next()).value?.status, 'NotMapped');
      assert.equal(task.looks, 1);
      for (const events of following) await events.return(undefined);
    });

    it('take over from one that leaves', async () => {
      const third = await open();
      const task = upstream.add(randomUUID());
      const leaving = followOverWebSocket(third, { id: task.id });
      assert.equal((await leaving.next()).value?.status, 'NotMapped');
      const staying = followed(one, task.id);
      await third.close();
      await assert.rejects(async () => void (await leaving.next()));
      task.status = 'Mapped';
      assert.equal((await staying).at(-1), 'Mapped');
    });

    it('pay once for a result, whichever is asked', async () => {
      const website = `${randomUUID()}.example`;
      const id = await started(one, website);
      for (const task of upstream.tasks.values()) if (task.id === id) task.status = 'Mapped';
      const charged = upstream.charged;
      const asked = [one, other, one, other].map((at) =>
        askFor<{ mappingTask: { result: { totalCount: number } } }>(at, result, { id }),
      );
      for (const { mappingTask } of await Promise.all(asked)) assert.equal(mappingTask.result.totalCount, 250);
      assert.equal(upstream.charged - charged, 1);
    });

    it('look at once wherever the callback comes in', async () => {
      const slow = await openTaskGraph(upstream.url, {
        polling: { firstMs: 20, longestMs: 600_000, growth: 1_000_000 },
        redisUrl,
        secret,
        tracking: { secret, publicUrl: 'https://graph.example' },
      });
      try {
        const id = await started(slow, `${randomUUID()}.example`);
        const task = upstream.tasks.get(id);
        assert.ok(task);
        const seen = await followed(slow, id, ({ status }) => {
          if (status !== 'NotMapped') return;
          task.status = 'Mapped';
          void fetch((task.callbackUrl ?? '').replace('https://graph.example', other.url));
        });
        assert.deepEqual(seen, ['NotMapped', 'Mapped']);
      } finally {
        await slow.close();
      }
    });
  });

for (const manner of taskManners)
  describe(`a graph whose Redis is gone, over ${manner.name}`, {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, () => {
    it('tells its own followers what it sees, and goes on with the others when Redis is back', async () => {
      await using upstream = await openTaskUpstream(manner);
      const wire = await openWire(new URL(redisUrl ?? ''));
      const secret = randomUUID();
      const open = (url: string) =>
        openTaskGraph(upstream.url, {
          polling: { leaseMs: 150 },
          redisUrl: url,
          secret,
          tracking: { secret },
        });
      const graph = await open(wire.url);
      const other = await open(redisUrl ?? '');
      try {
        const task = upstream.add(randomUUID());
        const seen: (string | null)[] = [];
        for await (const { status, kind } of followOverSse(graph, { id: task.id })) {
          if (kind === 'STATUS') seen.push(status);
          if (status === 'NotMapped') {
            await wire.cut();
            task.status = 'MappingInProgress';
          }
          if (status !== 'MappingInProgress') continue;
          // One who comes now is told too.
          for await (const late of followOverWebSocket(graph, { id: task.id })) {
            assert.equal(late.status, 'MappingInProgress');
            break;
          }
          await wire.mend();
          task.status = 'Mapped';
        }
        assert.deepEqual(seen, ['NotMapped', 'MappingInProgress', 'Mapped']);
        for await (const { status } of followOverWebSocket(other, { id: task.id })) assert.equal(status, 'Mapped');
      } finally {
        await Promise.all([graph.close(), other.close()]);
        await wire.cut();
      }
    });
  });

for (const manner of taskManners)
  describe(`a graph that is started again, over ${manner.name}`, () => {
    it('knows its tasks, their order and their results', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'kith-restart-'));
      await using upstream = await openTaskUpstream(manner);
      const path = join(directory, 'graph.sqlite');
      const database = new Database(path);
      const first = await openTaskGraph(upstream.url, { database, secret: 'a secret that both graphs have' });
      const { mapNetwork } = await askFor<{ mapNetwork: { task: { id: string } } }>(first, start, {
        website: 'again.example',
      });
      const task = upstream.tasks.get(mapNetwork.task.id);
      assert.ok(task);
      const { id } = task;
      for await (const { status } of followOverWebSocket(first, { id })) {
        if (status === 'NotMapped') task.status = 'MappingInProgress';
        if (status === 'MappingInProgress') task.status = 'Mapped';
      }
      await askFor(first, result, { id });
      await first.close();
      database.close();

      using reopened = new Database(path);
      const second = await openTaskGraph(upstream.url, {
        database: reopened,
        secret: 'a secret that both graphs have',
      });
      const seen: (string | null)[] = [];
      for await (const { status } of followOverSse(second, { id, after: 'NotMapped' })) seen.push(status);
      assert.deepEqual(seen, ['MappingInProgress', 'Mapped']);
      const recent = await askFor<{ recentTasks: { id: string; result: object }[] }>(
        second,
        '{ recentTasks { id result { ... on RelationshipConnection { totalCount } } } }',
      );
      assert.deepEqual(recent.recentTasks, [{ id, result: { totalCount: 250 } }]);
      assert.equal(upstream.charged, 1);
      await second.close();
      await rm(directory, { recursive: true });
    });
  });
