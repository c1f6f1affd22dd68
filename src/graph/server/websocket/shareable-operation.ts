import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  TypeNameMetaFieldDef,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { getArgumentValues } from 'graphql/execution/values.js';
import { coerceVariables } from '../../operation/variables.ts';

/** An operation that is the same for everybody who asks it with the same variables. */
export interface Shareable {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly field: FieldNode;
}

/** What such an operation asks for. */
export interface SharedAsk {
  readonly taskId: string;
  readonly after: string | undefined;
  /** Those that the operation declares: whatever else was sent changes nothing. */
  readonly variableValues: Readonly<Record<string, unknown>>;
}

/** Undefined unless a valid document does nothing but follow one task by the event's own fields. */
export function shareable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): Shareable | undefined {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'subscription') return undefined;
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
        if (node !== field && selected !== TypeNameMetaFieldDef && !selected?.extensions.facts?.sameForAll) own = false;
      },
    }),
  );
  return own ? { document, operation, field } : undefined;
}

/** Undefined where the variables are wrong, or ask for what is not shared: the usual way then says so. */
export function sharedAsk(
  schema: GraphQLSchema,
  { operation, field }: Shareable,
  variables: Readonly<Record<string, unknown>>,
): SharedAsk | undefined {
  const subscription = schema.getSubscriptionType()?.getFields().mappingTask;
  const coerced = coerceVariables(schema, operation, variables);
  if (!subscription || 'error' in coerced) return undefined;
  try {
    const { id, after, heartbeat } = getArgumentValues(subscription, field, coerced.values);
    if (typeof id !== 'string' || typeof heartbeat === 'number') return undefined;
    return { taskId: id, after: typeof after === 'string' ? after : undefined, variableValues: coerced.values };
  } catch {
    return undefined;
  }
}
