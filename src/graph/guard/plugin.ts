import { type ExecutionArgs, GraphQLError, getOperationAST, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../builder.ts';
import type { Limits } from './limits.ts';
import { aliasRule, depthRule, noSdlRule } from './rules.ts';
import { tooMuch } from './too-much.ts';
import { weigh } from './weigh.ts';

/** A session that only reads changes nothing. */
function forbidden({ document, operationName, contextValue }: ExecutionArgs & { contextValue?: GraphContext }) {
  if (getOperationAST(document, operationName)?.operation !== 'mutation') return undefined;
  if (!contextValue?.operation.session?.readOnly) return undefined;
  return new GraphQLError('This session only reads: a mutation needs another.', { extensions: { code: 'FORBIDDEN' } });
}

/** Refuses operations that ask more than they may, before a resolver runs. */
export function guard(limits: Limits, introspection: boolean): Plugin<GraphContext> {
  const rules = [
    depthRule(limits.depth),
    aliasRule(limits.aliases),
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule, noSdlRule]),
  ];
  const refusal = ({ schema, document, operationName, variableValues }: ExecutionArgs): GraphQLError | undefined => {
    const { objects, calls } = weigh(schema, document, operationName, variableValues);
    if (objects > limits.objects)
      return tooMuch(`The operation’s lists must add up to at most ${limits.objects} objects, but got ${objects}.`);
    if (calls > limits.calls)
      return tooMuch(`The operation must take at most ${limits.calls} calls one by one, but got ${calls}.`);
    return undefined;
  };
  return {
    onParse: ({ parseFn, setParseFn }) =>
      setParseFn((source, options) => parseFn(source, { ...options, maxTokens: limits.tokens })),
    onValidate: ({ addValidationRule }) => {
      for (const rule of rules) addValidationRule(rule);
    },
    onExecute: ({ args, setResultAndStopExecution }) => {
      const error = forbidden(args) ?? refusal(args);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
    onSubscribe: ({ args, setResultAndStopExecution }) => {
      const error = refusal(args);
      if (error) setResultAndStopExecution({ errors: [error] });
    },
  };
}
