import SchemaBuilder from '@pothos/core';
import type { OperationContext } from '../scope/context.ts';
import { factsPlugin } from './facts-plugin.ts';

/** GraphQL context value: the operation, which holds the credential, and, through it, the services. */
export type GraphContext = OperationContext;

interface PassThrough<Input> {
  readonly Input: Input;
  /** Unknown, because upstream values are passed on unchanged. */
  readonly Output: unknown;
}

/** The schema's builder. Modules declare types and fields on it; `index.ts` imports them all and builds the schema. */
export const builder = new SchemaBuilder<{
  Context: GraphContext;
  Scalars: {
    String: PassThrough<string>;
    Boolean: PassThrough<boolean>;
    Int: PassThrough<number>;
    Float: PassThrough<number>;
    ID: PassThrough<string>;
    Date: PassThrough<string>;
    DateTime: PassThrough<string>;
    SafeInt: PassThrough<number>;
    JSON: PassThrough<unknown>;
  };
}>({ plugins: [factsPlugin] });

export type SchemaTypes = typeof builder.$inferSchemaTypes;

/** Builds the fields of an object type. */
export type FieldBuilder<Parent> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Parent>;

/** A nullable list of nullable elements: an error in one element does not null the others. */
export const nullableItems = { list: true, items: true } as const;

builder.queryType({
  description:
    'Everything that can be read. Loading a record costs 1 credit, once per operation; searches, relationships and one-step introductions are free. A field that fails is null and adds an error with the reason. If there is nothing to return, a field that looks up one object is null, with an error unless its description says otherwise. Any other field that is null without an error has no value.',
});
builder.mutationType({
  description:
    'Everything that can be changed or started. Fields that cost credits say so. A field that fails is null and adds an error with the reason.',
});
builder.subscriptionType({
  description:
    'Everything that can be followed as it changes, for free. A field that fails is null and adds an error with the reason.',
});
