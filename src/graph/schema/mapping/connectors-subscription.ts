import { oursLimits } from '../../../contract/limits.ts';
import { invalidArgument } from '../../errors.ts';
import type { ConnectorsSeen } from '../../mapping/connectors/connector-poller.ts';
import { builder, nullableItems } from '../builder.ts';
import { Connector } from '../refs.ts';
import type { Scoped } from '../scoped.ts';

const AddedConnectorsEnd = builder.enumType('AddedConnectorsEnd', {
  description: 'Why a stream of events is over.',
  values: {
    ALL_APPEARED: { description: 'Each has a connection.' },
    TIMED_OUT: { description: 'Some have none within the time that the graph waits for one: they may know nobody.' },
  },
});

const AddedConnectorsEvent = builder.objectRef<Scoped<ConnectorsSeen>>('AddedConnectorsEvent').implement({
  description: 'How far the mapping of added connectors has come, as far as can be seen.',
  fields: (t) => ({
    appeared: t.field({
      type: [Connector],
      nullable: nullableItems,
      description: 'Those who have a connection by now; more of theirs may follow.',
      resolve: ({ scope, value }) => value.appeared.map((connection) => ({ scope, value: connection })),
    }),
    waiting: t.stringList({
      nullable: nullableItems,
      description: 'The names, as given, of those who have none yet.',
      resolve: ({ value }) => value.waiting,
    }),
    final: t.boolean({
      description: 'Whether this is the last event.',
      resolve: ({ value }) => value.end !== undefined,
    }),
    end: t.field({
      type: AddedConnectorsEnd,
      description: 'Why it is the last event; null where it is not.',
      resolve: ({ value }) => value.end,
    }),
  }),
});

builder.subscriptionField('addedConnectors', (t) =>
  t.field({
    type: AddedConnectorsEvent,
    description:
      'Follows connectors that were added, until the team’s network shows a connection of each: who has appeared by now, then whenever another does. Each event tells all that earlier ones told. Free.',
    args: {
      usernames: t.arg.stringList({ required: true, description: 'Profile slugs or URLs, as they were added.' }),
      teamId: t.arg({ type: 'UUID', description: 'A child team; without it, the key’s own.' }),
    },
    subscribe: (_root, { usernames, teamId }, { operation, tasks }) => {
      const most = oursLimits.connectorsPerRequest;
      if (usernames.length < 1 || usernames.length > most)
        throw invalidArgument('usernames', `must be 1 to ${most} names, but got ${usernames.length}.`);
      return tasks.connectors.follow(usernames, operation.scope(teamId ?? undefined).credential);
    },
    resolve: (value, { teamId }, { fresh, stream }) => {
      const operation = fresh();
      stream.operation = operation;
      return { scope: operation.scope(teamId ?? undefined), value };
    },
  }),
);
