import type { InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Connection } from '../../../contract/record/relationship.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { builder, type GraphContext, type SchemaTypes } from '../../schema/builder.ts';
import { Connector, Team } from '../../schema/refs.ts';
import { inOrder } from '../../schema/relationship/connection-order.ts';
import type { ConnectionNode } from '../../scope/connection-node.ts';
import { connectionsToSummary } from '../../scope/connection-node.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { factsOf } from '../../scope/selection-facts.ts';
import { relationshipsIn } from '../search/relationship-search.ts';

interface ConnectorList {
  readonly nodes: readonly ConnectionNode[];
  readonly complete: boolean;
}

const connectorOrders = {
  STRONGEST_FIRST: {
    description: 'Strongest first, by each connector’s strongest connection among those that were read.',
  },
  NAME: { description: 'By the connector’s name, from A to Z.' },
} as const;

const ConnectorOrder = builder.enumType('ConnectorOrder', {
  description: 'How to order a team’s connectors; equal ones stay in the data service’s order.',
  values: connectorOrders,
});

/**
 * The team's connectors, collected from its relationships, since REST has no operation to list them. Connectors who
 * know nobody are missing.
 */
async function connectorsIn(
  scope: CredentialScope,
  scan: number,
  orderBy: keyof typeof connectorOrders,
  named: RevealedKinds,
): Promise<ConnectorList> {
  const page = await relationshipsIn(scope, { first: scan }, named);
  const connections = page.edges.flatMap(({ node: { value } }) => connectionsToSummary(scope, value));
  const nodes = new Map<Connection['connector_id'], ConnectionNode>();
  for (const connection of inOrder(connections))
    if (!nodes.has(connection.value.connector_id)) nodes.set(connection.value.connector_id, connection);
  const found = [...nodes.values()];
  return { nodes: orderBy === 'NAME' ? inOrder(found, 'CONNECTOR_NAME') : found, complete: !page.hasNextPage };
}

const Connectors = builder.objectRef<ConnectorList>('Connectors').implement({
  description: 'A team’s connectors, as found in its relationships.',
  fields: (t) => ({
    nodes: t.expose('nodes', {
      type: [Connector],
      nullable: false,
      description: 'The connectors that were found, in the order asked for; their ids and names are free.',
    }),
    complete: t.exposeBoolean('complete', {
      nullable: false,
      description: 'Whether every relationship was read, so that every connector who knows anybody is listed.',
    }),
  }),
});

const connectorArgs = builder.args((t) => ({
  scan: t.int({ defaultValue: 1000, description: 'How many relationships to read to find them, 0 to 10,000.' }),
  orderBy: t.field({
    type: ConnectorOrder,
    defaultValue: 'STRONGEST_FIRST',
    description: 'The order of the connectors; strongest first by default.',
  }),
}));

const connectors = <Parent>(scopeOf: (parent: Parent, context: GraphContext) => CredentialScope) => ({
  type: Connectors,
  callsEach: true,
  sizedBy: 'scan' as const,
  description:
    'The team’s connectors, found in its relationships because the data service’s interface has no list of them; free. A connector who knows nobody is missing.',
  args: connectorArgs,
  resolve: (
    parent: Parent,
    { scan, orderBy }: InputShapeFromFields<typeof connectorArgs>,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ) => connectorsIn(scopeOf(parent, context), scan ?? 1000, orderBy ?? 'STRONGEST_FIRST', factsOf(info).namedRecords),
});

builder.objectField(Team, 'connectors', (t) => t.field(connectors<CredentialScope>((scope) => scope)));
builder.queryField('connectors', (t) =>
  t.field(connectors<SchemaTypes['Root']>((_root, { operation }) => operation.scope())),
);
