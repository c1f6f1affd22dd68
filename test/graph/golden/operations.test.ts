import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  finalMappingStatuses,
  type MappingStatusAnswer,
  mappingStatus,
} from '../../../src/contract/operation/network-mapper.ts';
import { inRounds, type Round } from '../../support/network/rounds.ts';
import { type ExampleOperation, exampleOperations } from '../../support/sample/example-operations.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';

const key = 'kith_demo_partner';

/** What an operation asks of the upstream: how often it calls what in each round, and the credits it is charged. */
interface Cost {
  readonly rounds: readonly Round[];
  readonly credits: number;
}

/** Queries come first, for mutations change what they find; a task is followed once it was started, and has ended. */
const examples = exampleOperations.toSorted((one, other) => placeOf(one) - placeOf(other));

describe('what the example operations ask of the upstream', () => {
  // After a change that is meant: node --test --test-update-snapshots test/graph/golden/operations.test.ts
  it('is what the golden file holds', async (t) => {
    await using sample = await openSampleGraph();
    const costs: Record<string, Cost> = {};
    let taskId: string | undefined;
    for (const example of examples) {
      const isOfTask = example.name.endsWith('MappingTask');
      if (example.type === 'mutation') sample.holdJobs();
      if (isOfTask) {
        sample.releaseJobs();
        await taskEnd(sample, String(taskId));
      }
      const { answer, cost } = await send(sample, isOfTask ? { ...example, variables: { id: taskId } } : example);
      taskId ??= answer.mapNetwork?.task?.id;
      costs[example.name] = cost;
    }
    t.assert.fileSnapshot(costs, join(import.meta.dirname, 'operations.json'), {
      serializers: [(value) => `${JSON.stringify(value, null, 2)}\n`],
    });
  });
});

function placeOf({ name, type }: ExampleOperation): number {
  if (name.endsWith('MappingTask')) return 2;
  return type === 'mutation' ? 1 : 0;
}

interface Answer {
  readonly mapNetwork?: { readonly task?: { readonly id?: string } | null };
}

/** Sends an operation, as somebody pastes it, and takes its answer: of a subscription, the last event. It has to be whole. */
async function send(
  sample: SampleGraph,
  example: ExampleOperation,
): Promise<{ readonly answer: Answer; readonly cost: Cost }> {
  const before = await sample.usage(key);
  const { result, rounds } = await inRounds(sample.upstream, async () => {
    const response = await fetch(`${sample.graph.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: example.type === 'subscription' ? 'text/event-stream' : 'application/json',
        'x-api-key': key,
      },
      body: JSON.stringify({ query: example.text, operationName: example.name, variables: example.variables }),
    });
    return await response.text();
  });
  const [last = result] = [...result.matchAll(/^data: (.+)$/gm)].map(([, data]) => data).slice(-1);
  const { data, errors, extensions } = JSON.parse(last);
  assert.equal(errors, undefined, `${example.name}: ${JSON.stringify(errors)}`);
  assert.ok(data && Object.values(data).every(Boolean), `${example.name} answered ${result}`);
  const credits = (await sample.usage(key)) - before;
  assert.equal(extensions?.credits?.charged ?? 0, credits, `${example.name}: the receipt is not the ledger's`);
  return { answer: data, cost: { rounds, credits } };
}

/** Resolves when the upstream says that the task has ended. */
async function taskEnd(sample: SampleGraph, taskId: string): Promise<void> {
  for (;;) {
    const url = `${sample.upstream.url}${mappingStatus.path}?task_id=${taskId}`;
    const answer: MappingStatusAnswer = await (await fetch(url, { headers: { 'x-api-key': key } })).json();
    if (finalMappingStatuses.includes(answer.status)) return;
  }
}
