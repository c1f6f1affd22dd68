import {
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { OperationContext } from './context.ts';
import type { Limits } from './limits.ts';
import { type CostEstimator, costEstimatorOf } from './operation-cost.ts';
import { operationTooLarge } from './operation-too-large.ts';
import { aliasRule, depthRule, noSdlRule } from './validation-rules.ts';
import { coerceVariables, refuseLongLists } from './variables.ts';

/** Refuses operations that ask more than they may, before a resolver runs. */
export class OperationLimits {
  readonly #limits: Limits;
  readonly #rules: readonly ValidationRule[];
  readonly #weighers = new WeakMap<OperationDefinitionNode, CostEstimator>();

  constructor(limits: Limits, introspection: boolean) {
    this.#limits = limits;
    this.#rules = [
      depthRule(limits.depth),
      aliasRule(limits.aliases),
      ...(introspection ? [] : [NoSchemaIntrospectionCustomRule, noSdlRule]),
    ];
  }

  /** Why an operation whose document is valid may not run with these variables and for this caller, if it may not. */
  refusal(args: ExecutionArgs & { readonly contextValue?: OperationContext }): GraphQLError | undefined {
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
    const { objects, calls } = this.#costEstimatorOf(args, operation)(coerced.values);
    if (objects > limits.objects)
      return operationTooLarge(
        `The operation’s lists must add up to at most ${limits.objects} objects, but got ${objects}.`,
      );
    if (calls > limits.calls)
      return operationTooLarge(`The operation must take at most ${limits.calls} calls one by one, but got ${calls}.`);
    return undefined;
  }

  /** Made once for an operation of a document, which the schema that it is valid for outlives. */
  #costEstimatorOf({ schema, document }: ExecutionArgs, operation: OperationDefinitionNode): CostEstimator {
    let weigher = this.#weighers.get(operation);
    if (!weigher) {
      weigher = costEstimatorOf(schema, document, operation);
      this.#weighers.set(operation, weigher);
    }
    return weigher;
  }

  get plugin(): Plugin<OperationContext> {
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
