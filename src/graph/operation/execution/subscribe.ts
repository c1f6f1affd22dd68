import { createSourceEventStream, type ExecutionResult } from 'graphql';
import { type AbortSignalLike, LightAbortController } from '../../../client/abort.ts';
import type { AdmittedOperation } from '../operation-limits.ts';
import { type ExecutionInput, executePlan } from './execute.ts';
import type { Plan } from './plan.ts';

/** Executes a plan on an event; `left` is aborted when the subscriber leaves. */
type ExecuteEvent<Context> = (
  plan: Plan,
  input: ExecutionInput,
  context: Context,
  left: AbortSignalLike,
) => ExecutionResult | Promise<ExecutionResult>;

/** Subscribes to the source stream of an operation, and executes it on each event (GraphQL specification, “Subscribe”). */
export async function subscribeToOperation<Context>(
  { prepared, sent, variables }: AdmittedOperation,
  context: Context,
  execute: ExecuteEvent<Context> = executePlan,
): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const { schema, document, operation } = prepared;
  const source = await createSourceEventStream({
    schema,
    document,
    operationName: operation.name?.value,
    variableValues: sent,
    contextValue: context,
  });
  if (!(Symbol.asyncIterator in source)) return source;
  const plan = prepared.planFor(variables);
  const left = new LightAbortController();
  const onEvent = (rootValue: unknown) => execute(plan, { variables, rootValue }, context, left);
  return mapped(source, onEvent, () => left.abort());
}

/** Maps each value when it is asked for. An async generator would not end before the value that it waits for comes. */
function mapped<From, To>(
  source: AsyncIterable<From>,
  map: (value: From) => To | Promise<To>,
  onReturn: () => void,
): AsyncIterableIterator<To> {
  const iterator = source[Symbol.asyncIterator]();
  const over: IteratorReturnResult<undefined> = { done: true, value: undefined };
  return {
    async next() {
      const { done, value } = await iterator.next();
      return done ? over : { done: false, value: await map(value) };
    },
    async return() {
      onReturn();
      await iterator.return?.();
      return over;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
