import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../schema/builder.ts';
import type { PreparedContext } from '../use-prepared-operations.ts';
import type { OperationObserver } from './operation-observer.ts';

/** What the plugin adds to the context. */
export interface ObservedContext {
  /** When the document was about to be read, on the clock of `performance`. */
  readonly began?: number;
}

/** Has the observer hear of whatever comes through Yoga. It stands first, so that it also hears of what others refuse. */
export function useObserver(observer: OperationObserver): Plugin<GraphContext & PreparedContext & ObservedContext> {
  type Context = GraphContext & PreparedContext & ObservedContext;
  const refused = (errors: readonly Error[], began = performance.now()): void =>
    observer.ended({ began, prepared: undefined, result: { errors } });
  const ended = (
    context: Context,
    result: ExecutionResult,
    event?: { operation: Context['operation']; began: number },
  ) => {
    const { admitted, operation, began = performance.now() } = context;
    const executed = admitted && { admitted, operation, ...event };
    observer.ended({ began: event?.began ?? began, prepared: admitted?.prepared, executed, result });
  };
  return {
    onParse({ extendContext }) {
      const began = performance.now();
      extendContext({ began });
      return ({ result }) => {
        if (result instanceof Error) refused([result], began);
      };
    },
    onValidate: ({ context }) =>
      function onValidateDone({ valid, result }) {
        if (!valid) refused(result, context.began);
      },
    onExecute: ({ args: { contextValue } }) => ({
      onExecuteDone({ result }) {
        if (!isAsyncIterable(result)) ended(contextValue, result);
      },
    }),
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult({ result }) {
        if (!isAsyncIterable(result)) return ended(contextValue, result);
        return {
          onNext({ result: event }) {
            const { operation } = contextValue.stream;
            if (operation && !isAsyncIterable(event)) ended(contextValue, event, { operation, began: operation.began });
          },
        };
      },
    }),
  };
}
