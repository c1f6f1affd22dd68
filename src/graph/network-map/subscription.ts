import type { Builder, Scoped } from '../builder.ts';
import { isFinal } from './status.ts';
import type { TaskEvent } from './watcher.ts';

/** An event, with the task it tells of. */
interface Event extends Scoped<TaskEvent> {
  readonly taskId: string;
}

export function addTaskSubscription(builder: Builder) {
  const event = builder.objectRef<Event>('MappingTaskEvent').implement({
    description: 'Something seen of a mapping task.',
    fields: (t) => ({
      id: t.id({
        description: 'Send it as `after` to go on behind this event.',
        resolve: ({ value }) => value.status,
      }),
      status: t.string({ description: 'Where the task stands.', resolve: ({ value }) => value.status }),
      final: t.boolean({
        description: 'Whether this is the last event.',
        resolve: ({ value }) => isFinal(value.status),
      }),
      observedAt: t.field({
        type: 'DateTime',
        description: 'When the graph saw it.',
        resolve: ({ value }) => value.observedAt.toISOString(),
      }),
      task: t.field({
        type: 'MappingTask',
        description: 'The task.',
        resolve: ({ scope, value, taskId }) => ({ scope, id: taskId, status: value.status }),
      }),
    }),
  });
  builder.subscriptionType({ description: 'What can be followed.' });
  builder.subscriptionField('mappingTask', (t) =>
    t.field({
      type: event,
      description:
        'Follows a mapping task: where it stands now, each change, its end; then the stream completes. Free; the key needs the partner permission.',
      args: {
        id: t.arg.id({ required: true, description: 'The task’s id.' }),
        after: t.arg.id({ description: 'The id of the last event seen: only later ones are sent.' }),
      },
      subscribe: (_root, { id, after }, { operation, watchers }) =>
        watchers.follow(id, operation.scope().credential, after ?? undefined),
      // Each event is an operation of its own: its loaders are fresh, so that nothing stale is served with it.
      resolve: (value, { id }, context) => ({ scope: context.fresh().scope(), value, taskId: id }),
    }),
  );
}
