import {
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { PlannedField } from './plan.ts';

// Checks of resolvers' values against their field's type. Errors have the words of GraphQL.js.

export const nameOf = ({ parentType, definition }: PlannedField): string => `${parentType.name}.${definition.name}`;

/** The object type that `resolveType` returned for a value of an abstract type. */
export function objectTypeNamed(
  name: unknown,
  abstract: GraphQLAbstractType,
  field: PlannedField,
  schema: GraphQLSchema,
): GraphQLObjectType {
  if (name === null || name === undefined)
    throw new Error(
      `Abstract type "${abstract.name}" must resolve to an Object type at runtime for field "${nameOf(field)}". Either the "${abstract.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
    );
  const type = typeof name === 'string' ? schema.getType(name) : undefined;
  if (isObjectType(type) && schema.isSubType(abstract, type)) return type;
  throw new Error(`Runtime Object type "${name}" is not a possible type for "${abstract.name}".`);
}

export function serialized(type: GraphQLLeafType, value: unknown): unknown {
  const leaf: unknown = type.serialize(value);
  if (leaf === null || leaf === undefined) throw new Error(`${type.name} cannot serialize the value.`);
  return leaf;
}

export const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;
