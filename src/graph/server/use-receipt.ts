import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { Operation } from '../operation/operation.ts';
import type { GraphContext } from '../schema/builder.ts';
import { refusedWhole } from './refused-key.ts';

/** Puts what an operation has to tell of itself into its result. */
export type Print = (result: ExecutionResult, operation: Operation) => ExecutionResult;

/**
 * Prints what an operation was charged, and spared, in `extensions.credits`; on request, its calls in
 * `extensions.upstream`; where there is something to be warned of, the sentences in `extensions.warnings`.
 */
export const printing =
  (onReceipt?: (lines: ReceiptLines) => void): Print =>
  (result, { receipt, trace, warnings }) => {
    const told = warnings.size > 0 && { warnings: [...warnings] };
    const credits = receipt.lines;
    const upstream = trace && { upstream: { calls: trace.calls } };
    onReceipt?.(credits);
    return { ...(refusedWhole(result) ?? result), extensions: { ...result.extensions, credits, ...upstream, ...told } };
  };

/** Prints each operation's receipt; each event of a subscription is an operation of its own. */
export const receipt = (printed: Print): Plugin<GraphContext> => ({
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
});
