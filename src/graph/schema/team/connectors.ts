import type { Connection } from '../../../contract/record/relationship.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import type { ConnectionNode } from '../../scope/connection-node.ts';
import { connectionsToSummary } from '../../scope/connection-node.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { builder } from '../builder.ts';
import { Connector } from '../refs.ts';
import { inOrder } from '../relationship/connection-order.ts';
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

export const ConnectorOrder = builder.enumType('ConnectorOrder', {
  description: 'How to order a team’s connectors; equal ones stay in the data service’s order.',
  values: connectorOrders,
});

/**
 * The team's connectors, collected from its relationships, since REST has no operation to list them. Connectors who
 * know nobody are missing.
 */
export async function connectorsIn(
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

export const Connectors = builder.objectRef<ConnectorList>('Connectors').implement({
  description: 'A team’s connectors, as found in its relationships.',
  fields: (t) => ({
    nodes: t.field({
      type: [Connector],
      nullable: false,
      description: 'The connectors that were found, in the order asked for; their ids and names are free.',
      resolve: ({ nodes }) => nodes,
    }),
    complete: t.boolean({
      nullable: false,
      description: 'Whether every relationship was read, so that every connector who knows anybody is listed.',
      resolve: ({ complete }) => complete,
    }),
  }),
});
