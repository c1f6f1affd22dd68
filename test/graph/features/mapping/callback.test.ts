import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Graph } from '../../../../src/graph/server.ts';
import { askFor, followOverWebSocket, openTaskGraph } from '../../../support/graph/task-graph.ts';
import {
  openTaskUpstream,
  partnerManaged,
  type TaskUpstream,
  taskManners,
  type UpstreamTask,
} from '../../../support/graph/task-upstream.ts';

const start = `mutation ($website: String!, $callbackUrl: String) {
  mapNetwork(input: { companyWebsite: $website, callbackUrl: $callbackUrl }) { task { id } }
}`;

for (const manner of taskManners)
  describe(`a callback, over ${manner.name}`, () => {
    let upstream: TaskUpstream;
    let graph: Graph | undefined;
    before(async () => {
      upstream = await openTaskUpstream(manner);
    });
    after(() => upstream[Symbol.asyncDispose]());
    afterEach(() => graph?.close());

    /** A graph that looks once, and then not again unless it is called. */
    const open = async (callbackSecret?: string, firstMs = 20): Promise<Graph> => {
      graph = await openTaskGraph(upstream.url, {
        polling: { firstMs, longestMs: 600_000, growth: 1_000_000 },
        tracking: { publicUrl: 'https://graph.example/kith', callbackSecret },
      });
      return graph;
    };

    const started = async (at: Graph, website: string, callbackUrl?: string): Promise<UpstreamTask> => {
      const { mapNetwork } = await askFor<{ mapNetwork: { task: { id: string } } }>(at, start, {
        website,
        callbackUrl,
      });
      const task = upstream.tasks.get(mapNetwork.task.id);
      assert.ok(task);
      return task;
    };

    /** Where the test finds what the upstream was told. */
    const here = (at: Graph, { callbackUrl = '' }: UpstreamTask): string =>
      callbackUrl.replace('https://graph.example/kith', at.url);

    it('comes to a path that cannot be guessed, and makes the graph look at once', async () => {
      const at = await open();
      const task = await started(at, 'called.example');
      assert.match(task.callbackUrl ?? '', /^https:\/\/graph\.example\/kith\/callbacks\/[\w-]{43}$/);
      const seen: (string | null)[] = [];
      for await (const { status } of followOverWebSocket(at, { id: task.id })) {
        seen.push(status);
        if (status !== 'NotMapped') continue;
        task.status = 'Mapped';
        for (const request of [
          { method: 'POST', body: '{"what":"ever"}' },
          { method: 'PUT', body: 'not JSON' },
          { method: 'GET' },
        ])
          assert.equal((await fetch(here(at, task), request)).status, 204);
      }
      assert.deepEqual(seen, ['NotMapped', 'Mapped']);
    });

    it('makes the graph look however lately it did, but not for each of many calls', async () => {
      const at = await open(undefined, 600_000);
      const task = await started(at, 'flooding.example');
      for await (const { status } of followOverWebSocket(at, { id: task.id })) {
        if (status !== 'NotMapped') break;
        assert.equal(task.looks, 1);
        task.status = 'MappingInProgress';
        await fetch(here(at, task));
      }
      const events = followOverWebSocket(at, { id: task.id });
      await events.next();
      const looks = task.looks;
      for (let calls = 0; calls < 50; calls++) await fetch(here(at, task));
      assert.ok(task.looks <= looks + 1, `${task.looks - looks} looks`);
      await events.return(undefined);
    });

    it('is not believed: the status is what the upstream says of it', async () => {
      const at = await open();
      const task = await started(at, 'liar.example');
      for await (const { status } of followOverWebSocket(at, { id: task.id })) {
        if (status === 'Mapped') break;
        assert.equal(status, 'NotMapped');
        const looks = task.looks;
        await fetch(here(at, task), { method: 'POST', body: '{"data":{"status":"Mapped"}}' });
        while (task.looks <= looks) await fetch(here(at, task));
        task.status = 'Mapped';
        await fetch(here(at, task));
      }
    });

    it('is refused without the signature that was agreed on, at a path that nobody was told, and where the caller has its own', async () => {
      const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
      const at = await open(secret);
      const task = await started(at, 'signed.example');
      const url = here(at, task);
      const body = '{"type":"network_mapper.mapping.completed"}';
      const sentAt = new Date();
      const signed = (text: string) => ({
        method: 'POST',
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign('msg_1', sentAt, text),
        },
        body,
      });
      assert.equal((await fetch(url, { method: 'POST', body })).status, 401);
      assert.equal((await fetch(url, signed('another body'))).status, 401);
      assert.equal((await fetch(url, signed(body))).status, 204);
      assert.equal((await fetch(`${at.url}/callbacks/${'x'.repeat(43)}`, signed(body))).status, 404);
      const own = await started(at, 'own.example', 'https://app.example/mapped');
      assert.equal(own.callbackUrl, 'https://app.example/mapped');
    });
  });

describe('a mapping that needs a callback', () => {
  let upstream: TaskUpstream;
  before(async () => {
    upstream = await openTaskUpstream(partnerManaged);
  });
  after(() => upstream[Symbol.asyncDispose]());

  it('names the setting where it is refused for lack of one [callback.missing-names-setting]', async () => {
    const graph = await openTaskGraph(upstream.url);
    try {
      const { mapNetwork } = await askFor<{ mapNetwork: { problems: readonly { message: string }[] } }>(
        graph,
        'mutation ($website: String!) { mapNetwork(input: { companyWebsite: $website }) { problems { message } } }',
        { website: 'called.example' },
      );
      assert.match(String(mapNetwork.problems[0]?.message), /set KITH_PUBLIC_URL .*or give callbackUrl/);
      await askFor(graph, start, { website: 'called.example', callbackUrl: 'https://app.example/mapped' });
    } finally {
      await graph.close();
    }
  });

  it('is sent one by a graph that has a public address', async () => {
    const graph = await openTaskGraph(upstream.url, { tracking: { publicUrl: 'https://graph.example/kith' } });
    try {
      await askFor(graph, start, { website: 'public.example' });
    } finally {
      await graph.close();
    }
  });
});
