import { invalidArgument } from '../../errors.ts';
import type { TaskEvent } from '../../mapping/event.ts';
import { eventId } from '../../mapping/event-id.ts';
import { builder } from '../builder.ts';
import { MappingTask } from '../refs.ts';
import type { Scoped } from '../scoped.ts';
import { MappingTaskStatus, statusNamed } from './task-status.ts';

/** The longest pause between two signs of life that can be asked for, in seconds. */
const longestHeartbeat = 3600;

/** An event, with the task it tells of. */
interface Event extends Scoped<TaskEvent> {
  readonly taskId: string;
}

const MappingTaskEventKind = builder.enumType('MappingTaskEventKind', {
  description: 'What an event tells.',
  values: {
    STATUS: { description: 'Where the task stands: at first as it is now, then each change.' },
    TROUBLE: { description: 'The upstream does not answer for the task; the graph goes on asking.' },
    RECOVERY: { description: 'The upstream answers again.' },
    HEARTBEAT: { description: 'A sign of life, where it was asked for.' },
    END: { description: 'The stream ends though the task has not.' },
  },
});

const MappingTaskEnd = builder.enumType('MappingTaskEnd', {
  description: 'Why a stream of events is over.',
  values: {
    MAPPED: { description: 'The network is mapped; the task’s result can be had.' },
    MAPPING_FAILED: { description: 'The mapping failed.' },
    UNKNOWN_TASK: { description: 'The upstream has known no such task of this team for too long.' },
    TIMED_OUT: { description: 'The task has not ended within the time that the graph follows one.' },
  },
});

const MappingTaskEvent = builder.objectRef<Event>('MappingTaskEvent').implement({
  description: 'Something seen of a mapping task.',
  fields: (t) => ({
    id: t.id({
      sameForAll: true,
      nullable: false,
      description:
        'The event’s id, opaque and unique over all tasks. Send it as `after`, or over server-sent events as `Last-Event-ID`, to go on behind this event.',
      resolve: ({ value, taskId }) => eventId(taskId, value),
    }),
    kind: t.field({
      sameForAll: true,
      type: MappingTaskEventKind,
      nullable: false,
      description: 'What it tells.',
      resolve: ({ value }) => value.kind,
    }),
    status: t.field({
      sameForAll: true,
      type: MappingTaskStatus,
      description: 'Where the task stands; null while that is not known.',
      resolve: ({ value }) => statusNamed(value.status),
    }),
    rawStatus: t.string({
      sameForAll: true,
      description: 'The same in the data service’s own word, such as `MappingInProgress`.',
      resolve: ({ value }) => value.status,
    }),
    final: t.boolean({
      sameForAll: true,
      nullable: false,
      description: 'Whether this is the last event, after which the stream completes.',
      resolve: ({ value }) => value.end !== undefined,
    }),
    end: t.field({
      sameForAll: true,
      type: MappingTaskEnd,
      description: 'Why it is the last event; null where it is not.',
      resolve: ({ value }) => value.end,
    }),
    observedAt: t.field({
      sameForAll: true,
      type: 'DateTime',
      nullable: false,
      description: 'When the graph saw it, such as `2026-03-01T12:00:00.000Z`.',
      resolve: ({ value }) => value.observedAt,
    }),
    staleSince: t.field({
      sameForAll: true,
      type: 'DateTime',
      description: 'Since when the upstream has not answered for the task; null where it does.',
      resolve: ({ value }) => value.staleSince,
    }),
    task: t.field({
      type: MappingTask,
      nullable: false,
      description: 'The task that the event is of.',
      resolve: ({ scope, value, taskId }) => ({ scope, id: taskId, status: value.status }),
    }),
  }),
});

builder.subscriptionField('mappingTask', (t) =>
  t.field({
    type: MappingTaskEvent,
    description:
      'Follows a mapping task: where it stands now, each change, its end; then the stream completes. Free; the key needs the partner permission.',
    args: {
      id: t.arg.id({ required: true, description: 'The task’s id.' }),
      after: t.arg.id({
        description: 'The id of the last event seen: what came later is sent, also what came while nobody listened.',
      }),
      heartbeat: t.arg.int({
        description: `Seconds between two signs of life, 1 to ${longestHeartbeat}; without it there are none.`,
      }),
    },
    subscribe: (_root, { id, after, heartbeat }, { operation, tasks, stream }) => {
      if (typeof heartbeat === 'number' && (heartbeat < 1 || heartbeat > longestHeartbeat))
        throw invalidArgument('heartbeat', `must be between 1 and ${longestHeartbeat}, but got ${heartbeat}.`);
      return tasks.pollers.follow(id, operation.scope().credential, {
        after: after ?? stream.lastEventId,
        heartbeat: heartbeat ?? undefined,
      });
    },
    // Each event is an operation of its own: its loaders are fresh, so that nothing stale is served with it.
    resolve: (value, { id }, { fresh, stream }) => {
      const operation = fresh();
      stream.eventId = eventId(id, value);
      stream.operation = operation;
      return { scope: operation.scope(), value, taskId: id };
    },
  }),
);
