import { GraphQLScalarType } from 'graphql';
import { GraphQLDate, GraphQLDateTime, GraphQLJSON, GraphQLSafeInt, GraphQLUUID } from 'graphql-scalars';
import { builder } from './builder.ts';

/**
 * Strict on input, through unchanged on output: a validator that refused an upstream's odd date would destroy a record
 * that has been paid for. Dates go in, and on to the upstream, as the strings they are.
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

builder.addScalarType(
  'UUID',
  asSent(GraphQLUUID, 'UUID', 'A record’s id: a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.'),
);
builder.addScalarType('Date', asSent(GraphQLDate, 'Date', 'A day, `YYYY-MM-DD`.'));
builder.addScalarType('DateTime', asSent(GraphQLDateTime, 'DateTime', 'A moment, ISO 8601.'));
builder.addScalarType(
  'SafeInt',
  new GraphQLScalarType({
    ...GraphQLSafeInt.toConfig(),
    name: 'SafeInt',
    description: 'A whole number of up to 53 bits: money and counts.',
    serialize: (value) => value,
  }),
);
builder.addScalarType(
  'JSON',
  new GraphQLScalarType({ ...GraphQLJSON.toConfig(), name: 'JSON', description: 'Any JSON value.' }),
);
