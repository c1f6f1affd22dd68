import { buildSchema, findBreakingChanges, findDangerousChanges, type GraphQLSchema } from 'graphql';
import { openSchema } from '../graph/graph-schema.ts';
import { sdlOf } from '../graph/schema/index.ts';

/** Changes between a printed schema and the current one, a sentence each. */
export interface SchemaChanges {
  /** Changes that invalidate operations, or change their answers. */
  readonly breaking: readonly string[];
  /** Changes that affect clients which rely on knowing all values or types. */
  readonly dangerous: readonly string[];
}

/** @throws {import('graphql').GraphQLError} if the text is not a schema */
export async function changesSince(printed: string): Promise<SchemaChanges> {
  const before = schemaOf(printed);
  const now = schemaOf(sdlOf((await openSchema()).declared));
  return {
    breaking: findBreakingChanges(before, now).map(({ description }) => description),
    dangerous: findDangerousChanges(before, now).map(({ description }) => description),
  };
}

/** Allows unknown directives: a subgraph's SDL uses federation directives without defining them. */
const schemaOf = (printed: string): GraphQLSchema => buildSchema(printed, { assumeValidSDL: true });
