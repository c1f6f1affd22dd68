import { type FieldNode, type GraphQLField, type GraphQLResolveInfo, getArgumentValues, isObjectType } from 'graphql';
import { constantArguments } from './constant-arguments.ts';
import type { EarlyCall } from './field-facts.ts';
import type { RecordReference } from './record-reference.ts';
import { listNeeds } from './required-members.ts';
import { collectFields, responseName, type SelectedField } from './selection.ts';

/** A selected field that has such a call. */
export interface EarlyField {
  readonly call: EarlyCall;
  /** The members that it needs of its object. */
  readonly needs: readonly string[];
  readonly node: FieldNode;
  readonly definition: GraphQLField<unknown, unknown>;
  /** Its arguments; undefined where they hang on variables. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  readonly selected: SelectedField;
}

/**
 * Options of a field that makes a free call of its own and needs only what its object is named by: the call starts
 * while the object's record is still being loaded, and the resolver takes its answer.
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

/** The fields with early calls among those selected on a record's type. */
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

/** Starts the calls that what is known of a record already allows. */
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
