import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-sse';
import type { Graph } from '../../../src/graph/server/server.ts';
import { followDocument, openTaskGraph, partnerKey, type SeenEvent } from '../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream } from '../../support/graph/task-upstream.ts';
import { until } from '../../support/until.ts';

describe('graphql-sse', () => {
  let upstream: TaskUpstream;
  let graph: Graph;
  before(async () => {
    upstream = await openTaskUpstream();
    graph = await openTaskGraph(upstream.url, { origins: ['https://app.example'] });
  });
  after(async () => {
    await graph.close();
    await upstream[Symbol.asyncDispose]();
  });

  const at = (path = '/graphql/stream'): string => graph.url + path;
  const headers = { 'x-api-key': partnerKey };

  for (const [mode, path, singleConnection] of [
    ['in distinct connections mode', '/graphql', false],
    ['in distinct connections mode, at the path of the other', '/graphql/stream', false],
    ['in single connection mode', '/graphql/stream', true],
  ] as const)
    describe(mode, () => {
      const open = (key = partnerKey) =>
        createClient({ url: at(path), singleConnection, headers: { 'x-api-key': key }, retryAttempts: 0 });

      it('follows two tasks to their ends', async () => {
        const client = open();
        const tasks = [upstream.add(`${mode} 1`), upstream.add(`${mode} 2`)];
        const seen = await Promise.all(
          tasks.map(async (task) => {
            const statuses: unknown[] = [];
            for await (const { data } of client.iterate<{ mappingTask: SeenEvent }>({
              query: followDocument,
              variables: { id: task.id },
            })) {
              statuses.push(data?.mappingTask.status);
              task.status = 'Mapped';
            }
            return statuses;
          }),
        );
        for (const statuses of seen) assert.equal(statuses.at(-1), 'Mapped');
        client.dispose();
        await until(() => graph.pollers.subscriptions === 0);
      });

      it('answers a query, and tells what is wrong with a task', async () => {
        const client = open();
        const { value: answer } = await client.iterate({ query: '{ __typename }' }).next();
        assert.deepEqual(answer.data, { __typename: 'Query' });
        const bad = client.iterate({ query: followDocument, variables: { id: 'x', heartbeat: -1 } });
        const { value } = await bad.next();
        assert.match(value.errors?.[0]?.message, /heartbeat: must be between/);
        client.dispose();
      });

      it('stops following when the client does', async () => {
        const client = open();
        const { id } = upstream.add(`${mode} left`);
        for await (const { data } of client.iterate({ query: followDocument, variables: { id } })) {
          assert.ok(data);
          break;
        }
        await until(() => graph.pollers.subscriptions === 0);
        client.dispose();
      });

      it('stops following one of two when the client does, and goes on with the other', async () => {
        const client = open();
        const [left, kept] = [upstream.add(`${mode} one of two`), upstream.add(`${mode} the other`)];
        const [leaving, staying] = [left, kept].map(({ id }) =>
          client.iterate<{ mappingTask: SeenEvent }>({ query: followDocument, variables: { id } }),
        );
        assert.ok(leaving && staying);
        await Promise.all([leaving.next(), staying.next()]);
        assert.equal(graph.pollers.subscriptions, 2);
        await leaving.return?.();
        await until(() => graph.pollers.subscriptions === 1);
        kept.status = 'Mapped';
        const { value } = await staying.next();
        assert.equal(value.data?.mappingTask.status, 'Mapped');
        client.dispose();
        await until(() => graph.pollers.subscriptions === 0);
      });

      it('stops following when the client is gone', async () => {
        const client = open();
        const { id } = upstream.add(`${mode} gone`);
        await client.iterate({ query: followDocument, variables: { id } }).next();
        client.dispose();
        await until(() => graph.pollers.subscriptions === 0);
      });
    });

  const reserve = async (): Promise<Record<string, string>> => {
    const answer = await fetch(at(), { method: 'PUT', headers });
    assert.equal(answer.status, 201);
    return { ...headers, 'x-graphql-event-stream-token': await answer.text() };
  };
  const operation = {
    method: 'POST',
    body: JSON.stringify({ query: '{ __typename }', extensions: { operationId: '1' } }),
  };
  const json = { 'content-type': 'application/json' };

  it('reserves no stream without a key', async () => {
    const answer = await fetch(at(), { method: 'PUT' });
    assert.equal(answer.status, 401);
    assert.match(await answer.text(), /API key/);
  });

  it('takes operations for a stream from the key that reserved it only', async () => {
    const reserved = await reserve();
    const other = { ...reserved, ...json, 'x-api-key': 'another key' };
    assert.equal((await fetch(at(), { ...operation, headers: other })).status, 404);
    assert.equal((await fetch(at(), { ...operation, headers: { ...reserved, ...json } })).status, 202);
  });

  it('knows no stream that was not reserved', async () => {
    const answer = await fetch(`${at()}?token=any`, { headers: { accept: 'text/event-stream' } });
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /must be the token of a stream that this key reserved in this process/);
  });

  it('opens a stream by its token alone, as EventSource does, and once', async () => {
    const { 'x-graphql-event-stream-token': token } = await reserve();
    const opening = new AbortController();
    const request = { headers: { accept: 'text/event-stream' }, signal: opening.signal };
    assert.equal((await fetch(`${at()}?token=${token}`, request)).status, 200);
    assert.equal((await fetch(`${at()}?token=${token}`, request)).status, 409);
    opening.abort();
  });

  it('says what is wrong with a document', async () => {
    const reserved = await reserve();
    const body = JSON.stringify({ query: '{ nothing }', extensions: { operationId: '1' } });
    const answer = await fetch(at(), { method: 'POST', body, headers: { ...reserved, ...json } });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /Cannot query field/);
  });

  it('is allowed to pages of the origins that are named', async () => {
    const preflight = await fetch(at(), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-graphql-event-stream-token',
      },
    });
    assert.equal(preflight.headers.get('access-control-allow-origin'), 'https://app.example');
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /x-graphql-event-stream-token/);
    const answer = await fetch(at(), { method: 'PUT', headers: { ...headers, origin: 'https://app.example' } });
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example');
  });
});
