import {
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { Fragments } from '../scope/selection.ts';
import { selectionFolder } from './fold-selection.ts';

/**
 * The root field of a subscription whose events are the same for everybody who sends it with the same key and variables.
 * Undefined unless it does nothing but follow one task by the event's own fields.
 */
export function shareableField(
  schema: GraphQLSchema,
  fragments: Fragments,
  operation: OperationDefinitionNode,
): FieldNode | undefined {
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
  const [field, ...others] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || field.name.value !== 'mappingTask' || others.length > 0) return undefined;
  if ((field.directives?.length ?? 0) > 0 || !field.selectionSet) return undefined;
  const event = schema.getSubscriptionType()?.getFields()[field.name.value]?.type;
  const isSameForAll = selectionFolder<boolean>(
    { schema, fragment: (name) => fragments[name] },
    {
      empty: true,
      // What an event does not answer by itself is loaded afresh for each subscriber.
      field: ({ name }, definition, below) =>
        name.value === TypeNameMetaFieldDef.name || (definition?.extensions.facts?.sameForAll === true && below()),
      join: (values) => values.every((value) => value),
    },
  );
  return isSameForAll(field.selectionSet, event && getNamedType(event)) ? field : undefined;
}
