import type { GraphQLSchema } from 'graphql';
import { features } from './features/index.ts';

/** An immutable schema; all servers of a process share it. */
export interface BuiltSchema {
  /** What modules have declared on the builder, as clients read it. */
  readonly declared: GraphQLSchema;
  /** The same, with the root fields that features add for gateways. */
  readonly schema: GraphQLSchema;
}

let opened: Promise<BuiltSchema> | undefined;

/** The schema of the core and all features, built once for all graphs of a process. */
export function openSchema(): Promise<BuiltSchema> {
  opened ??= build();
  return opened;
}

async function build(): Promise<BuiltSchema> {
  const { buildSchema } = await import('./schema/index.ts');
  for (const { fields } of features) await fields?.();
  const declared = buildSchema();
  let schema = declared;
  for (const { extend } of features) schema = (await extend?.())?.(schema) ?? schema;
  return { declared, schema };
}
