import { buildSchema, findBreakingChanges, findDangerousChanges, type GraphQLSchema } from 'graphql';
import { schemaSdl } from '../graph/schema/index.ts';

/** What the graph's schema has become since it was printed, one sentence for each change that somebody may notice. */
export interface SchemaChanges {
  /** An operation that was valid is not any more, or answers otherwise. */
  readonly breaking: readonly string[];
  /** A client that relied on knowing all there is may be surprised. */
  readonly dangerous: readonly string[];
}

/** @throws {import('graphql').GraphQLError} when the text is no schema */
export function changesSince(printed: string): SchemaChanges {
  const before = schemaOf(printed);
  const now = schemaOf(schemaSdl());
  return {
    breaking: findBreakingChanges(before, now).map(({ description }) => description),
    dangerous: findDangerousChanges(before, now).map(({ description }) => description),
  };
}

/** A subgraph's SDL names directives of its federation that it does not define. */
const schemaOf = (printed: string): GraphQLSchema => buildSchema(printed, { assumeValidSDL: true });
