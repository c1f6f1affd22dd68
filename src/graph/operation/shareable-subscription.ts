import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  TypeInfo,
  TypeNameMetaFieldDef,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * The root field of a subscription whose events are the same for everybody who sends it with the same key and variables.
 * Undefined unless it does nothing but follow one task by the event's own fields.
 */
export function shareableField(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): FieldNode | undefined {
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
  const [field, ...others] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || field.name.value !== 'mappingTask' || others.length > 0) return undefined;
  if ((field.directives?.length ?? 0) > 0) return undefined;
  let own = true;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: (node) => {
        const selected = types.getFieldDef();
        // What an event does not answer by itself is loaded afresh for each subscriber.
        if (node !== field && selected !== TypeNameMetaFieldDef && !selected?.extensions.facts?.sameForAll) own = false;
      },
    }),
  );
  return own ? field : undefined;
}
