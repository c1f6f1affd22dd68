import { GraphQLScalarType } from 'graphql';
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
builder.addScalarType(
  'JSON',
  new GraphQLScalarType({
    ...GraphQLJSON.toConfig(),
    name: 'JSON',
    description: 'Any JSON value: an object, list, string, number, boolean or null.',
  }),
);
