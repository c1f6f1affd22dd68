import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { YogaServerInstance } from 'graphql-yoga';
import type { GraphContext } from '../schema/builder.ts';
import type { Caller } from './request-context.ts';

/** Yoga's plugins, for requests that come another way than over its own HTTP. */
export type Envelop = Pick<YogaServerInstance<{ readonly caller?: Caller }, GraphContext>, 'getEnveloped'>;

/** An operation that is executed through Yoga's plugins, like those that come over HTTP. */
export interface EnvelopedOperation extends ExecutionArgs {
  readonly contextValue: GraphContext;
  readonly rootValue: Pick<ReturnType<Envelop['getEnveloped']>, 'execute' | 'subscribe'>;
}

/** What other protocols than GraphQL over HTTP carry of an operation. */
interface Params {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Parses and validates an operation, and makes its context; else returns what is wrong with it, or with its caller. */
export async function envelopOperation(
  yoga: Envelop,
  caller: Caller | undefined,
  { query, operationName, variables, extensions }: Params,
  maskError: (error: unknown) => GraphQLError,
): Promise<EnvelopedOperation | readonly GraphQLError[]> {
  const params = { query, variables, operationName, extensions };
  const { schema, execute, subscribe, contextFactory, parse, validate } = yoga.getEnveloped({ caller, params });
  try {
    const document = parse(query);
    const errors = validate(schema, document);
    if (errors.length > 0) return errors;
    return {
      schema,
      document,
      rootValue: { execute, subscribe },
      operationName: operationName ?? null,
      variableValues: variables ?? null,
      contextValue: await contextFactory(),
    };
  } catch (error) {
    return [maskError(error)];
  }
}

/** The hooks by which implementations of protocols execute what `envelopOperation` made. */
export const throughEnvelop = {
  execute: (args: ExecutionArgs) => (args as EnvelopedOperation).rootValue.execute(args),
  subscribe: (args: ExecutionArgs) => (args as EnvelopedOperation).rootValue.subscribe(args),
};
