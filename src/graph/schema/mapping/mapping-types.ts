import { CreditLimitReached } from '../../../client/errors.ts';
import { mapNetwork, type NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import { priceOf } from '../../../contract/price.ts';
import { SpendingRefused } from '../../credits/spending-refused.ts';
import { invalidArgument } from '../../errors.ts';
import { isFinal } from '../../mapping/status.ts';
import { readStatus, statusOf, type MappingTask as Task } from '../../mapping/task.ts';
import type { MappingTasks } from '../../mapping/tasks.ts';
import { builder, nullableItems } from '../builder.ts';
import { CreditLimit, OutOfCredits } from '../lookup-failures.ts';
import { MappingTask, Relationship } from '../refs.ts';
import type { Scoped } from '../scoped.ts';
import { profileFilters } from '../search/filters.ts';
import { requestOf } from './mapping-request.ts';

/** The longest that a mutation waits for a mapping, in seconds. */
const longestWait = 300;

const mostRecent = 100;

MappingTask.implement({
  entity: {
    keys: ['id'],
    resolveReference: async ({ value }, { operation }) => {
      const task = await readStatus(operation.scope(), value);
      return task.status === 'Unknown' ? null : task;
    },
  },
  callsEach: true,
  description: 'A network mapping that runs on the upstream.',
  fields: (t) => ({
    id: t.id({
      description: 'Names the task; its status can be read, and followed, by it.',
      resolve: ({ id }) => id,
    }),
    status: t.string({
      description:
        'Where it stands. Known values: `Unknown` (no such task of this team), `NotMapped`, `MappingInProgress`, `Mapped`, `MappingFailed`.',
      callsEach: true,
      resolve: statusOf,
    }),
    final: t.boolean({
      description: 'Whether the status will not change any more.',
      callsEach: true,
      resolve: async (task) => isFinal(await statusOf(task)),
    }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'When the graph started it for this key; null where it did not, or has forgotten.',
      resolve: async (task, _args, { tasks }) => (await tasks.started(task))?.startedAt,
    }),
  }),
});

const NetworkMap = builder.objectRef<Scoped<NetworkMapped>>('NetworkMap').implement({
  description: 'A network, mapped; one credit unless it is empty.',
  fields: (t) => ({
    items: t.field({
      type: [Relationship],
      nullable: nullableItems,
      description: 'The people whom the partner’s network reaches.',
      resolve: ({ scope, value }) => value.items.map((item) => item && { scope, value: item }),
    }),
    count: t.field({ type: 'SafeInt', description: 'Items here.', resolve: ({ value }) => value.count }),
    totalCount: t.field({ type: 'SafeInt', description: 'Items in all.', resolve: ({ value }) => value.total_count }),
  }),
});

const MapNetworkResult = builder.unionType('MapNetworkResult', {
  description: 'The network where it is mapped already, a task where it has to be mapped first.',
  types: [NetworkMap, MappingTask, CreditLimit],
  resolveType: (value) =>
    value instanceof OutOfCredits ? 'CreditLimit' : 'value' in value ? 'NetworkMap' : 'MappingTask',
});

builder.mutationField('mapNetwork', (t) =>
  t.field({
    type: MapNetworkResult,
    credits: priceOf(mapNetwork.price, 1),
    description: 'Maps connections across the partner’s network; the key needs the partner permission.',
    args: {
      ...profileFilters.args,
      companyWebsite: t.arg.string({
        description: 'The website of the company to map; it may have to be mapped first.',
      }),
      callbackUrl: t.arg.string({ description: 'Called by the upstream when a mapping ends.' }),
      wait: t.arg.int({
        description: `How many seconds to wait for a mapping to end, 1 to ${longestWait}; the network is then answered, and charged, at once if it is mapped by then.`,
      }),
    },
    resolve: async (_root, { companyWebsite, callbackUrl, wait, ...filtering }, { operation, tasks }) => {
      if (typeof wait === 'number' && (wait < 1 || wait > longestWait))
        throw invalidArgument('wait', `must be between 1 and ${longestWait}, but got ${wait}.`);
      const scope = operation.scope();
      const request = {
        ...requestOf(profileFilters.query(operation, filtering), companyWebsite),
        ...(callbackUrl ? { callback_url: callbackUrl } : {}),
      };
      try {
        const answer = await tasks.start(scope, request);
        if ('items' in answer) return { scope, value: answer };
        return typeof wait === 'number' ? await resultWithin(tasks, answer, wait) : answer;
      } catch (error) {
        if (error instanceof CreditLimitReached || error instanceof SpendingRefused) return new OutOfCredits(error);
        throw error;
      }
    },
  }),
);

builder.queryField('mappingTask', (t) =>
  t.field({
    type: MappingTask,
    description: 'A mapping task, with its status as it is now; free.',
    args: { id: t.arg.id({ required: true, description: 'The task’s id.' }) },
    resolve: (_root, { id }, { operation }) => readStatus(operation.scope(), id),
  }),
);

builder.queryField('recentTasks', (t) =>
  t.field({
    type: [MappingTask],
    nullable: nullableItems,
    sizedBy: 'first',
    description: 'The tasks that this key started through the graph, as long as it remembers them, the latest first.',
    args: { first: t.arg.int({ defaultValue: 20, description: `How many, 1 to ${mostRecent}.` }) },
    resolve: (_root, args, { operation, tasks }) => {
      const first = args.first ?? 20;
      if (first < 1 || first > mostRecent)
        throw invalidArgument('first', `must be between 1 and ${mostRecent}, but got ${first}.`);
      return tasks.recent(operation.scope(), first);
    },
  }),
);

/** What a mapping led to, if it ends in time; else the task as it then stands. */
async function resultWithin(tasks: MappingTasks, task: Task, seconds: number) {
  const { scope, request } = task;
  const ended = await tasks.waitFor(task, seconds);
  if (ended.status !== 'Mapped' || request === undefined) return ended;
  const result = await tasks.result(task, request);
  return 'items' in result ? { scope, value: result } : result;
}
