import { GraphQLError, GraphQLScalarType, Kind, print, type ValueNode } from 'graphql';
import { GraphQLDate, GraphQLDateTime, GraphQLJSON, GraphQLSafeInt } from 'graphql-scalars';
import { builder } from './builder.ts';

/**
 * A date scalar that validates input and passes output on unchanged: rejecting a malformed upstream date would lose a
 * value that has been paid for. Input stays a string, as it is sent upstream.
 */
function asSent(base: GraphQLScalarType, name: string, description: string): GraphQLScalarType {
  return new GraphQLScalarType({
    ...base.toConfig(),
    name,
    description,
    serialize: (value) => value,
    parseValue(value) {
      base.parseValue(value);
      return value;
    },
    parseLiteral(node, variables) {
      base.parseLiteral(node, variables);
      return 'value' in node ? node.value : undefined;
    },
  });
}

builder.addScalarType('Date', asSent(GraphQLDate, 'Date', 'A calendar day, `YYYY-MM-DD`, such as `2018-03-01`.'));
builder.addScalarType(
  'DateTime',
  asSent(
    GraphQLDateTime,
    'DateTime',
    'A moment in ISO 8601, such as `2026-03-01T12:00:00.000Z`; values from the data service are passed on unchanged.',
  ),
);
builder.addScalarType(
  'SafeInt',
  new GraphQLScalarType({
    ...GraphQLSafeInt.toConfig(),
    name: 'SafeInt',
    description:
      'A whole number of up to 53 bits, from -9007199254740991 to 9007199254740991: money, credits and ids on the external network.',
    serialize: (value) => value,
  }),
);
/**
 * Reads a JSON literal. A missing variable becomes an undefined member, so that the reader can report its path:
 * `JSON.stringify` would drop it, and with it a clause of a query.
 *
 * @throws {GraphQLError} for a bare word and a number that JSON cannot represent
 */
function jsonOf(node: ValueNode, variables: Readonly<Record<string, unknown>> | null | undefined): unknown {
  switch (node.kind) {
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, jsonOf(value, variables)]));
    case Kind.LIST:
      return node.values.map((value) => jsonOf(value, variables));
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    case Kind.INT:
    case Kind.FLOAT: {
      const number = Number(node.value);
      if (Number.isFinite(number)) return number;
      throw notJson(node, 'a number of at most 1.8e308');
    }
    case Kind.ENUM:
      throw notJson(node, 'text in quotes, a number, a boolean, null, a list or an object');
    default:
      return node.value;
  }
}

const notJson = (node: ValueNode, expected: string): GraphQLError =>
  new GraphQLError(`A JSON value must be ${expected}, but got ${print(node).slice(0, 40)}.`, { nodes: node });

builder.addScalarType(
  'JSON',
  new GraphQLScalarType({
    ...GraphQLJSON.toConfig(),
    name: 'JSON',
    parseLiteral: jsonOf,
    description: 'Any JSON value: an object, list, string, number, boolean or null.',
  }),
);
