import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type GraphQLFieldResolver, type GraphQLSchema, getOperationAST, isObjectType, parse } from 'graphql';
import { executePlan } from '../../../src/graph/operation/execution/execute.ts';
import { factsOf, PreparedOperation } from '../../../src/graph/operation/prepared-operation.ts';
import { factsPlugin } from '../../../src/graph/schema/facts-plugin.ts';
import { readerOf, readingParent } from '../../../src/graph/scope/field-facts.ts';
import { schema } from '../../support/graph/schema.ts';

declare global {
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      louder: LouderPlugin<Types>;
    }
  }
}

/** Wraps the resolver of each field whose name says so. */
class LouderPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { name }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (name !== 'wrapped') return resolve;
    return (parent, args, context, info) => `${resolve(parent, args, context, info)}!`;
  }
}

const louderPlugin = 'louder';
SchemaBuilder.registerPlugin(louderPlugin, LouderPlugin);

/** How many arguments a resolver got beside its parent, which is the answer of both fields. */
const othersOf = (_parent: object, ...others: readonly unknown[]): string => `${others.length} others`;

function openSchema(): GraphQLSchema {
  const builder = new SchemaBuilder<object>({ plugins: [factsPlugin, louderPlugin] });
  builder.queryType({
    fields: (t) => ({
      plain: t.string(readingParent(othersOf)),
      wrapped: t.string(readingParent(othersOf)),
    }),
  });
  return builder.toSchema();
}

async function answerOf(schema: GraphQLSchema, text: string): Promise<unknown> {
  const document = parse(text);
  const operation = getOperationAST(document);
  assert.ok(operation);
  const prepared = new PreparedOperation(factsOf(schema, document, text), operation, () => undefined);
  const { data, errors } = await executePlan(prepared.planFor({}), { variables: {}, rootValue: {} }, undefined);
  assert.equal(errors, undefined);
  return { ...data };
}

describe('a field that reads its parent alone', () => {
  it('is read without arguments or info', async () => {
    assert.deepEqual(await answerOf(openSchema(), '{ plain }'), { plain: '0 others' });
  });

  it('is resolved by a plugin that wraps its resolver', async () => {
    assert.deepEqual(await answerOf(openSchema(), '{ wrapped }'), { wrapped: '3 others!' });
  });

  it('is read so wherever the schema declares it, since its plugins wrap none', () => {
    const declared = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()))
      .filter(({ extensions }) => extensions.facts?.read);
    assert.ok(declared.length > 200);
    assert.deepEqual(
      declared.filter((field) => !readerOf(field)).map(({ name }) => name),
      [],
    );
  });
});
