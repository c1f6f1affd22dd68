import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usualBetween } from '../../support/graph/between.ts';
import { askFor, openTaskGraph, partnerKey } from '../../support/graph/task-graph.ts';
import { openTaskUpstream } from '../../support/graph/task-upstream.ts';
import { until } from '../../support/until.ts';
import { composers, openHive } from './gateways.ts';
import { openSubgraph } from './subgraph.ts';

describe('a subscription through Hive Gateway', () => {
  it('tells each change of a task, with what another subgraph adds, until the end', { timeout: 30_000 }, async () => {
    await using upstream = await openTaskUpstream();
    await using between = await usualBetween?.(upstream.url);
    await using graph = await openTaskGraph(between?.url ?? upstream.url, between?.options);
    await using notes = await openSubgraph({
      name: 'notes',
      types: 'type Query { notes: Int } type MappingTask @key(fields: "id") { id: ID note: String }',
      query: { notes: () => 1 },
      entity: ({ id }) => ({ note: `on ${id}` }),
    });
    const { _service } = await askFor<{ _service: { sdl: string } }>(graph, '{ _service { sdl } }');
    const compose = composers['@theguild/federation-composition'];
    const { supergraph, errors } = compose([{ name: 'kith', url: `${graph.url}/graphql`, sdl: _service.sdl }, notes]);
    assert.deepEqual(errors, []);
    await using gateway = await openHive(supergraph ?? '');
    const task = upstream.add('followed');
    const answer = await gateway.follow(
      'subscription ($id: ID!) { mappingTask(id: $id) { status final task { id note } } }',
      { id: task.id },
      partnerKey,
    );
    assert.equal(answer.status, 200);
    const seen: { status: string; final: boolean; task: { id: string; note: string } }[] = [];
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: ?(.+)$/m.exec(event)?.[1];
        if (!event.includes('event: next') || !data) continue;
        const { data: told, errors: failed } = JSON.parse(data);
        assert.equal(failed, undefined);
        seen.push(told.mappingTask);
        task.status = 'Mapped';
      }
    }
    assert.deepEqual(seen.at(-1), { status: 'MAPPED', final: true, task: { id: task.id, note: `on ${task.id}` } });
    assert.ok(seen.length >= 2);
    await until(() => graph.pollers.size === 0);
  });
});
