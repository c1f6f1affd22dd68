import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { GraphOptions } from '../../../../src/graph/graph-options.ts';
import type { Graph } from '../../../../src/graph/server.ts';
import { openTaskGraph, partnerKey } from '../../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream } from '../../../support/graph/task-upstream.ts';

interface Told {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** What one operation over a WebSocket of its own is told first: a result, or the errors that end it. */
async function first(graph: Graph, query: string): Promise<Told> {
  const client = createClient({
    url: `${graph.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { apiKey: partnerKey },
    retryAttempts: 0,
  });
  try {
    const { value } = await client.iterate({ query }).next();
    return value;
  } catch (errors) {
    return { errors: errors as Told['errors'] & object };
  } finally {
    await client.dispose();
  }
}

const codesOf = ({ errors = [] }: Told): readonly string[] => errors.map(({ extensions }) => extensions.code);

describe('what a caller may take over a stream', () => {
  let upstream: TaskUpstream;
  before(async () => {
    upstream = await openTaskUpstream();
    upstream.add('task-1', 'MappingInProgress');
  });
  after(() => upstream[Symbol.asyncDispose]());

  const open = (traffic: GraphOptions['traffic'], limits: GraphOptions['limits'] = {}) =>
    openTaskGraph(upstream.url, { limits, ...(traffic && { traffic }) });
  const follow = (selection: string, heartbeat = '') =>
    `subscription { mappingTask(id: "task-1"${heartbeat}) { ${selection} } }`;

  for (const [what, query] of Object.entries({
    'a query': '{ __typename }',
    'a subscription that is shared': follow('status'),
    'a subscription of its own': follow('status', ', heartbeat: 60'),
  }))
    it(`counts operations over WebSockets with requests, by key: ${what}`, async () => {
      await using graph = await open({ rates: { perKey: 2, perAddress: undefined } });
      const request = () =>
        fetch(`${graph.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': partnerKey },
          body: '{"query":"{ __typename }"}',
        });
      assert.equal((await request()).status, 200);
      assert.deepEqual(codesOf(await first(graph, query)), []);
      assert.deepEqual(codesOf(await first(graph, query)), ['RATE_LIMITED']);
      assert.equal((await request()).status, 429);
    });

  it('sends no event of more bytes than an answer may have', async () => {
    await using graph = await open({}, { responseBytes: 600 });
    const long = Array.from({ length: 50 }, (_, number) => `a${number}: rawStatus`).join(' ');
    assert.deepEqual(codesOf(await first(graph, follow(long, ', heartbeat: 60'))), ['RESPONSE_TOO_LARGE']);
    assert.deepEqual(codesOf(await first(graph, follow('rawStatus', ', heartbeat: 60'))), []);
    const response = await fetch(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': partnerKey },
      body: JSON.stringify({ query: follow(long) }),
    });
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes('\n\n') && text.includes('data: {')) break;
    }
    assert.match(text, /RESPONSE_TOO_LARGE/);
  });
});
