import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { openAudit, openLog } from '../../src/app/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { createTeam } from '../../src/contract/operation/team.ts';
import type { GraphOptions } from '../../src/graph/graph-options.ts';
import type { Graph } from '../../src/graph/server.ts';
import { Database } from '../../src/graph/state/database.ts';
import { fill } from '../support/graph/fill.ts';
import { followOverSse, openTaskGraph, partnerKey } from '../support/graph/task-graph.ts';
import { openTaskUpstream } from '../support/graph/task-upstream.ts';
import { openCast } from '../support/service.ts';
import { openCollector } from '../support/telemetry/collector.ts';
import { openTestTelemetry } from '../support/telemetry/metrics.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const trace = { traceparent: `00-${traceId}-b7ad6b7169203331-00` };
const start = 'mutation { mapNetwork(input: { companyWebsite: "one.example" }) { task { id } } }';

type Line = Readonly<Record<string, unknown>>;

/** A graph in trouble, whose log is kept. */
async function openTroubled(options: Partial<GraphOptions> = {}) {
  const upstream = await openTaskUpstream();
  const database = new Database(':memory:');
  const lines: Line[] = [];
  const log = openLog('info', 'graph', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { config } = readConfig({});
  assert.ok(config);
  const graph = await openTaskGraph(upstream.url, {
    log,
    audit: openAudit(log, config),
    database,
    explorer: { source: () => Promise.reject(new Error('The page is gone.')), demo: [] },
    trusted: { byId: new Map(), others: 'report' },
    ...options,
  });
  fill(database);
  const close = async () => {
    await graph.close();
    database.close();
    await upstream[Symbol.asyncDispose]();
  };
  return { graph, upstream, lines, [Symbol.asyncDispose]: close };
}

const send = (graph: Graph, path: string, body?: object, more: Readonly<Record<string, string>> = trace) =>
  fetch(graph.url + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', 'x-api-key': partnerKey, 'x-request-id': 'one', ...more },
  });

describe('a line of the log that is written for a request', () => {
  for (const [what, message, ask] of [
    ['that fails', 'The explorer could not be loaded.', (graph: Graph) => send(graph, '/')],
    [
      'whose document is not trusted',
      'A document that is not trusted was served.',
      (graph: Graph) => send(graph, '/graphql', { query: '{ __typename }' }),
    ],
    [
      'that Yoga answers',
      'A document that is not trusted was served.',
      (graph: Graph) => send(graph, '/graphql?query={__typename}'),
    ],
    [
      'that starts a task',
      'The store of mapping tasks failed.',
      (graph: Graph) => send(graph, '/graphql', { query: start }),
    ],
    ['that opens a session', 'audit', (graph: Graph) => send(graph, '/session', { total: 5 })],
  ] as const)
    it(`names it and its trace: one ${what}`, async () => {
      await using troubled = await openTroubled();
      const answer = await ask(troubled.graph);
      await answer.arrayBuffer();
      const written = troubled.lines.filter(({ msg }) => msg === message);
      assert.notEqual(written.length, 0, JSON.stringify(troubled.lines));
      for (const { request_id, trace_id } of written) assert.deepEqual([request_id, trace_id], ['one', traceId]);
    });

  for (const [way, least, ask] of [
    ['in JSON', 2, (graph: Graph) => send(graph, '/graphql', { query: start }, {})],
    ['through Yoga', 1, (graph: Graph) => send(graph, '/graphql?query={__typename}', undefined, {})],
  ] as const)
    it(`names its trace, which is that of its operation where it began here: one ${way}`, async () => {
      await using collector = await openCollector();
      const measured = await openTestTelemetry({
        otlp: { url: collector.url, headers: {} },
        traces: { ratio: 1, propagates: false },
      });
      await using troubled = await openTroubled({ telemetry: measured.telemetry });
      const atStart = troubled.lines.length;
      await (await ask(troubled.graph)).arrayBuffer();
      await measured.close();
      const lines = troubled.lines.slice(atStart);
      assert.ok(lines.length >= least);
      assert.ok(lines.some(({ msg }) => msg === 'A document that is not trusted was served.'));
      const traces = new Set(lines.map(({ trace_id }) => trace_id));
      assert.deepEqual(traces, new Set(collector.spans.map((span) => span.traceId)));
      assert.equal(traces.size, 1);
    });

  it('names the trace of a WebSocket’s upgrade', async () => {
    await using troubled = await openTroubled();
    const socket = new WebSocket(`${troubled.graph.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { ...trace, 'x-api-key': partnerKey },
    });
    await once(socket, 'open');
    for (const message of [{ type: 'connection_init' }, { id: '1', type: 'subscribe', payload: { query: start } }]) {
      socket.send(JSON.stringify(message));
      await once(socket, 'message');
    }
    socket.terminate();
    const written = troubled.lines.filter(({ msg }) => msg === 'The store of mapping tasks failed.');
    assert.notEqual(written.length, 0);
    for (const { trace_id } of written) assert.equal(trace_id, traceId);
  });
});

describe('a line of the data service’s log that is written for a request', () => {
  it('names it and its trace', async () => {
    const lines: Line[] = [];
    const log = openLog('info', 'service', { write: (line: string) => void lines.push(JSON.parse(line)) });
    const { config } = readConfig({});
    assert.ok(config);
    await using service = await openCast({ log, audit: openAudit(log, config) });
    const asking = { headers: trace };
    const { status, headers } = await service.post('harbor', createTeam.path, { team_name: 'Mill' }, asking);
    assert.equal(status, 200);
    const { trace_id, request_id } = lines.find(({ audit }) => audit === 'team.created') ?? {};
    assert.deepEqual([trace_id, request_id], [traceId, headers.get('x-request-id')]);
  });
});

describe('a line of the log that is written for a poll', () => {
  it('names the poll’s own trace', async () => {
    await using collector = await openCollector();
    const measured = await openTestTelemetry({
      otlp: { url: collector.url, headers: {} },
      traces: { ratio: 1, propagates: false },
    });
    await using troubled = await openTroubled({ telemetry: measured.telemetry });
    const task = troubled.upstream.add('task-1');
    for await (const { status } of followOverSse(troubled.graph, { id: task.id })) if (status) task.status = 'Mapped';
    await measured.close();
    const polls = new Set(
      collector.spans.filter(({ name }) => name === 'poll mapping task').map((span) => span.traceId),
    );
    const written = troubled.lines.filter(({ msg }) => msg === 'The store of mapping tasks failed.');
    assert.notEqual(written.length, 0);
    for (const { trace_id, request_id } of written) {
      assert.ok(polls.has(String(trace_id)), String(trace_id));
      assert.equal(request_id, undefined);
    }
  });
});
