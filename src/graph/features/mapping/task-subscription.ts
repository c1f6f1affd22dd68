import { builder } from '../../schema/builder.ts';
import { between } from '../../scope/record-identifier.ts';
import type { Scoped } from '../../scope/scoped.ts';
import type { TaskEvent } from './event.ts';
import { eventId } from './event-id.ts';
import { MappingTask } from './mapping-task-ref.ts';
import { MappingTaskStatus, statusNamed } from './task-status.ts';
import { MappingTasks } from './tasks.ts';

/** Maximum interval of heartbeats, in seconds. */
const longestHeartbeat = 3600;

/** An event with the id of its task. */
interface Event extends Scoped<TaskEvent> {
  readonly taskId: string;
}

const MappingTaskEventKind = builder.enumType('MappingTaskEventKind', {
  description: 'What an event of a mapping task reports.',
  values: {
    STATUS: { description: 'The status of the task: first the current one, then each change.' },
    TROUBLE: {
      description: 'The data service does not answer requests for the task’s status; the graph keeps asking.',
    },
    RECOVERY: { description: 'The data service answers requests for the task’s status again.' },
    HEARTBEAT: { description: 'A keep-alive, which carries no news; sent only if `heartbeat` was given.' },
    END: { description: 'The graph stops following the task before its end is known; `end` says why.' },
  },
});

const MappingTaskEnd = builder.enumType('MappingTaskEnd', {
  description: 'The reason why a stream of events ends.',
  values: {
    MAPPED: { description: 'The network is mapped, and the task’s result can be read.' },
    MAPPING_FAILED: { description: 'The mapping failed, and has no result.' },
    UNKNOWN_TASK: { description: 'The data service has said for too long that it does not know this task.' },
    TIMED_OUT: { description: 'The task did not end in time, and the graph no longer follows it.' },
  },
});

const MappingTaskEvent = builder.objectRef<Event>('MappingTaskEvent').implement({
  description: 'An event in the course of a mapping task.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'The event’s id, opaque and unique over all tasks, such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77:Mapped`. Send it as `after`, or over server-sent events as `Last-Event-ID`, to continue after this event.',
      resolve: ({ value, taskId }) => eventId(taskId, value),
    }),
    kind: t.field({
      type: MappingTaskEventKind,
      nullable: false,
      description: 'What the event reports: a status, trouble, recovery, a heartbeat or the end.',
      resolve: ({ value }) => value.kind,
    }),
    status: t.field({
      type: MappingTaskStatus,
      description: 'The status of the task at the time of the event; null if unknown.',
      resolve: ({ value }) => statusNamed(value.status),
    }),
    rawStatus: t.string({
      description: 'The status in the data service’s own words, such as `MappingInProgress`; null if it said none.',
      resolve: ({ value }) => value.status,
    }),
    final: t.boolean({
      nullable: false,
      description: 'Whether this is the last event, after which the stream completes.',
      resolve: ({ value }) => value.end !== undefined,
    }),
    end: t.field({
      type: MappingTaskEnd,
      description: 'The reason why the stream ends with this event; null on any other event.',
      resolve: ({ value }) => value.end,
    }),
    observedAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'When the graph observed the event, such as `2026-03-01T12:00:00.000Z`.',
      resolve: ({ value }) => value.observedAt,
    }),
    staleSince: t.field({
      type: 'DateTime',
      description: 'When the data service stopped answering requests for the task’s status; null if it answers.',
      resolve: ({ value }) => value.staleSince,
    }),
    task: t.field({
      type: MappingTask,
      nullable: false,
      description: 'The task that the event belongs to, with its status at the time of reading.',
      resolve: ({ scope, value, taskId }) => ({ scope, id: taskId, status: value.status }),
    }),
  }),
});

builder.subscriptionField('mappingTask', (t) =>
  t.field({
    type: MappingTaskEvent,
    description:
      'Follows a mapping task: its current status, then each change until its end, when the stream completes. Free; the key needs the partner permission.',
    args: {
      id: t.arg.id({
        required: true,
        description:
          'The task’s id, an opaque string such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77`, as `mapNetwork` returned it.',
      }),
      after: t.arg.id({
        description:
          'The opaque id of the last event seen, such as `0b9c6a4e-55d1-4f0e-9a57-3c1f8f1c2a77:Mapped`: later events are sent, including those missed while disconnected.',
      }),
      heartbeat: t.arg.int({
        description: `Seconds between two keep-alive events, 1 to ${longestHeartbeat}; without it there are none.`,
      }),
    },
    subscribe: (_root, { id, after, heartbeat }, { operation, lastEventId }) => {
      if (typeof heartbeat === 'number') between(1, longestHeartbeat, heartbeat, 'heartbeat');
      return operation.services.apis.of(MappingTasks).pollers.follow(id, operation.scope().credential, {
        after: after ?? lastEventId,
        heartbeat: heartbeat ?? undefined,
      });
    },
    resolve: (value, { id }, { operation }) => {
      operation.eventId = eventId(id, value);
      return { scope: operation.scope(), value, taskId: id };
    },
  }),
);
