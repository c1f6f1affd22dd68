import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Graph } from '../../../../src/graph/server.ts';
import {
  followOverSse,
  followOverWebSocket,
  openTaskGraph,
  type SeenEvent,
} from '../../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, taskManners } from '../../../support/graph/task-upstream.ts';
import { until } from '../../../support/until.ts';

for (const manner of taskManners)
  describe(`a task that is followed, over ${manner.name}`, () => {
    let upstream: TaskUpstream;
    let graph: Graph;
    before(async () => {
      upstream = await openTaskUpstream(manner);
      graph = await openTaskGraph(upstream.url, { polling: { unknownMs: 40 } });
    });
    after(async () => {
      await graph.close();
      await upstream[Symbol.asyncDispose]();
    });
    afterEach(() => {
      upstream.fault = undefined;
    });

    const statuses = (events: readonly SeenEvent[]) => events.filter(({ kind }) => kind === 'STATUS').map(statusOf);
    const statusOf = ({ status }: SeenEvent) => status;

    for (const [transport, follow] of [
      ['WebSocket', followOverWebSocket],
      ['server-sent events', followOverSse],
    ] as const) {
      describe(`over ${transport}`, () => {
        it('tells everybody the same order, each from where it came in', async () => {
          const task = upstream.add(`order-${transport}`);
          const early: SeenEvent[] = [];
          const late: SeenEvent[] = [];
          let following: Promise<void> | undefined;
          for await (const event of follow(graph, { id: task.id })) {
            early.push(event);
            if (event.status === 'NotMapped') task.status = 'MappingInProgress';
            if (event.status !== 'MappingInProgress') continue;
            const { promise, resolve } = Promise.withResolvers<void>();
            following = (async () => {
              for await (const other of follow(graph, { id: task.id })) {
                late.push(other);
                resolve();
              }
            })();
            await promise;
            task.status = 'Mapped';
          }
          await following;
          assert.deepEqual(statuses(early), ['NotMapped', 'MappingInProgress', 'Mapped']);
          assert.deepEqual(statuses(late), ['MappingInProgress', 'Mapped']);
          assert.deepEqual(early.at(-1), late.at(-1));
          assert.deepEqual([early.at(-1)?.final, early.at(-1)?.end], [true, 'MAPPED']);
        });

        it('tells one who comes back with `after` all that happened since, also after the end', async () => {
          const task = upstream.add(`after-${transport}`);
          for await (const event of followOverWebSocket(graph, { id: task.id })) {
            if (event.status === 'NotMapped') task.status = 'MappingInProgress';
            if (event.status === 'MappingInProgress') task.status = 'Mapped';
          }
          const seen: SeenEvent[] = [];
          for await (const event of follow(graph, { id: task.id, after: 'NotMapped' })) seen.push(event);
          assert.deepEqual(statuses(seen), ['MappingInProgress', 'Mapped']);
          for await (const event of follow(graph, { id: task.id, after: 'Mapped' })) assert.fail(JSON.stringify(event));
        });

        it('tells of trouble and goes on, to the true end', async () => {
          const task = upstream.add(`trouble-${transport}`);
          const seen: SeenEvent[] = [];
          for await (const event of follow(graph, { id: task.id })) {
            seen.push(event);
            if (event.kind === 'STATUS') upstream.fault = () => ({ status: 503 });
            if (event.kind === 'TROUBLE') {
              task.status = 'MappingFailed';
              upstream.fault = undefined;
            }
          }
          assert.deepEqual(
            seen.map(({ kind, status }) => `${kind} ${status}`),
            ['STATUS NotMapped', 'TROUBLE NotMapped', 'RECOVERY NotMapped', 'STATUS MappingFailed'],
          );
          assert.deepEqual(
            seen.map(({ staleSince }) => staleSince !== null),
            [false, true, false, false],
          );
          assert.equal(seen.at(-1)?.end, 'MAPPING_FAILED');
        });

        it('ends with a reason when the task stays unknown', async () => {
          const seen: SeenEvent[] = [];
          for await (const event of follow(graph, { id: 'nobody-started-this' })) seen.push(event);
          assert.deepEqual(
            seen.map(({ kind, status, end }) => [kind, status, end]),
            [
              ['STATUS', 'Unknown', null],
              ['END', 'Unknown', 'UNKNOWN_TASK'],
            ],
          );
          assert.equal(graph.pollers.size, 0);
        });

        it('fails for a key that the upstream refuses', async () => {
          const task = upstream.add(`refused-${transport}`);
          upstream.fault = ({ key }) => (key === 'revoked' ? { status: 401 } : undefined);
          await assert.rejects(async () => {
            for await (const event of follow(graph, { id: task.id }, 'revoked')) assert.fail(JSON.stringify(event));
          }, /does not know the API key/);
        });

        it('stops asking when its last subscriber leaves', async () => {
          const task = upstream.add(`left-${transport}`);
          for await (const _ of follow(graph, { id: task.id })) break;
          await until(() => graph.pollers.size === 0);
          assert.equal(graph.pollers.subscriptions, 0);
        });
      });
    }

    it('numbers server-sent events, and goes on behind Last-Event-ID', async () => {
      const task = upstream.add('numbered');
      const ids: (string | undefined)[] = [];
      for await (const event of followOverSse(graph, { id: task.id })) {
        ids.push(event.eventId);
        task.status = 'Mapped';
      }
      assert.deepEqual(ids, ['numbered:NotMapped', 'numbered:Mapped']);
      const seen: SeenEvent[] = [];
      for await (const event of followOverSse(graph, { id: task.id }, undefined, ids[0])) seen.push(event);
      assert.deepEqual(statuses(seen), ['Mapped']);
    });

    it('shows signs of life where they are asked for', async () => {
      const task = upstream.add('beating');
      for await (const event of followOverWebSocket(graph, { id: task.id, heartbeat: 1 })) {
        if (event.kind === 'HEARTBEAT') task.status = 'Mapped';
        else assert.equal(event.kind, 'STATUS');
      }
      await assert.rejects(async () => {
        for await (const _ of followOverWebSocket(graph, { id: task.id, heartbeat: 0 }));
      }, /heartbeat: must be between 1 and 3600, but got 0/);
    });

    it('waits as long as the upstream asks it to', async () => {
      const task = upstream.add('patient');
      let asked = 0;
      for await (const event of followOverWebSocket(graph, { id: task.id, heartbeat: 1 })) {
        if (event.kind === 'STATUS')
          upstream.fault = () => {
            asked += 1;
            return { status: 503, headers: { 'retry-after': '3600' } };
          };
        // A heartbeat is many pauses later.
        if (event.kind === 'HEARTBEAT') break;
      }
      assert.equal(asked, 1);
    });

    it('looks at a task for one of two keys without telling the other', async () => {
      const task = upstream.add('two-keys');
      upstream.fault = ({ key }) => (key === 'stranger' ? { status: 403 } : undefined);
      for await (const event of followOverWebSocket(graph, { id: task.id })) {
        if (event.final) break;
        await assert.rejects(async () => {
          for await (const _ of followOverWebSocket(graph, { id: task.id }, 'stranger')) assert.fail();
        }, /not allowed/);
        task.status = 'Mapped';
      }
    });

    it('gives up a task that outlives the limit', async () => {
      const task = upstream.add('endless');
      const impatient = await openTaskGraph(upstream.url, { polling: { limitMs: 30 } });
      try {
        const seen: SeenEvent[] = [];
        for await (const event of followOverSse(impatient, { id: task.id })) seen.push(event);
        assert.deepEqual(
          seen.map(({ kind, end }) => [kind, end]),
          [
            ['STATUS', null],
            ['END', 'TIMED_OUT'],
          ],
        );
      } finally {
        await impatient.close();
      }
    });

    it('is looked at once for a thousand followers', async () => {
      const task = upstream.add('popular');
      const slow = await openTaskGraph(upstream.url, { polling: { firstMs: 100_000, longestMs: 100_000 } });
      try {
        const ends = Array.from({ length: 1000 }, () => slow.pollers.follow(task.id, { apiKey: 'one' }).next());
        for (const { value } of await Promise.all(ends)) assert.equal(value?.status, 'NotMapped');
        assert.equal(task.looks, 1);
        assert.equal(slow.pollers.subscriptions, 1000);
      } finally {
        await slow.close();
      }
    });
  });
