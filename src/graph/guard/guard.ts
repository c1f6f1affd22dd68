import {
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../builder.ts';
import type { Limits } from './limits.ts';
import { aliasRule, depthRule, noSdlRule } from './rules.ts';
import { tooMuch } from './too-much.ts';
import { coerceVariables, refuseLongLists } from './variables.ts';
import { type Weigher, weigherOf } from './weigh.ts';

/** Refuses operations that ask more than they may, before a resolver runs. */
export class Guard {
  readonly #limits: Limits;
  readonly #rules: readonly ValidationRule[];
  readonly #weighers = new WeakMap<OperationDefinitionNode, Weigher>();

  constructor(limits: Limits, introspection: boolean) {
    this.#limits = limits;
    this.#rules = [
      depthRule(limits.depth),
      aliasRule(limits.aliases),
      ...(introspection ? [] : [NoSchemaIntrospectionCustomRule, noSdlRule]),
    ];
  }

  /** Why an operation whose document is valid may not run with these variables and for this caller, if it may not. */
  refusal(args: ExecutionArgs & { readonly contextValue?: GraphContext }): GraphQLError | undefined {
    const operation = getOperationAST(args.document, args.operationName);
    if (!operation) return undefined;
    // A session that only reads changes nothing.
    if (operation.operation === 'mutation' && args.contextValue?.operation.session?.readOnly) return onlyReads();
    const limits = this.#limits;
    const { schema, variableValues } = args;
    const long = refuseLongLists(schema, operation, variableValues, limits.elements);
    if (long) return long;
    const coerced = coerceVariables(schema, operation, variableValues);
    if ('error' in coerced) return coerced.error;
    const { objects, calls } = this.#weigherOf(args, operation)(coerced.values);
    if (objects > limits.objects)
      return tooMuch(`The operation’s lists must add up to at most ${limits.objects} objects, but got ${objects}.`);
    if (calls > limits.calls)
      return tooMuch(`The operation must take at most ${limits.calls} calls one by one, but got ${calls}.`);
    return undefined;
  }

  /** Made once for an operation of a document, which the schema that it is valid for outlives. */
  #weigherOf({ schema, document }: ExecutionArgs, operation: OperationDefinitionNode): Weigher {
    let weigher = this.#weighers.get(operation);
    if (!weigher) {
      weigher = weigherOf(schema, document, operation);
      this.#weighers.set(operation, weigher);
    }
    return weigher;
  }

  get plugin(): Plugin<GraphContext> {
    return {
      onParse: ({ parseFn, setParseFn }) =>
        setParseFn((source, options) => parseFn(source, { ...options, maxTokens: this.#limits.tokens })),
      onValidate: ({ addValidationRule }) => {
        for (const rule of this.#rules) addValidationRule(rule);
      },
      onExecute: ({ args, setResultAndStopExecution }) => {
        const error = this.refusal(args);
        if (error) setResultAndStopExecution({ errors: [error] });
      },
      onSubscribe: ({ args, setResultAndStopExecution }) => {
        const error = this.refusal(args);
        if (error) setResultAndStopExecution({ errors: [error] });
      },
    };
  }
}

const onlyReads = (): GraphQLError =>
  new GraphQLError('This session only reads: a mutation needs another.', {
    extensions: { code: 'FORBIDDEN', http: { status: 403, spec: true } },
  });
