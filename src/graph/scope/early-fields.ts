import { type FieldNode, type GraphQLField, type GraphQLResolveInfo, getArgumentValues, isObjectType } from 'graphql';
import { constantArguments } from './constant-arguments.ts';
import type { EarlyCall } from './field-facts.ts';
import type { RecordReference } from './record-reference.ts';
import { listNeeds } from './required-members.ts';
import { collectFields, responseName, type SelectedField } from './selection.ts';

export interface EarlyField {
  readonly call: EarlyCall;
  /** Members of the record that the call needs. */
  readonly needs: readonly string[];
  readonly node: FieldNode;
  readonly definition: GraphQLField<unknown, unknown>;
  /** Undefined if the arguments contain variables. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  readonly selected: SelectedField;
}

/**
 * Options of a field with its own free call. The call starts as soon as the members that the field needs are known,
 * even while the object's record is being loaded; the resolver awaits the same call.
 */
export function startingEarly<Parent extends RecordReference, Args extends object, Result>(
  start: (parent: Parent, args: Args, info: SelectedField) => Promise<Result>,
) {
  const early: EarlyCall = { start };
  return {
    early,
    resolve: (parent: Parent, args: Args, _context: unknown, info: GraphQLResolveInfo): Promise<Result> =>
      parent.startOnce(info.fieldNodes[0], () => start(parent, args, info)),
  };
}

/** The selected fields of a record type that have early calls. */
export function earlyFieldsBelow(typeName: string, info: SelectedField): readonly EarlyField[] {
  const { schema, fragments, variableValues } = info;
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return [];
  const sets = info.fieldNodes.map(({ selectionSet }) => selectionSet);
  return Array.from(collectFields(sets, type, info, responseName).values()).flatMap((fieldNodes) => {
    const [node] = fieldNodes;
    const definition = node && type.getFields()[node.name.value];
    const { early: call, needs } = definition?.extensions.facts ?? {};
    if (!call || !definition) return [];
    const selected = { schema, fragments, variableValues, fieldNodes, returnType: definition.type };
    const args = constantArguments(definition, fieldNodes);
    return [{ call, needs: listNeeds(needs ?? [], fieldNodes, info), node, definition, args, selected }];
  });
}

/** Starts the calls for which the known members of the record suffice. */
export function startEarly(
  fields: readonly EarlyField[],
  reference: RecordReference,
  variables: Readonly<Record<string, unknown>>,
): void {
  for (const { call, needs, node, definition, args: constant, selected } of fields) {
    if (!reference.covers(needs)) continue;
    const args = constant ?? getArgumentValues(definition, node, variables);
    // The field's own resolver reports a failure.
    reference.startOnce(node, () => call.start(reference, args, selected)).catch(() => undefined);
  }
}
