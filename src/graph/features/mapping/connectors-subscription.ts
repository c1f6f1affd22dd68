import { oursLimits } from '../../../contract/limits.ts';
import { invalidArgument } from '../../errors.ts';
import { builder } from '../../schema/builder.ts';
import { Connector } from '../../schema/refs.ts';
import { teamIdFrom } from '../../scope/record-identifier.ts';
import type { Scoped } from '../../scope/scoped.ts';
import type { ConnectorsSeen } from './connectors/connector-poller.ts';
import { MappingTasks } from './tasks.ts';

const AddedConnectorsEnd = builder.enumType('AddedConnectorsEnd', {
  description: 'The reason why a stream of events ends.',
  values: {
    ALL_APPEARED: { description: 'Every connector has a connection.' },
    TIMED_OUT: { description: 'Some still have no connection after the graph’s waiting time: they may know nobody.' },
  },
});

const AddedConnectorsEvent = builder.objectRef<Scoped<ConnectorsSeen>>('AddedConnectorsEvent').implement({
  description: 'The progress of added connectors: who has a connection by now, and who does not.',
  fields: (t) => ({
    appeared: t.field({
      type: [Connector],
      nullable: false,
      description: 'The connectors who have a connection by now; more of their connections may follow.',
      resolve: ({ scope, value }) => value.appeared.map((connection) => ({ scope, value: connection })),
    }),
    waiting: t.stringList({
      nullable: false,
      description: 'The slugs or URLs, as given, of connectors without a connection so far, such as `mei-ling-torres`.',
      resolve: ({ value }) => value.waiting,
    }),
    final: t.boolean({
      nullable: false,
      description: 'Whether this is the last event, after which the stream completes.',
      resolve: ({ value }) => value.end !== undefined,
    }),
    end: t.field({
      type: AddedConnectorsEnd,
      description: 'The reason why the stream ends with this event; null on any other event.',
      resolve: ({ value }) => value.end,
    }),
  }),
});

builder.subscriptionField('addedConnectors', (t) =>
  t.field({
    type: AddedConnectorsEvent,
    sizedBy: 'xnetSlugs',
    description:
      'Follows added connectors until each has a connection in the team’s network. Each event lists all who have one so far. Free.',
    args: {
      xnetSlugs: t.arg.stringList({
        required: true,
        description:
          'The connectors’ slugs or their pages’ URLs, 1 to 1,000, as they were added, such as `mei-ling-torres`.',
      }),
      teamId: t.arg({
        type: 'ID',
        description:
          'The child team whose connectors they are, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team.',
      }),
    },
    subscribe: (_root, { xnetSlugs, teamId }, { operation }) => {
      const most = oursLimits.connectorsPerRequest;
      if (xnetSlugs.length < 1 || xnetSlugs.length > most)
        throw invalidArgument('xnetSlugs', `must be 1 to ${most} slugs, but got ${xnetSlugs.length}.`);
      const { connectors } = operation.services.apis.of(MappingTasks);
      return connectors.follow(xnetSlugs, operation.scope(teamIdFrom(teamId, 'teamId')).credential);
    },
    resolve: (value, { teamId }, { operation }) => ({ scope: operation.scope(teamIdFrom(teamId, 'teamId')), value }),
  }),
);
