import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { print } from 'graphql';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { FollowMappingTaskDocument, MapNetworkDocument } from '../../generated/operations.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';
import { until } from '../../support/until.ts';

interface Event {
  readonly status: string;
  readonly final: boolean;
}

/** Idea 5 of the design: a task is followed from where it stands to its end, over both transports. */
for (const upstream of upstreams)
  describe(`a subscription to a mapping task, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    before(async () => {
      sample = await upstream.openSample();
    });
    after(() => sample[Symbol.asyncDispose]());
    afterEach(() => sample.releaseJobs());

    const key = 'kith_demo_partner';

    async function start(website: string): Promise<string> {
      const { data, errors } = await sample.ask(key, MapNetworkDocument, { input: { companyWebsite: website } });
      assert.equal(errors, undefined);
      return data?.mapNetwork?.task?.id ?? assert.fail('no task was started');
    }

    async function* overWebSocket(id: string): AsyncGenerator<Event> {
      const client = createClient({
        url: `${sample.graph.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey: key },
        retryAttempts: 0,
      });
      try {
        for await (const { data } of client.iterate<{ mappingTask: Event }>({
          query: print(FollowMappingTaskDocument),
          variables: { id },
          operationName: 'FollowMappingTask',
        }))
          if (data) yield data.mappingTask;
      } finally {
        await client.dispose();
      }
    }

    async function* overSse(id: string): AsyncGenerator<Event> {
      const response = await fetch(`${sample.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': key },
        body: JSON.stringify({
          query: print(FollowMappingTaskDocument),
          variables: { id },
          operationName: 'FollowMappingTask',
        }),
      });
      assert.equal(response.headers.get('content-type'), 'text/event-stream');
      let text = '';
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = /^data: ?(.+)$/m.exec(block)?.[1];
          if (block.startsWith('event: next') && data) yield JSON.parse(data).data.mappingTask;
        }
      }
    }

    for (const [name, follow] of [
      ['WebSocket', overWebSocket],
      ['server-sent events', overSse],
    ] as const) {
      it(`tells of each change until the end, over ${name}`, async () => {
        sample.holdJobs();
        const id = await start(sample.nextWebsite());
        const seen: string[] = [];
        for await (const { status, final } of follow(id)) {
          seen.push(status);
          if (seen.length === 1) sample.releaseJobs();
          assert.equal(final, status === 'MAPPED');
        }
        assert.equal(seen[0], upstream.firstStatus);
        assert.equal(seen.at(-1), 'MAPPED');
        assert.ok(seen.length <= 3 && new Set(seen).size === seen.length, seen.join(' → '));
        assert.equal(sample.graph.pollers.size, 0);
      });

      it(`stops asking when its last subscriber leaves, over ${name}`, async () => {
        sample.holdJobs();
        const id = await start(sample.nextWebsite());
        for await (const { status } of follow(id)) {
          assert.equal(status, upstream.firstStatus);
          break;
        }
        await until(() => sample.graph.pollers.size === 0);
      });
    }

    it('answers one who comes after the end with the end', async () => {
      const id = await start(sample.nextWebsite());
      for await (const _ of overSse(id));
      const seen: string[] = [];
      for await (const { status } of overWebSocket(id)) seen.push(status);
      assert.deepEqual(seen, ['MAPPED']);
    });

    it('ends with the failure of a company that nobody knows', async () => {
      const id = await start('no-such-company.example');
      const seen: string[] = [];
      for await (const { status } of overSse(id)) seen.push(status);
      assert.equal(seen.at(-1), 'FAILED');
    });
  });
