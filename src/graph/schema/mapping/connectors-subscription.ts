import { oursLimits } from '../../../contract/limits.ts';
import { invalidArgument } from '../../errors.ts';
import type { ConnectorsSeen } from '../../mapping/connectors/connector-poller.ts';
import { builder } from '../builder.ts';
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
      nullable: false,
      description: 'Those who have a connection by now; more of theirs may follow.',
      resolve: ({ scope, value }) => value.appeared.map((connection) => ({ scope, value: connection })),
    }),
    waiting: t.stringList({
      nullable: false,
      description: 'The names, as given, of those who have none yet.',
      resolve: ({ value }) => value.waiting,
    }),
    final: t.boolean({
      nullable: false,
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
      xnetSlugs: t.arg.stringList({
        required: true,
        description: 'Their slugs or their pages’ URLs, 1 to 1,000, as they were added, such as `mei-ling-torres`.',
      }),
      teamId: t.arg({ type: 'UUID', description: 'A child team; without it, the key’s own.' }),
    },
    subscribe: (_root, { xnetSlugs, teamId }, { operation, tasks }) => {
      const most = oursLimits.connectorsPerRequest;
      if (xnetSlugs.length < 1 || xnetSlugs.length > most)
        throw invalidArgument('xnetSlugs', `must be 1 to ${most} slugs, but got ${xnetSlugs.length}.`);
      return tasks.connectors.follow(xnetSlugs, operation.scope(teamId ?? undefined).credential);
    },
    resolve: (value, { teamId }, { fresh, stream }) => {
      const operation = fresh();
      stream.operation = operation;
      return { scope: operation.scope(teamId ?? undefined), value };
    },
  }),
);
