import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../builder.ts';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { Operation } from '../operation.ts';

/**
 * Prints what an operation was charged, and spared, in `extensions.credits`; on request, its calls in
 * `extensions.upstream`; where there is something to be warned of, the sentences in `extensions.warnings`. Each event of
 * a subscription is an operation of its own.
 */
export const receipt = (onReceipt?: (lines: ReceiptLines) => void): Plugin<GraphContext> => {
  const printed = (result: ExecutionResult, { receipt, trace, warnings }: Operation): ExecutionResult => {
    const told = warnings.size > 0 && { warnings: [...warnings] };
    const credits = receipt.lines;
    const upstream = trace && { upstream: { calls: trace.calls } };
    onReceipt?.(credits);
    return { ...result, extensions: { ...result.extensions, credits, ...upstream, ...told } };
  };
  return {
    onExecute: ({ args }) => ({
      onExecuteDone({ result, setResult }) {
        const { operation } = args.contextValue;
        if (!isAsyncIterable(result) && !operation.quote) setResult(printed(result, operation));
      },
    }),
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult: () => ({
        onNext({ result, setResult }) {
          const { operation } = contextValue.stream;
          contextValue.stream.operation = undefined;
          if (operation && !isAsyncIterable(result)) setResult(printed(result, operation));
        },
      }),
    }),
  };
};
