import { mapNetwork, type NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { priceOf } from '../../../contract/price.ts';
import { builder } from '../../schema/builder.ts';
import { inputArg, type Payload, payloadOf, payloadType } from '../../schema/payload.ts';
import { failureOf } from '../../scope/lookup-failures.ts';
import { between, bounded, maxUrlBytes } from '../../scope/record-identifier.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { demandShort, profileFilters } from '../search/filters.ts';
import { walk } from '../search/page-walk.ts';
import { RelationshipConnection } from '../search/relationship-search.ts';
import { requestOf } from './mapping-request.ts';
import { MappingTask } from './mapping-task-ref.ts';
import { isFinal } from './store/status.ts';
import { readStatus, statusOf, type MappingTask as Task } from './task.ts';
import { MappingTaskStatus, statusNamed } from './task-status.ts';
import { MappingTasks } from './tasks.ts';

/** Maximum time that a mutation waits for a mapping, in seconds. */
const longestWait = 300;

const maxRecent = 100;

/** Maximum size of a mapping's filter, which is stored until the mapping ends, in bytes of JSON. */
const maxFilterBytes = 128 * 1024;

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
    'A network mapping that the data service runs. A field that needs a call is null, with an error, if the call fails.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description:
        'The task’s id, an opaque string such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`, for reading and following its status.',
    }),
    status: t.field({
      type: MappingTaskStatus,
      description: 'The current status of the task, by one free call per operation.',
      callsEach: true,
      resolve: async (task) => statusNamed(await statusOf(task)),
    }),
    rawStatus: t.string({
      description: 'The status in the data service’s own words, such as `MappingInProgress`.',
      callsEach: true,
      resolve: statusOf,
    }),
    final: t.boolean({
      description: 'Whether the status is final; like `status`, a free call.',
      callsEach: true,
      resolve: async (task) => isFinal(await statusOf(task)),
    }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'When the graph started it for this key; null if it did not, or no longer remembers it.',
      resolve: async (task) => (await tasksOf(task).started(task))?.startedAt,
    }),
    companyWebsite: t.string({
      description:
        'The website of the company whose network it maps, such as `kestrel-robotics.example`; null if the graph did not start it, or no longer remembers it.',
      resolve: async (task) => {
        const { companyWebsite, request } = (await tasksOf(task).started(task)) ?? {};
        return companyWebsite ?? request?.mapping_company_website;
      },
    }),
  }),
});

interface MappedNetwork extends Scoped<NetworkMapped> {
  /** The query of the request. */
  readonly query: QueryDsl;
}

/** Result of a mapping mutation: the network if it is mapped, otherwise the task. */
interface Mapped {
  readonly network: MappedNetwork | undefined;
  readonly task: Task | undefined;
}

const nothingMapped: Mapped = { network: undefined, task: undefined };

const MapNetworkInput = builder.inputType('MapNetworkInput', {
  description:
    'The network to map, by the company’s website. Without one, the partner’s whole network, which is already mapped.',
  fields: (t) => ({
    ...profileFilters.inputFields(t),
    companyWebsite: t.string({
      description:
        'The website of the company whose people’s connections are mapped, such as `kestrel-robotics.example`; if mapping takes a while, a task is returned.',
    }),
    callbackUrl: t.string({
      description:
        'An https URL that the data service calls when the mapping ends, such as `https://app.example/mapped`.',
    }),
    waitSeconds: t.int({
      description: `How many seconds to wait for a mapping to end, 1 to ${longestWait}. If it ends in time, the network is returned and charged; otherwise, the task is returned.`,
    }),
    idempotencyKey: t.string({
      description:
        'A key of your choice, such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`, for resending the same input if the response is lost. A data service that supports such keys charges only once (the embedded one: within 24 hours).',
    }),
  }),
});

const MapNetworkPayload = payloadType<Mapped>(
  'MapNetworkPayload',
  'The result of `mapNetwork`: the network if it is mapped, otherwise the task that maps it.',
  (t) => ({
    network: t.field({
      type: RelationshipConnection,
      sizedBy: 'first',
      description:
        'The people whom the network reaches, strongest first; null if it must be mapped first. Costs 1 credit unless it is empty. Has at most 1,000 people; its cursors do not work as `after` of another field.',
      args: {
        first: t.arg.int({ defaultValue: 1000, description: 'How many people to return, 0 to 1,000; 0 counts only.' }),
      },
      resolve: ({ network }, { first }) => network && networkPage(network, first ?? 1000),
    }),
    task: t.expose('task', {
      type: MappingTask,
      description:
        'The task, if the network must be mapped first, otherwise null; its `result` is the network once it is `MAPPED`.',
    }),
  }),
);

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
      'Maps connections across the partner’s network. Costs 1 credit if it returns a network that is not empty; starting a task is free. The key needs the partner permission.',
    args: inputArg(t, MapNetworkInput, 'The network to map, the conditions on it, and how long to wait.'),
    resolve: (_root, { input }, { operation }) => {
      const { companyWebsite, callbackUrl, waitSeconds, idempotencyKey, ...filtering } = input;
      if (typeof waitSeconds === 'number') between(1, longestWait, waitSeconds, 'input.waitSeconds');
      const scope = operation.scope();
      const query = profileFilters.query(operation, filtering);
      demandShort(query, maxFilterBytes);
      const request = {
        ...requestOf(query, companyWebsite, 'input.companyWebsite'),
        ...(callbackUrl ? { callback_url: bounded(callbackUrl, 'input.callbackUrl', maxUrlBytes) } : {}),
      };
      return payloadOf(nothingMapped, async () => {
        const answer = await tasksOf({ scope }).start(scope, request, idempotencyKey ?? undefined);
        if ('items' in answer) return { network: { scope, value: answer, query: request.query }, task: undefined };
        return typeof waitSeconds === 'number'
          ? await resultWithin(answer, waitSeconds)
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
          'The task’s id, an opaque string such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`, as `mapNetwork` returned it.',
      }),
    },
    resolve: (_root, { id }, { operation }) => readStatus(operation.scope(), id),
  }),
);

builder.queryField('recentTasks', (t) =>
  t.field({
    type: [MappingTask],
    sizedBy: 'first',
    description:
      'The tasks that this key started through the graph, as long as the graph remembers them, latest first.',
    args: { first: t.arg.int({ defaultValue: 20, description: `How many tasks to return, 1 to ${maxRecent}.` }) },
    resolve: (_root, args, { operation }) => {
      const first = between(1, maxRecent, args.first ?? 20, 'first');
      const scope = operation.scope();
      return tasksOf({ scope }).recent(scope, first);
    },
  }),
);

const tasksOf = ({ scope }: Pick<Task, 'scope'>): MappingTasks => scope.services.apis.of(MappingTasks);

/**
 * Waits for a task; resolves with its network if it ends in time, otherwise with the task's current state. If its network
 * cannot be read, the task is returned beside the reason.
 */
async function resultWithin(task: Task, seconds: number): Promise<Mapped & Partial<Payload>> {
  const { scope, request } = task;
  const tasks = tasksOf(task);
  const ended = await tasks.waitFor(task, seconds);
  if (ended.status !== 'Mapped' || request === undefined) return { network: undefined, task: ended };
  try {
    const result = (await tasks.rememberedResult(task)) ?? (await tasks.result(task, request));
    return 'items' in result
      ? { network: { scope, value: result, query: request.query }, task: undefined }
      : { network: undefined, task: result };
  } catch (error) {
    return { network: undefined, task: ended, problems: [failureOf(error)] };
  }
}
