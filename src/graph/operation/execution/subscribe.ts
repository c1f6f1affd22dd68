import { createSourceEventStream, type ExecutionResult } from 'graphql';
import type { AdmittedOperation } from '../operation-limits.ts';
import { executePlan } from './execute.ts';

/** Subscribes to the source stream of an operation, and executes it on each event (GraphQL specification, “Subscribe”). */
export async function subscribeToOperation(
  { prepared, sent, variables }: AdmittedOperation,
  context: unknown,
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
  return mapped(source, (rootValue) => executePlan(plan, { variables, rootValue }, context));
}

/** Maps each value when it is asked for. An async generator would not end before the value that it waits for comes. */
function mapped<From, To>(
  source: AsyncIterable<From>,
  map: (value: From) => To | Promise<To>,
): AsyncIterableIterator<To> {
  const iterator = source[Symbol.asyncIterator]();
  const over: IteratorReturnResult<undefined> = { done: true, value: undefined };
  return {
    async next() {
      const { done, value } = await iterator.next();
      return done ? over : { done: false, value: await map(value) };
    },
    async return() {
      await iterator.return?.();
      return over;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
