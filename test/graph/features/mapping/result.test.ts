import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Graph } from '../../../../src/graph/server.ts';
import { askFor, followOverWebSocket, openTaskGraph, partnerKey } from '../../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, taskManners } from '../../../support/graph/task-upstream.ts';
import { until } from '../../../support/until.ts';

const start = `mutation ($website: String!, $wait: Int) {
  mapNetwork(input: { companyWebsite: $website, waitSeconds: $wait }) {
    task { id status startedAt }
    network { nodes { profile { fullName } } }
    problems { code }
  }
}`;

const result = `query ($id: ID!, $first: Int, $after: String, $website: String) {
  mappingTask(id: $id) {
    result(first: $first, after: $after, companyWebsite: $website) {
      __typename
      ... on RelationshipConnection {
        totalCount
        pageInfo { hasNextPage endCursor }
        nodes { profile { fullName } }
      }
      ... on MappingResultUnavailable { reason message task { id } }
      ... on UpstreamFailed { code maybeCharged }
    }
  }
}`;

interface Started {
  readonly mapNetwork: {
    readonly task: { readonly id: string } | null;
    readonly network: { readonly nodes: readonly object[] } | null;
    readonly problems: readonly { readonly code: string }[];
  };
}

interface Result {
  readonly mappingTask: {
    readonly result: {
      readonly __typename: string;
      readonly totalCount?: number;
      readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor: string };
      readonly nodes?: readonly { readonly profile: { readonly fullName: string } }[];
      readonly reason?: string;
      readonly code?: string;
      readonly task?: { readonly id: string };
    };
  };
}

for (const manner of taskManners)
  describe(`the result of a mapping task, over ${manner.name}`, () => {
    let upstream: TaskUpstream;
    let graph: Graph;
    before(async () => {
      upstream = await openTaskUpstream(manner);
      graph = await openTaskGraph(upstream.url);
    });
    after(async () => {
      await graph.close();
      await upstream[Symbol.asyncDispose]();
    });
    afterEach(() => {
      upstream.fault = undefined;
    });

    const started = async (website: string): Promise<string> =>
      (await askFor<Started>(graph, start, { website })).mapNetwork.task?.id ?? '';
    const read = async (variables: object, key?: string) =>
      (await askFor<Result>(graph, result, variables, key)).mappingTask.result;
    const move = (id: string, status: string): void => {
      const task = upstream.tasks.get(id);
      assert.ok(task);
      task.status = status;
    };

    it('is paged over one answer, paid for once, however many ask', async () => {
      const id = await started('once.example');
      move(id, 'Mapped');
      const charged = upstream.charged;
      const first = await Promise.all(Array.from({ length: 10 }, () => read({ id, first: 100 })));
      assert.deepEqual(
        new Set(first.map(({ __typename, totalCount }) => `${__typename} ${totalCount}`)),
        new Set(['RelationshipConnection 250']),
      );
      const names: (string | undefined)[] = [];
      let after: string | undefined;
      do {
        const page = await read({ id, first: 100, after });
        names.push(...(page.nodes ?? []).map(({ profile }) => profile.fullName));
        after = page.pageInfo?.hasNextPage ? page.pageInfo.endCursor : undefined;
      } while (after !== undefined);
      assert.deepEqual(
        names,
        Array.from({ length: 250 }, (_, number) => `Person ${number}`),
      );
      assert.equal(upstream.charged - charged, 1);
    });

    it('says why there is none', async () => {
      const id = await started('reasons.example');
      assert.equal((await read({ id })).reason, 'NOT_FINISHED');
      move(id, 'MappingFailed');
      assert.equal((await read({ id })).reason, 'FAILED');
      assert.equal((await read({ id: 'nobody-started-this' })).reason, 'UNKNOWN_TASK');
    });

    it('needs the arguments again where the graph did not start the task for this key', async () => {
      const id = await started('elsewhere.example');
      move(id, 'Mapped');
      assert.equal((await read({ id }, 'another key')).reason, 'REQUEST_UNKNOWN');
      assert.equal((await read({ id, website: 'elsewhere.example' }, 'another key')).totalCount, 250);
    });

    it('names the task that maps anew what is not fresh any more', async () => {
      const id = await started('stale.example');
      move(id, 'Mapped');
      const newer = upstream.add('a-newer-task');
      Object.assign(newer, { website: 'stale.example' });
      const { reason, task } = await read({ id });
      assert.deepEqual(
        [reason, task?.id],
        ['MAPPED_ANEW', manner.sameTask ? newer.id : [...upstream.tasks.keys()].at(-1)],
      );
    });

    it('fails as a value, and is asked for again later', async () => {
      const id = await started('failing.example');
      move(id, 'Mapped');
      upstream.fault = ({ path }) => (path === '/v3/network-mapper' ? { status: 500 } : undefined);
      assert.equal((await read({ id })).code, 'UPSTREAM_FAILED');
      upstream.fault = undefined;
      assert.equal((await read({ id })).totalCount, 250);
    });

    it('comes with the mutation that waits for it, and the task where it takes longer', async () => {
      const waiting = askFor<Started>(graph, start, { website: 'soon.example', wait: 60 });
      await until(() =>
        [...upstream.tasks.values()].some(({ website, looks }) => website === 'soon.example' && looks > 0),
      );
      for (const task of upstream.tasks.values()) if (task.website === 'soon.example') task.status = 'Mapped';
      const { mapNetwork } = await waiting;
      assert.deepEqual([mapNetwork.task, mapNetwork.network?.nodes.length], [null, 250]);

      const late = await askFor<Started>(graph, start, { website: 'late.example', wait: 1 });
      assert.ok(late.mapNetwork.task);
      await until(() => graph.pollers.size === 0);
    });

    it('leaves the task to a mutation that cannot follow it, or cannot read what it led to', async () => {
      await using full = await openTaskGraph(upstream.url, { tracking: { subscriptionsPerKey: 0 } });
      const { mapNetwork: left } = await askFor<Started>(full, start, { website: 'full.example', wait: 60 });
      assert.ok(left.task);
      upstream.fault = ({ path }) => {
        const [mapped] = [...upstream.tasks.values()].filter(({ website }) => website === 'unread.example');
        if (mapped) mapped.status = 'Mapped';
        return mapped && path === '/v3/network-mapper' ? { status: 500 } : undefined;
      };
      const { mapNetwork: unread } = await askFor<Started>(graph, start, { website: 'unread.example', wait: 60 });
      assert.deepEqual([unread.problems.map(({ code }) => code), unread.network], [['UPSTREAM_FAILED'], null]);
      assert.ok(unread.task);
    });

    it('is not waited for by who has left while it was started', async () => {
      upstream.fault = ({ path }) => (path === '/v3/network-mapper' ? { delayMs: 300 } : undefined);
      const leaving = new AbortController();
      const asked = fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': partnerKey },
        body: JSON.stringify({ query: start, variables: { website: 'left.example', wait: 3 } }),
        signal: leaving.signal,
      }).catch(() => undefined);
      const begun = () => [...upstream.tasks.values()].find(({ website }) => website === 'left.example');
      await until(() => begun() !== undefined);
      leaving.abort();
      await asked;
      const latest = async () =>
        (await askFor<{ recentTasks: { id: string }[] }>(graph, '{ recentTasks(first: 1) { id } }')).recentTasks[0]?.id;
      while ((await latest()) !== begun()?.id) await setImmediate();
      // It would be followed from the next turn on.
      await setImmediate();
      assert.deepEqual([graph.pollers.size, begun()?.looks], [0, 0]);
    });

    it('is found again among the recent tasks of the key', async () => {
      const own = 'a key of its own';
      const recent = async (key: string) =>
        (await askFor<{ recentTasks: { id: string }[] }>(graph, '{ recentTasks(first: 2) { id } }', {}, key))
          .recentTasks;
      const ids: string[] = [];
      for (const website of ['a.example', 'b.example', 'c.example'])
        ids.unshift((await askFor<Started>(graph, start, { website }, own)).mapNetwork.task?.id ?? '');
      assert.deepEqual(
        (await recent(own)).map(({ id }) => id),
        ids.slice(0, 2),
      );
      assert.deepEqual(await recent('a stranger'), []);
    });

    it('can be had from the event that tells of the end', async () => {
      const id = await started('event.example');
      for await (const { status } of followOverWebSocket(graph, { id })) if (status === 'NotMapped') move(id, 'Mapped');
      assert.equal((await read({ id, first: 0 })).totalCount, 250);
    });
  });
