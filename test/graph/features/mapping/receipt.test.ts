import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { ReceiptLines } from '../../../../src/graph/credits/receipt.ts';
import type { Graph } from '../../../../src/graph/server.ts';
import { openTaskGraph, partnerKey } from '../../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, taskManners } from '../../../support/graph/task-upstream.ts';

const query = `subscription ($id: ID!, $website: String) {
  mappingTask(id: $id) { status: rawStatus task { result(companyWebsite: $website, first: 5) { __typename } } }
}`;

interface Told {
  readonly mappingTask: { readonly status: string };
}

interface Extensions {
  readonly credits?: ReceiptLines;
}

interface Event {
  readonly data?: Told | null | undefined;
  readonly extensions?: Extensions | undefined;
}

/** A task's result that is selected on its events is paid for by the event that tells of it. */
for (const manner of taskManners)
  describe(`what an event of a subscription costs, over ${manner.name}`, () => {
    let upstream: TaskUpstream;
    let graph: Graph;
    let receipts: ReceiptLines[] = [];
    before(async () => {
      upstream = await openTaskUpstream(manner);
      graph = await openTaskGraph(upstream.url, { credits: { onReceipt: (lines) => receipts.push(lines) } });
    });
    after(async () => {
      await graph.close();
      await upstream[Symbol.asyncDispose]();
    });
    beforeEach(() => {
      receipts = [];
    });

    const post = (path: string, id: string): Promise<Response> =>
      fetch(`${graph.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': partnerKey },
        body: JSON.stringify({ query, variables: { id, website: id } }),
      });

    async function* overSse(id: string): AsyncGenerator<Event> {
      let text = '';
      for await (const chunk of (await post('/graphql', id)).body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks)
          if (block.startsWith('event: next')) yield JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? 'null');
      }
    }

    async function* overWebSocket(id: string): AsyncGenerator<Event> {
      const client = createClient({
        url: `${graph.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey: partnerKey },
        retryAttempts: 0,
      });
      try {
        yield* client.iterate<Told, Extensions>({ query, variables: { id, website: id } });
      } finally {
        await client.dispose();
      }
    }

    for (const [transport, follow] of [
      ['WebSocket', overWebSocket],
      ['server-sent events', overSse],
    ] as const)
      it(`stands on the event’s own receipt, over ${transport}`, async () => {
        const task = upstream.add(`paid-${transport}.example`);
        const charged = upstream.charged;
        const seen: (readonly [string | undefined, number | undefined])[] = [];
        for await (const { data, extensions } of follow(task.id)) {
          seen.push([data?.mappingTask.status, extensions?.credits?.charged]);
          task.status = 'Mapped';
        }
        assert.deepEqual(seen, [
          ['NotMapped', 0],
          ['Mapped', 1],
        ]);
        assert.deepEqual(
          receipts.map((lines) => lines.charged),
          [0, 1],
        );
        assert.equal(upstream.charged - charged, 1);
      });

    it('is bounded by a quote, which follows nothing and buys nothing', async () => {
      const task = upstream.add('quoted.example', 'Mapped');
      const { looks, charged } = upstream;
      const text = await (await post('/quote', task.id)).text();
      const { quote } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? 'null');
      assert.deepEqual([quote.min, quote.max, quote.open], [0, 1, false]);
      assert.deepEqual(quote.fields, [{ path: 'mappingTask.task.result', min: 0, max: 1, open: false }]);
      assert.deepEqual([upstream.looks, upstream.charged, receipts.length], [looks, charged, 0]);
    });

    it('is refused before it is priced where it asks too much', async () => {
      const small = await openTaskGraph(upstream.url, { limits: { objects: 4 } });
      try {
        const response = await fetch(`${small.url}/quote`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': partnerKey },
          body: JSON.stringify({ query, variables: { id: 'any', website: 'any' } }),
        });
        const text = await response.text();
        assert.match(text, /must add up to at most 4 objects/);
        assert.doesNotMatch(text, /"quote"/);
      } finally {
        await small.close();
      }
    });
  });
