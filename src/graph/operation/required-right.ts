import { type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Fragments } from '../scope/selection.ts';
import { type SessionRight, sessionRights } from '../state/sessions/session.ts';
import { selectionFolder } from './fold-selection.ts';

/** The right that a session needs: for a mutation, the greatest `right` that its fields declare; otherwise `look`. */
export function requiredRight(
  schema: GraphQLSchema,
  fragments: Fragments,
  { operation, selectionSet }: OperationDefinitionNode,
): SessionRight {
  if (operation !== OperationTypeNode.MUTATION) return 'look';
  const rightOf = selectionFolder<SessionRight>(
    { schema, fragment: (name) => fragments[name] },
    {
      empty: 'look',
      field: (_node, definition) => definition?.extensions.facts?.right ?? 'act',
      join: (rights) => sessionRights.findLast((right) => rights.includes(right)) ?? 'look',
    },
  );
  return rightOf(selectionSet, schema.getMutationType() ?? undefined);
}
