import {
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { isReadable, readableText } from '../../reading/readable.ts';
import type { Hints } from './hints.ts';
import { operationTooLarge } from './limit-error.ts';
import { shortened } from './short-message.ts';

/** Variables of an operation by name, as sent or coerced. */
export type Variables = Readonly<Record<string, unknown>>;

/** Coerced variables, or the first error found in them. */
export type Coerced = { readonly values: Record<string, unknown> } | { readonly error: GraphQLError };

const none: Variables = Object.freeze({});

/** Maximum nesting of lists and objects: coercion recurses, and the stack is finite. */
const maxLevels = 1_000;

/**
 * Coerces the variables of a valid operation. Coercion stops at the first error, since each costs a stack trace and a
 * printed value. GraphQL.js adds a second error, “too many errors”, which is dropped.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Variables | null | undefined,
  { hints, hideSuggestions }: { readonly hints: Hints; readonly hideSuggestions: boolean },
): Coerced {
  const unreadable = sent ? unreadableText(sent) : undefined;
  if (unreadable !== undefined)
    return { error: badVariable(new GraphQLError(`${unreadable}: must be ${readableText}.`), undefined) };
  const { errors, coerced: values } = getVariableValues(schema, operation.variableDefinitions ?? [], sent ?? none, {
    maxErrors: 1,
    hideSuggestions,
  });
  if (values) return { values };
  return {
    error: badVariable(
      errors[0],
      hideSuggestions ? undefined : hintOfVariables(schema, operation, sent ?? none, hints),
    ),
  };
}

/**
 * The path of the first text in the variables that has half a surrogate pair, or U+0000: no answer that repeats it could be
 * read by everybody. Undefined if there is none. Iterative, since values within scalars may be nested deeply.
 */
function unreadableText(sent: Variables): string | undefined {
  const waiting: Place[] = [{ values: sent, name: '', around: undefined }];
  for (let next = waiting.pop(); next; next = waiting.pop())
    for (const name of Object.keys(next.values)) {
      const value = next.values[name];
      if (typeof value === 'string' && !isReadable(value)) return pathOf(next, name);
      if (isParent(value)) waiting.push({ values: value, name, around: next });
    }
  return undefined;
}

const isParent = (value: unknown): value is Variables => typeof value === 'object' && value !== null;

/** An object or list within the variables. */
interface Place {
  readonly values: Variables;
  readonly name: string;
  readonly around: Place | undefined;
}

function pathOf(place: Place, member: string): string {
  const names = [member];
  for (let at = place; at.around; at = at.around) names.unshift(at.name);
  return `$${names.join('.')}`;
}

/** Input fields allowed per list element; coercion visits every declared field, sent or not. */
const fieldsPerElement = 8;

/**
 * Counts the list elements in an operation's variables before coercion, and refuses more than `most`, objects whose
 * types have more than `8 × most` fields in total, or nesting over 1,000 levels. Undeclared variables and members, and
 * values inside scalars, are not counted.
 */
export function refuseLongLists(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Variables | null | undefined,
  most: number,
): GraphQLError | undefined {
  let elements = 0;
  let fields = 0;
  let level: (readonly [value: unknown, type: GraphQLInputType])[] = [];
  for (const { name, type } of nestedVariables(schema, operation)) {
    const value = sent?.[name];
    if (typeof value === 'object' && value !== null) level.push([value, type]);
  }
  for (let levels = 1; level.length > 0; levels += 1) {
    if (levels > maxLevels)
      return operationTooLarge('depth', `The variables must be nested at most ${maxLevels} deep, but got more.`);
    const below: typeof level = [];
    for (const [value, declared] of level) {
      if (typeof value !== 'object' || value === null) continue;
      const type = getNullableType(declared);
      if (isListType(type) && Array.isArray(value)) {
        elements += value.length;
        if (elements > most)
          return operationTooLarge(
            'elements',
            `The lists in the variables must have at most ${most} elements together, but got at least ${elements}.`,
          );
        for (const element of value) below.push([element, type.ofType]);
      } else if (isListType(type)) {
        below.push([value, type.ofType]);
      } else if (isInputObjectType(type)) {
        const declaredFields = type.getFields();
        fields += fieldCountOf(type);
        if (fields > fieldsPerElement * most)
          return operationTooLarge(
            'input_objects',
            `The objects in the variables must have types of at most ${fieldsPerElement * most} fields together, but got more.`,
          );
        for (const [name, member] of Object.entries(value)) {
          const field = declaredFields[name];
          if (field) below.push([member, field.type]);
        }
      }
    }
    level = below;
  }
  return undefined;
}

/** A variable whose type is a list or an input object. */
interface NestedVariable {
  readonly name: string;
  readonly type: GraphQLInputType;
}

const nested = new WeakMap<OperationDefinitionNode, readonly NestedVariable[]>();

/** Cached per operation, which is prepared for one schema. */
function nestedVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): readonly NestedVariable[] {
  const known = nested.get(operation);
  if (known) return known;
  const found: NestedVariable[] = [];
  for (const { variable, type: node } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node);
    if (isInputType(type) && !isLeafType(getNullableType(type))) found.push({ name: variable.name.value, type });
  }
  nested.set(operation, found);
  return found;
}

const fieldCounts = new WeakMap<GraphQLInputObjectType, number>();

/** Number of fields of an input object type. */
export function fieldCountOf(type: GraphQLInputObjectType): number {
  const known = fieldCounts.get(type);
  if (known !== undefined) return known;
  const count = Object.keys(type.getFields()).length;
  fieldCounts.set(type, count);
  return count;
}

function hintOfVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Variables,
  hints: Hints,
): string | undefined {
  for (const { name, type } of nestedVariables(schema, operation)) {
    const hint = hints.value(sent[name], type);
    if (hint !== undefined) return hint;
  }
  return undefined;
}

function badVariable(error: GraphQLError | undefined, hint: string | undefined): GraphQLError {
  const fact = error?.message ?? 'The variables do not fit their types.';
  const message = hint === undefined ? fact : `${fact.split(' Did you mean ')[0]} ${hint}`;
  return new GraphQLError(shortened(message), {
    nodes: error?.nodes ?? null,
    extensions: { code: 'BAD_USER_INPUT', http: { status: 400, spec: true } },
  });
}
