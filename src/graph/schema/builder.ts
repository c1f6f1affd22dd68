import SchemaBuilder from '@pothos/core';
import type { PurseMeters } from '../mapping/purse-meters.ts';
import type { MappingTasks } from '../mapping/tasks.ts';
import type { OperationContext } from '../operation/context.ts';
import { factsPlugin } from './facts-plugin.ts';
import { entityPlugin } from './federation/entity-plugin.ts';

/** GraphQL context value: the operation, and through it who asks, and the mapping tasks. */
export interface GraphContext extends OperationContext {
  readonly tasks: MappingTasks;
  readonly meters: PurseMeters;
}

interface PassThrough<Input> {
  readonly Input: Input;
  /** Unknown, since what an upstream sent goes out as it came. */
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
    UUID: PassThrough<string>;
    Date: PassThrough<string>;
    DateTime: PassThrough<string>;
    SafeInt: PassThrough<number>;
    JSON: PassThrough<unknown>;
  };
}>({ plugins: [factsPlugin, entityPlugin] });

export type SchemaTypes = typeof builder.$inferSchemaTypes;

/** Builds the fields of an object type. */
export type FieldBuilder<Parent> = PothosSchemaTypes.ObjectFieldBuilder<SchemaTypes, Parent>;

/** The nullability of a list of which each element may be null, so that one never takes its neighbours along. */
export const nullableItems = { list: true, items: true } as const;

builder.queryType({
  description: 'What can be asked; a look-up of a record costs a credit, everything else is free.',
});
builder.mutationType({ description: 'What can be changed or started.' });
builder.subscriptionType({ description: 'What can be followed.' });
