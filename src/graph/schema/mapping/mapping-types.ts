import { mapNetwork, type NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { priceOf } from '../../../contract/price.ts';
import { invalidArgument } from '../../errors.ts';
import { readStatus, statusOf, type MappingTask as Task } from '../../mapping/task.ts';
import type { MappingTasks } from '../../mapping/tasks.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { isFinal } from '../../state/tasks/status.ts';
import { builder } from '../builder.ts';
import { type Payload, payloadOf, problemsField } from '../payload.ts';
import { MappingTask } from '../refs.ts';
import { profileFilters } from '../search/filters.ts';
import { walk } from '../search/page-walk.ts';
import { RelationshipConnection } from '../search/relationship-search.ts';
import { requestOf } from './mapping-request.ts';
import { MappingTaskStatus, statusNamed } from './task-status.ts';

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
  description:
    'A network mapping that runs on the upstream. A field that is asked of the data service is null where that fails, with an error.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'The task’s id, an opaque string such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`, by which its status can be read and followed.',
      resolve: ({ id }) => id,
    }),
    status: t.field({
      type: MappingTaskStatus,
      description: 'The status of the task now, by a free call once an operation.',
      callsEach: true,
      resolve: async (task) => statusNamed(await statusOf(task)),
    }),
    rawStatus: t.string({
      description: 'The status in the data service’s own word, such as `MappingInProgress`.',
      callsEach: true,
      resolve: statusOf,
    }),
    final: t.boolean({
      description: 'Whether the status will not change any more; as `status`, a free call.',
      callsEach: true,
      resolve: async (task) => isFinal(await statusOf(task)),
    }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'When the graph started it for this key; null where it did not, or has forgotten.',
      resolve: async (task, _args, { tasks }) => (await tasks.started(task))?.startedAt,
    }),
    companyWebsite: t.string({
      description:
        'The website of the company whose network it maps, such as `kestrel-robotics.example`; null where the graph did not start it, or has forgotten.',
      resolve: async (task, _args, { tasks }) => {
        const { companyWebsite, request } = (await tasks.started(task)) ?? {};
        return companyWebsite ?? request?.mapping_company_website;
      },
    }),
  }),
});

interface MappedNetwork extends Scoped<NetworkMapped> {
  /** What was asked. */
  readonly query: QueryDsl;
}

/** What a mapping led to: the network where it is mapped, else the task that maps it. */
interface Mapped {
  readonly network: MappedNetwork | undefined;
  readonly task: Task | undefined;
}

const nothingMapped: Mapped = { network: undefined, task: undefined };

const MapNetworkInput = builder.inputType('MapNetworkInput', {
  description:
    'The network to map. Without a company’s website it is the whole network of the partner, which is mapped already.',
  fields: (t) => ({
    ...profileFilters.inputFields(t),
    companyWebsite: t.string({
      description:
        'The website of the company whose people’s connections are mapped, such as `kestrel-robotics.example`; that may take a while, and is then a task.',
    }),
    callbackUrl: t.string({
      description:
        'An https URL that the data service calls when the mapping ends, such as `https://app.example/mapped`.',
    }),
    waitSeconds: t.int({
      description: `How long to wait for a mapping to end, 1 to ${longestWait}. If it is mapped by then, the network is answered, and charged, at once; else the task.`,
    }),
    idempotencyKey: t.string({
      description:
        'A key of your own, such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`, under which the same input may be sent again where its answer was lost: a data service that honours keys, as the embedded one does for 24 hours, charges it once.',
    }),
  }),
});

const MapNetworkPayload = builder.objectRef<Mapped & Payload>('MapNetworkPayload').implement({
  description: 'The answer to `mapNetwork`: the network where it is mapped, else the task that maps it.',
  fields: (t) => ({
    network: t.field({
      type: RelationshipConnection,
      sizedBy: 'first',
      description:
        'The people whom the network reaches, strongest first; null where it has to be mapped first. It costs 1 credit unless it is empty. This one answer holds at most 1,000 of them; `after` of another field goes on from none of its cursors.',
      args: {
        first: t.arg.int({ defaultValue: 1000, description: 'How many people to return, 0 to 1,000; 0 counts only.' }),
      },
      resolve: ({ network }, { first }) => network && networkPage(network, first ?? 1000),
    }),
    task: t.field({
      type: MappingTask,
      description:
        'The task, where the network has to be mapped first, else null; its `result` is the network once it is `MAPPED`.',
      resolve: ({ task }) => task,
    }),
    ...problemsField(t),
  }),
});

async function networkPage({ scope, value, query }: MappedNetwork, first: number) {
  const items = value.items.map((item) => ({ scope, value: item ?? {} }));
  const found = await walk({
    operation: 'mapNetwork',
    query,
    first,
    after: undefined,
    fetchPage: async () => ({ items, total: value.total_count, next: undefined }),
  });
  return { ...found, query };
}

builder.mutationField('mapNetwork', (t) =>
  t.field({
    type: MapNetworkPayload,
    credits: priceOf(mapNetwork.price, 1),
    description:
      'Maps connections across the partner’s network. 1 credit where a network is answered that is not empty; starting a task is free. The key needs the partner permission.',
    args: {
      input: t.arg({
        type: MapNetworkInput,
        required: true,
        description: 'The network to map, the conditions on it, and how long to wait.',
      }),
    },
    resolve: (_root, { input }, { operation, tasks }) => {
      const { companyWebsite, callbackUrl, waitSeconds, idempotencyKey, ...filtering } = input;
      if (typeof waitSeconds === 'number' && (waitSeconds < 1 || waitSeconds > longestWait))
        throw invalidArgument('input.waitSeconds', `must be between 1 and ${longestWait}, but got ${waitSeconds}.`);
      const scope = operation.scope();
      const request = {
        ...requestOf(profileFilters.query(operation, filtering), companyWebsite),
        ...(callbackUrl ? { callback_url: callbackUrl } : {}),
      };
      return payloadOf(nothingMapped, async () => {
        const answer = await tasks.start(scope, request, idempotencyKey ?? undefined);
        if ('items' in answer) return { network: { scope, value: answer, query: request.query }, task: undefined };
        return typeof waitSeconds === 'number'
          ? await resultWithin(tasks, answer, waitSeconds)
          : { network: undefined, task: answer };
      });
    },
  }),
);

builder.queryField('mappingTask', (t) =>
  t.field({
    type: MappingTask,
    description: 'A mapping task, with its status as it is now; free.',
    args: {
      id: t.arg.id({
        required: true,
        description:
          'The task’s id, an opaque string such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`, as `mapNetwork` answered it.',
      }),
    },
    resolve: (_root, { id }, { operation }) => readStatus(operation.scope(), id),
  }),
);

builder.queryField('recentTasks', (t) =>
  t.field({
    type: [MappingTask],
    sizedBy: 'first',
    description: 'The tasks that this key started through the graph, as long as it remembers them, the latest first.',
    args: { first: t.arg.int({ defaultValue: 20, description: `How many tasks to return, 1 to ${mostRecent}.` }) },
    resolve: (_root, args, { operation, tasks }) => {
      const first = args.first ?? 20;
      if (first < 1 || first > mostRecent)
        throw invalidArgument('first', `must be between 1 and ${mostRecent}, but got ${first}.`);
      return tasks.recent(operation.scope(), first);
    },
  }),
);

/** What a mapping led to, if it ends in time; else the task as it then stands. */
async function resultWithin(tasks: MappingTasks, task: Task, seconds: number): Promise<Mapped> {
  const { scope, request } = task;
  const ended = await tasks.waitFor(task, seconds);
  if (ended.status !== 'Mapped' || request === undefined) return { network: undefined, task: ended };
  const result = (await tasks.rememberedResult(task)) ?? (await tasks.result(task, request));
  return 'items' in result
    ? { network: { scope, value: result, query: request.query }, task: undefined }
    : { network: undefined, task: result };
}
