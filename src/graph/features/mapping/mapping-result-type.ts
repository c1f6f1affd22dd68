import { mapNetwork } from '../../../contract/operation/network-mapper.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { priceOf } from '../../../contract/price.ts';
import { builder } from '../../schema/builder.ts';
import { CreditLimit, UpstreamFailed } from '../../schema/lookup-failures.ts';
import { ProblemType } from '../../schema/problem.ts';
import { failureOf, isFailure } from '../../scope/lookup-failures.ts';
import type { Problem } from '../../scope/problem.ts';
import { profileFilters } from '../search/filters.ts';
import { walk } from '../search/page-walk.ts';
import { RelationshipConnection } from '../search/relationship-search.ts';
import { requestOf } from './mapping-request.ts';
import { MappingTask } from './mapping-task-ref.ts';
import { readStatus, type MappingTask as Task } from './task.ts';
import { MappingTasks } from './tasks.ts';

const defaultFirst = 20;

const reasons = {
  NOT_FINISHED: { description: 'The mapping still runs: ask again once the task is `MAPPED`.' },
  FAILED: { description: 'The mapping failed, and produced nothing.' },
  UNKNOWN_TASK: { description: 'The data service has no such task for this team.' },
  REQUEST_UNKNOWN: {
    description:
      'The graph did not start the task, or no longer remembers it: give its `where`, `dsl` and `companyWebsite` again.',
  },
  MAPPED_ANEW: {
    description: 'The mapped network is out of date: another task, in `task`, maps it again.',
  },
} as const;

/** Why a task has no result. Nothing was charged. */
class ResultUnavailable implements Problem {
  readonly typeName = 'MappingResultUnavailable';
  readonly code = 'RESULT_UNAVAILABLE';
  readonly reason: keyof typeof reasons;
  readonly task: Task;
  constructor(reason: keyof typeof reasons, task: Task) {
    this.reason = reason;
    this.task = task;
  }

  get message(): string {
    return reasons[this.reason].description;
  }
}

interface Args {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly companyWebsite?: string | null | undefined;
}

const MappingResultReason = builder.enumType('MappingResultReason', {
  description: 'The reason why a mapping task has no result.',
  values: reasons,
});

const MappingResultUnavailable = builder.objectRef<ResultUnavailable>('MappingResultUnavailable').implement({
  description: 'A mapping task has no result; nothing was charged.',
  interfaces: [ProblemType],
  fields: (t) => ({
    reason: t.expose('reason', {
      type: MappingResultReason,
      nullable: false,
      description: 'The reason why there is no result, for programs.',
    }),
    task: t.expose('task', {
      type: MappingTask,
      nullable: false,
      description: 'The task in its current state or, if the network is being mapped again, the new task.',
    }),
  }),
});

const MappingResult = builder.unionType('MappingResult', {
  description: 'The network that a mapping task produced, or the reason why there is none.',
  types: [RelationshipConnection, MappingResultUnavailable, CreditLimit, UpstreamFailed],
  resolveType: (value) => {
    return value instanceof ResultUnavailable || isFailure(value) ? value.typeName : 'RelationshipConnection';
  },
});

builder.objectField(MappingTask, 'result', (t) =>
  t.field({
    type: MappingResult,
    credits: priceOf(mapNetwork.price, 1),
    sizedBy: 'first',
    description:
      'The network, once the task is `MAPPED`. The arguments of `mapNetwork` are needed again only if the graph did not start the task. The first request costs 1 credit, unless the network is empty; the result is kept for a while, and its pages are then free.',
    args: {
      first: t.arg.int({
        defaultValue: defaultFirst,
        description: 'How many people to return, 0 to 10,000; 0 counts only.',
      }),
      after: t.arg.string({
        description:
          'A cursor of an earlier page of the same result, such as `WyJhYmNkIiwxMCwwLDAsbnVsbF0`; the page begins after it.',
      }),
      ...profileFilters.args,
      companyWebsite: t.arg.string({
        description:
          'The website that the mapping was started with, such as `kestrel-robotics.example`, if the graph did not start it.',
      }),
    },
    resolve: (task, args, { operation }) => resultOf(task, args, profileFilters.query(operation, args)),
  }),
);

async function resultOf(task: Task, args: Args, query: QueryDsl | undefined) {
  const { scope, id } = task;
  const tasks = scope.services.apis.of(MappingTasks);
  try {
    const { status } = task.status === undefined ? await readStatus(scope, id) : task;
    const seen = { ...task, status };
    if (status === 'MappingFailed') return new ResultUnavailable('FAILED', seen);
    if (status === 'Unknown') return new ResultUnavailable('UNKNOWN_TASK', seen);
    if (status !== 'Mapped') return new ResultUnavailable('NOT_FINISHED', seen);
    const given = query || args.companyWebsite ? requestOf(query, args.companyWebsite, 'companyWebsite') : undefined;
    const result = await (given ? tasks.result(task, given) : tasks.rememberedResult(task));
    if (!result) return new ResultUnavailable('REQUEST_UNKNOWN', seen);
    if (!('items' in result)) return new ResultUnavailable('MAPPED_ANEW', result);
    const items = result.items.map((value) => ({ scope, value: value ?? {} }));
    const found = await walk({
      operation: 'mappingResult',
      query: [id, given],
      first: args.first ?? defaultFirst,
      after: args.after,
      // One answer contains all items, of which the page is a slice.
      fetchPage: async () => ({ items, total: items.length, next: undefined }),
    });
    return { ...found, query: given?.query };
  } catch (error) {
    return failureOf(error);
  }
}
