import { type GraphQLError, type GraphQLInputType, specifiedRules, type ValidationRule } from 'graphql';

/** What messages of refused documents and variables suggest instead. */
export interface Hints {
  /** The specification's validation rules, with suggestions in their messages. */
  readonly rules: readonly ValidationRule[];
  /** A syntax error, with a suggestion in its message if there is one. */
  syntax(error: GraphQLError, text: string): GraphQLError;
  /** A suggestion for the value of a variable that does not fit its type. */
  value(value: unknown, type: GraphQLInputType): string | undefined;
}

/** The messages of GraphQL.js alone. */
export const noHints: Hints = { rules: specifiedRules, syntax: (error) => error, value: () => undefined };
