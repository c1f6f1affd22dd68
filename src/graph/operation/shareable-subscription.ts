import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql';

/** Fields that an event answers by itself; what else can be selected is loaded afresh for each subscriber. */
const ownFields = new Set(['__typename', 'id', 'kind', 'status', 'final', 'end', 'observedAt', 'staleSince']);

/**
 * The root field of a subscription whose events are the same for everybody who sends it with the same key and variables.
 * Undefined unless it does nothing but follow one task by the event's own fields.
 */
export function shareableField(document: DocumentNode, operation: OperationDefinitionNode): FieldNode | undefined {
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) return undefined;
  const [field, ...others] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || field.name.value !== 'mappingTask' || others.length > 0) return undefined;
  if ((field.directives?.length ?? 0) > 0) return undefined;
  let own = true;
  visit(document, {
    Field: (node) => {
      if (node !== field && !ownFields.has(node.name.value)) own = false;
    },
  });
  return own ? field : undefined;
}
