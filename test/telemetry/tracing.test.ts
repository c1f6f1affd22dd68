import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import { describe, it } from 'node:test';
import pino from 'pino';
import type { GraphOptions } from '../../src/graph/graph-options.ts';
import { readTraceParent } from '../../src/telemetry/log-context.ts';
import type { TraceOptions } from '../../src/telemetry/tracing.ts';
import { keyOf } from '../support/cast/cast.ts';
import { openTestGraph } from '../support/graph/graph.ts';
import { followOverSse, followOverWebSocket, openTaskGraph, partnerKey } from '../support/graph/task-graph.ts';
import { openTaskUpstream } from '../support/graph/task-upstream.ts';
import { openCast } from '../support/service.ts';
import { openCollector } from '../support/telemetry/collector.ts';
import { openTestTelemetry } from '../support/telemetry/metrics.ts';

const key = keyOf('orchard');
const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
/** Named as one of Kith's own operations: of others, traces have a hash for a name. */
const query = 'query People { profile(by: { xnetSlug: "ada-moreau" }) { ... on Profile { headline } } }';

/** A proxy that keeps the headers of what passes. */
async function openHeaders(upstreamUrl: string) {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming.headers);
    const { method, headers, url = '' } = incoming;
    const onward = send(upstreamUrl + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, seen, [Symbol.asyncDispose]: close };
}

/** Asks once with these headers; what the collector and the upstream then have, and the lines of the log. */
async function asked(
  traces: TraceOptions,
  headers: Readonly<Record<string, string>>,
  options: Partial<GraphOptions> = {},
) {
  const lines: Record<string, unknown>[] = [];
  await using collector = await openCollector();
  await using service = await openCast();
  await using upstream = await openHeaders(service.url);
  const measured = await openTestTelemetry({ otlp: { url: collector.url, headers: {} }, traces });
  {
    const operationLog = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    await using graph = await openTestGraph(upstream.url, { telemetry: measured.telemetry, operationLog, ...options });
    await graph.ask(key, query, {}, { headers });
  }
  await measured.close();
  return { spans: collector.spans, paths: collector.paths, lines, sent: upstream.seen };
}

describe('a trace', () => {
  it('goes on where it began elsewhere: the request, its preparation, and each call with credits and fill', async () => {
    const headers = { traceparent: `00-${traceId}-${spanId}-01`, baggage: 'who=ada' };
    const { spans, lines, sent, paths } = await asked({ ratio: 0, propagates: false }, headers);
    assert.deepEqual([...paths].toSorted(), ['/v1/metrics', '/v1/traces']);
    const request = spans.find(({ name }) => name === 'query People');
    assert.deepEqual([request?.traceId, request?.parentSpanId], [traceId, spanId]);
    assert.deepEqual([request?.attributes['kith.credits.charged'], request?.attributes['kith.outcome']], [1, 'ok']);
    const children = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    assert.deepEqual(children.map(({ name }) => name).toSorted(), ['fetchProfiles', 'prepare']);
    const call = children.find(({ name }) => name === 'fetchProfiles');
    assert.equal(call?.attributes['kith.credits.charged'], 1);
    assert.equal(call?.attributes['kith.batch.fill'], 0.001);
    assert.equal(call?.attributes['http.response.status_code'], 200);
    assert.deepEqual(
      lines.map(({ trace_id: id }) => id),
      [traceId],
    );
    // The upstream is told nothing, unless that is configured.
    assert.deepEqual(
      sent.filter((one) => one.traceparent ?? one.tracestate ?? one.baggage),
      [],
    );
  });

  it('is passed to the upstream where that is configured, without baggage', async () => {
    const headers = { traceparent: `00-${traceId}-${spanId}-01`, baggage: 'who=ada' };
    const { spans, sent } = await asked({ ratio: 0, propagates: true }, headers);
    const call = spans.find(({ name }) => name === 'fetchProfiles');
    assert.deepEqual(
      sent.map(({ traceparent, baggage }) => [traceparent, baggage]),
      [[`00-${traceId}-${call?.spanId}-01`, undefined]],
    );
  });

  it('is not recorded where its beginning says so, and its id is in the log all the same', async () => {
    const headers = { traceparent: `00-${traceId}-${spanId}-00` };
    const { spans, lines, sent } = await asked({ ratio: 1, propagates: true }, headers);
    assert.deepEqual(spans, []);
    assert.deepEqual(
      lines.map(({ trace_id: id }) => id),
      [traceId],
    );
    assert.match(String(sent[0]?.traceparent), new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  });

  it('begins here as often as is configured', async () => {
    const unrecorded = await asked({ ratio: 0, propagates: true }, {});
    assert.deepEqual(unrecorded.spans, []);
    // One id for the line and the upstream all the same, so that either is found by the other.
    const [{ trace_id: id } = {}] = unrecorded.lines;
    assert.match(String(id), /^[0-9a-f]{32}$/);
    assert.match(String(unrecorded.sent[0]?.traceparent), new RegExp(`^00-${id}-[0-9a-f]{16}-00$`));
    const { spans, lines } = await asked({ ratio: 1, propagates: false }, {});
    const [request] = spans.filter(({ parentSpanId }) => !parentSpanId);
    assert.equal(request?.name, 'query People');
    assert.equal(lines[0]?.trace_id, request?.traceId);
  });

  it('is of each poll of a task, and of each subscription', async () => {
    await using collector = await openCollector();
    await using upstream = await openTaskUpstream();
    const traces = { ratio: 1, propagates: false };
    const measured = await openTestTelemetry({ otlp: { url: collector.url, headers: {} }, traces });
    {
      await using graph = await openTaskGraph(upstream.url, { telemetry: measured.telemetry });
      const task = upstream.add('task-1');
      for (const follow of [followOverSse, followOverWebSocket]) {
        for await (const { status } of follow(graph, { id: task.id }, partnerKey)) if (status) task.status = 'Mapped';
      }
      const lag = (await measured.scrape()).find(({ name }) => name === 'kith_subscription_lag_seconds_count');
      assert.ok(lag && lag.value > 0);
    }
    await measured.close();
    const named = (wanted: string) => collector.spans.filter(({ name }) => name.startsWith(wanted));
    const within = (parent: string) =>
      collector.spans.filter(({ parentSpanId }) => parentSpanId === parent).map(({ name }) => name);
    const polls = named('poll mapping task');
    assert.ok(polls.length > 1);
    assert.equal(polls.length, upstream.looks);
    for (const { spanId, parentSpanId } of polls)
      assert.deepEqual([parentSpanId, within(spanId)], [undefined, ['mappingStatus']]);
    const prepared = named('subscription ').map(({ spanId }) => within(spanId).includes('prepare'));
    assert.deepEqual(new Set(prepared), new Set([true]));
  });

  it('is of each look for connectors that are followed, with its calls', async () => {
    await using collector = await openCollector();
    await using service = await openCast();
    const traces = { ratio: 1, propagates: false };
    const measured = await openTestTelemetry({ otlp: { url: collector.url, headers: {} }, traces });
    {
      const { telemetry } = measured;
      await using test = await openTestGraph(service.url, { telemetry, polling: { firstMs: 5, longestMs: 5 } });
      const answer = await fetch(`${test.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': key },
        body: '{"query":"subscription { addedConnectors(xnetSlugs: [\\"ada-moreau\\"]) { end } }"}',
      });
      assert.match(await answer.text(), /"end":"ALL_APPEARED"/);
    }
    await measured.close();
    const poll = collector.spans.find(({ name }) => name === 'poll connectors');
    assert.ok(poll);
    assert.equal(poll.parentSpanId, undefined);
    const calls = collector.spans.filter(({ parentSpanId }) => parentSpanId === poll.spanId);
    assert.deepEqual(new Set(calls.map(({ name }) => name)), new Set(['findRelationships']));
  });
});

describe('the header traceparent', () => {
  const read = (text: string) => readTraceParent(text);
  it('is read as the recommendation has it', () => {
    assert.deepEqual(read(`00-${traceId}-${spanId}-01`), { traceId, spanId, sampled: true });
    assert.deepEqual(read(`00-${traceId}-${spanId}-00`), { traceId, spanId, sampled: false });
    // A later version may have more.
    assert.deepEqual(read(`cc-${traceId}-${spanId}-01-what-comes`), { traceId, spanId, sampled: true });
  });
  for (const text of [
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    'x',
  ])
    it(`is as if it were not there: ${text}`, () => assert.equal(read(text), undefined));
});
