import assert from 'node:assert/strict';
import { createClient } from 'graphql-ws';
import pino from 'pino';
import { WebSocket } from 'ws';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { type Graph, openGraph } from '../../../src/graph/server.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import type { GraphAnswer } from './graph.ts';

/** What a subscriber of these tests selects. */
export interface SeenEvent {
  readonly id: string | null;
  readonly kind: string;
  readonly status: string | null;
  readonly final: boolean;
  readonly end: string | null;
  readonly staleSince: string | null;
}

export interface Following {
  readonly id: string;
  readonly after?: string | undefined;
  readonly heartbeat?: number | undefined;
}

export const followDocument = `subscription Follow($id: ID!, $after: ID, $heartbeat: Int) {
  mappingTask(id: $id, after: $after, heartbeat: $heartbeat) { id kind status: rawStatus final end staleSince }
}`;

export const partnerKey = 'kith_test_partner';

/** A graph that polls quickly, over an upstream of tasks. */
export const openTaskGraph = (upstreamUrl: string, options: Partial<GraphOptions> = {}): Promise<Graph> =>
  openGraph({
    upstreamUrl,
    log: pino({ level: 'silent' }),
    ...options,
    traffic: { load: noLoadGuard, ...options.traffic },
    polling: { firstMs: 5, longestMs: 30, growth: 1.5, lingerMs: 50, ...options.polling },
  });

/** Asks over HTTP; the answer has to be without errors. */
export async function askFor<Data>(graph: Graph, query: string, variables = {}, key = partnerKey): Promise<Data> {
  const { data, errors } = await ask<Data>(graph, query, variables, key);
  assert.equal(errors, undefined);
  assert.ok(data);
  return data;
}

export async function ask<Data>(
  graph: Pick<Graph, 'url'>,
  query: string,
  variables = {},
  key = partnerKey,
): Promise<GraphAnswer<Data>> {
  const response = await fetch(`${graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query, variables }),
  });
  return await response.json();
}

/** One that may be left before it is open: ws then emits an error that graphql-ws has no ear for any more. */
class LeavingWebSocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    this.on('error', () => undefined);
  }
}

/** Follows a task over a WebSocket of its own, once, without retries. */
export async function* followOverWebSocket(
  graph: Pick<Graph, 'url'>,
  variables: Following,
  key = partnerKey,
  leave?: AbortSignal,
): AsyncGenerator<SeenEvent> {
  const client = createClient({
    url: `${graph.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: LeavingWebSocket,
    connectionParams: { apiKey: key },
    retryAttempts: 0,
  });
  leave?.addEventListener('abort', () => client.terminate());
  try {
    const events = client.iterate<{ mappingTask: SeenEvent }>({ query: followDocument, variables: { ...variables } });
    for await (const { data, errors } of events) {
      if (errors) throw errors;
      if (data) yield data.mappingTask;
    }
  } catch (error) {
    // The operation's own errors come as a list.
    throw Array.isArray(error) ? Object.assign(new Error(error[0].message), error[0]) : error;
  } finally {
    await client.dispose();
  }
}

/** Follows a task over server-sent events, once; `lastEventId` is sent as a browser would send it. */
export async function* followOverSse(
  graph: Pick<Graph, 'url'>,
  variables: Following,
  key = partnerKey,
  lastEventId?: string,
  leave?: AbortSignal,
): AsyncGenerator<SeenEvent & { readonly eventId: string | undefined }> {
  const leaving = new AbortController();
  leave?.addEventListener('abort', () => leaving.abort());
  try {
    const response = await fetch(`${graph.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-api-key': key,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      body: JSON.stringify({ query: followDocument, variables }),
      signal: leaving.signal,
    });
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (!block.startsWith('event: next')) continue;
        const { data, errors } = JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? 'null');
        if (errors) throw Object.assign(new Error(errors[0].message), { extensions: errors[0].extensions });
        yield { ...data.mappingTask, eventId: /^id: (.+)$/m.exec(block)?.[1] };
      }
    }
  } finally {
    leaving.abort();
  }
}
