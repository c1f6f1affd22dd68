import { builder } from '../../schema/builder.ts';
import { between, teamIdFrom } from '../../scope/record-identifier.ts';
import { pageInfoField } from '../search/page-type.ts';
import type { Page } from '../search/page-walk.ts';
import { type ChangeNode, NetworkChange, NetworkChangeKind } from './change-type.ts';
import { eventIdOf, laterOf } from './event-id.ts';
import { WatchType } from './watch-type.ts';
import { keeperOf, watchesOf, watchNamed } from './watching.ts';

const ofTeam =
  'The id of the child team that the watch belongs to, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team.';

type ChangePage = Omit<Page<ChangeNode>, 'totalCount'>;

const NetworkChangeEdge = builder.objectRef<ChangePage['edges'][number]>('NetworkChangeEdge').implement({
  description: 'An entry on a page of `NetworkChangeConnection`: a change and its cursor.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', {
      nullable: false,
      description:
        'The id of the change, such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c.1795648064515000-0000.0`; send it as `since` to continue after it.',
    }),
    node: t.expose('node', {
      type: NetworkChange,
      nullable: false,
      description: 'The change at this position.',
    }),
  }),
});

const NetworkChangeConnection = builder.objectRef<ChangePage>('NetworkChangeConnection').implement({
  description: 'Changes of a watched network, in the order in which they were seen, the same for all readers.',
  fields: (t) => ({
    edges: t.expose('edges', {
      type: [NetworkChangeEdge],
      nullable: false,
      ofPage: true,
      description: 'The changes on the page, each with its cursor.',
    }),
    nodes: t.field({
      type: [NetworkChange],
      nullable: false,
      ofPage: true,
      description: 'The changes on the page, without cursors.',
      resolve: ({ edges }) => edges.map(({ node }) => node),
    }),
    pageInfo: pageInfoField(t),
  }),
});

const changesArgs = builder.args((t) => ({
  watch: t.id({
    required: true,
    description: 'The watch, by its id, a uuid such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c`.',
  }),
  since: t.id({
    description:
      'The id of the last change seen, such as `2c1f6d5e-8b3a-4f7e-9c20-6a5d4e3f2b1c.1795648064515000-0000.0`: later ones are returned. If some are no longer kept (30 days, 100,000 changes), a `RESET` comes first.',
  }),
  kinds: t.field({ type: [NetworkChangeKind], description: 'Only changes of these kinds; by default, of all kinds.' }),
  teamId: t.field({ type: 'ID', description: ofTeam }),
}));

builder.queryFields((t) => ({
  watches: t.field({
    type: [WatchType],
    nullable: { list: true, items: false },
    sizedBy: 'first',
    description: 'The watches that this key has in the team’s context, sorted by name. Free.',
    args: {
      first: t.arg.int({ defaultValue: 20, description: 'How many to return, 1 to 1000.' }),
      teamId: t.arg({ type: 'ID', description: ofTeam }),
    },
    resolve: async (_root, { first, teamId }, context) => {
      const watches = watchesOf(context);
      const scope = context.operation.scope(teamIdFrom(teamId, 'teamId'));
      const most = between(1, 1000, first ?? 20, 'first');
      const all = await watches.all(await keeperOf(scope));
      return all.slice(0, most).map((loaded) => ({ scope, watches, loaded }));
    },
  }),
  networkChanges: t.field({
    type: NetworkChangeConnection,
    sizedBy: 'first',
    description:
      'The changes in a watched network after the change given as `since`; without it, all that are still kept. Free.',
    args: {
      ...changesArgs,
      first: t.arg.int({ defaultValue: 100, description: 'How many changes to return, 1 to 1000.' }),
    },
    resolve: async (_root, { watch, since, first, kinds, teamId }, context) => {
      const most = between(1, 1000, first ?? 100, 'first');
      const scope = context.operation.scope(teamIdFrom(teamId, 'teamId'));
      const { watches, loaded } = await watchNamed(context, scope, watch);
      const events = await watches.changes(loaded, since ?? undefined, most + 1, kinds ?? undefined);
      const edges = events.slice(0, most).map((event) => ({
        node: { scope, watch: loaded.watch.id, event },
        cursor: eventIdOf(loaded.watch.id, event.seq),
      }));
      return { edges, hasNextPage: events.length > most };
    },
  }),
}));

builder.subscriptionField('networkChanges', (t) =>
  t.field({
    type: NetworkChange,
    description:
      'Follows the changes in a watched network: from now on, or from the change given as `since`, including those missed while disconnected. Completes when the watch is deleted. Free.',
    args: changesArgs,
    subscribe: async (_root, { watch, since, kinds, teamId }, context) => {
      const scope = context.operation.scope(teamIdFrom(teamId, 'teamId'));
      const { watches, loaded } = await watchNamed(context, scope, watch);
      return watches.follow(
        loaded,
        laterOf(loaded.watch.id, since ?? undefined, context.lastEventId),
        kinds ?? undefined,
      );
    },
    resolve: (event, { watch, teamId }, { operation }) => {
      operation.eventId = eventIdOf(watch, event.seq);
      return { scope: operation.scope(teamIdFrom(teamId, 'teamId')), watch, event };
    },
  }),
);
