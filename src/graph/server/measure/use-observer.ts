import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { GraphContext } from '../../schema/builder.ts';
import type { PreparedContext } from '../use-prepared-operations.ts';
import type { OperationObserver } from './operation-observer.ts';

/** A request that only shows how answers are negotiated: nobody asked it. */
export interface Negotiating {
  readonly negotiating?: boolean;
}

/** What the plugin finds in the context, and adds to it. */
export interface ObservedContext extends Negotiating {
  /** When the document was about to be read, on the clock of `performance`. */
  readonly began?: number;
}

type Context = GraphContext & PreparedContext & ObservedContext;

/** Has the observer hear of whatever comes through Yoga. It stands first, so that it also hears of what others refuse. */
export function useObserver(observer: OperationObserver): Plugin<Context, Negotiating> {
  /** Requests of which the observer has heard. */
  const heard = new WeakSet<object>();

  /** `request` is undefined for what came over WebSocket. */
  function refused(errors: readonly Error[], request: Request | undefined, began = performance.now()): void {
    if (request) heard.add(request);
    const header = request && ((name: string) => request.headers.get(name));
    observer.ended({ began, prepared: undefined, header, result: { errors } });
  }

  function ended(
    { admitted, prepared, operation, params, request }: Context & YogaInitialContext,
    result: ExecutionResult,
  ): void {
    // Over WebSocket there is none, whatever its type says.
    if (request) heard.add(request);
    const of = admitted?.prepared ?? prepared?.operation(params?.operationName);
    observer.ended({ began: operation.began, prepared: of, operation, admitted, result });
  }

  return {
    onParse({ context, extendContext }) {
      if (context.negotiating) return undefined;
      const began = performance.now();
      extendContext({ began });
      return ({ result }) => {
        if (result instanceof Error) refused([result], context.request, began);
      };
    },
    onValidate: ({ context }) =>
      function onValidateDone({ valid, result }) {
        if (!valid) refused(result, context.request, context.began);
      },
    onExecute: ({ args: { contextValue } }) => ({
      onExecuteDone({ result }) {
        if (!isAsyncIterable(result)) ended(contextValue, result);
      },
    }),
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult({ result }) {
        if (!isAsyncIterable(result)) return ended(contextValue, result);
        const { admitted, operation } = contextValue;
        const prepared = admitted?.prepared;
        return {
          onNext({ result: event }) {
            const { operation: own } = contextValue.stream;
            if (!own || isAsyncIterable(event)) return;
            observer.ended({ began: own.began, prepared, operation: own, admitted, result: event, part: 'event' });
          },
          onEnd: () =>
            observer.ended({ began: operation.began, prepared, operation, admitted, result: {}, part: 'stream' }),
        };
      },
    }),
    onResultProcess({ request, result, serverContext: { negotiating } }) {
      // What was refused before a document was read: its parameters, or a document that is not trusted.
      if (negotiating || heard.has(request) || Array.isArray(result) || isAsyncIterable(result) || !result.errors)
        return;
      refused(result.errors, request);
    },
  };
}
