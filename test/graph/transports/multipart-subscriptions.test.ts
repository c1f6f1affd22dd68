import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Graph } from '../../../src/graph/server.ts';
import { followDocument, openTaskGraph, partnerKey } from '../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream } from '../../support/graph/task-upstream.ts';
import { until } from '../../support/until.ts';

describe('a subscription over Apollo’s multipart protocol', () => {
  let upstream: TaskUpstream;
  let graph: Graph;
  before(async () => {
    upstream = await openTaskUpstream();
    graph = await openTaskGraph(upstream.url);
  });
  after(async () => {
    await graph.close();
    await upstream[Symbol.asyncDispose]();
  });

  const follow = (id: string, accept: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, 'x-api-key': partnerKey },
      body: JSON.stringify({ query: followDocument, variables: { id } }),
      signal: signal ?? null,
    });

  /** The bodies of parts; each part ends with the delimiter that follows it. */
  const partsOf = (text: string): readonly string[] => {
    const [before, ...parts] = text.split('\r\n--graphql');
    assert.equal(before, '');
    assert.equal(parts.pop(), '--\r\n');
    return parts.map((part) => part.replace('\r\ncontent-type: application/json\r\n\r\n', ''));
  };

  for (const accept of [
    'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json',
    'multipart/mixed;boundary="graphql";subscriptionSpec="1.0", application/graphql-response+json, application/json;q=0.9',
  ])
    it(`is a part for each event, for ${accept}`, async () => {
      const task = upstream.add(`multipart-${accept.length}`);
      task.status = 'Mapped';
      const answer = await follow(task.id, accept);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0');
      const events = partsOf(await answer.text()).map((part) => JSON.parse(part));
      assert.equal(events.at(-1).payload.data.mappingTask.status, 'Mapped');
    });

  it('ends with its client', async () => {
    const { id } = upstream.add('left');
    const leaving = new AbortController();
    const answer = await follow(id, 'multipart/mixed;subscriptionSpec=1.0', leaving.signal);
    const reader = answer.body?.getReader();
    await reader?.read();
    assert.equal(graph.pollers.size, 1);
    leaving.abort();
    await until(() => graph.pollers.size === 0);
  });

  it('is no answer of another form', async () => {
    const { id } = upstream.add('other');
    const answer = await follow(id, 'multipart/mixed');
    assert.equal(answer.status, 406);
    assert.match(await answer.text(), /subscriptionSpec=1\.0/);
  });
});
