import type { Builder } from '../builder.ts';
import { addConnectorOrder, addConnectors, connectorsIn } from './connectors.ts';
import { type ReadTypes, reads } from './team-queries.ts';

export function addTeamType(builder: Builder, types: ReadTypes) {
  const connectors = addConnectors(builder);
  const order = addConnectorOrder(builder);
  builder.objectType('Team', {
    description: 'A team, and all that is read in its context: its connectors, their connections, its lists and tags.',
    fields: (t) => ({
      id: t.field({
        type: 'UUID',
        description: 'The child team’s id; null for the key’s own team, whose id the interface does not tell.',
        resolve: (scope) => scope.credential.childTeamId,
      }),
      connectors: t.field({
        callsEach: true,
        sizedBy: 'scan',
        type: connectors,
        description: 'The team’s connectors, as its relationships name them; free.',
        args: {
          scan: t.arg.int({ defaultValue: 1000, description: 'How many relationships to read for them, 0 to 10,000.' }),
          orderBy: t.arg({ type: order, defaultValue: 'STRONGEST_FIRST', description: 'In which order.' }),
        },
        resolve: (scope, { scan, orderBy }) => connectorsIn(scope, scan ?? 1000, orderBy ?? 'STRONGEST_FIRST'),
      }),
      ...reads(t, types, (scope) => scope),
    }),
  });
}
