import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { creditsField, creditsHeader } from '../credits/credits-header.ts';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { GraphContext } from '../schema/builder.ts';
import type { Operation } from '../scope/operation.ts';
import { refusedWhole } from './refused-key.ts';

/** Puts what an operation has to tell of itself into its result. */
export type Print = (result: ExecutionResult, operation: Operation) => ExecutionResult;

/**
 * Prints what an operation was charged, and what was saved, in `extensions.credits`; on request, its calls in
 * `extensions.upstream`; where there is something to be warned of, the sentences in `extensions.warnings`.
 */
export const printing =
  (onReceipt: (lines: ReceiptLines, operation: Operation) => void): Print =>
  (result, operation) => {
    const { receipt, trace, options, warnings } = operation;
    const printed = warnings.size > 0 && { warnings: [...warnings] };
    const credits = receipt.lines;
    const upstream = trace && options.trace && { upstream: { calls: trace.calls } };
    onReceipt(credits, operation);
    return {
      ...(refusedWhole(result) ?? result),
      extensions: { ...result.extensions, credits, ...upstream, ...printed },
    };
  };

/** The header that tells a result's receipt, its name and value; none where it has no receipt. */
export const receiptHead = ({ extensions }: ExecutionResult): readonly [] | readonly [name: string, value: string] => {
  const lines = extensions?.credits;
  return isReceipt(lines) ? [creditsHeader, creditsField(lines)] : [];
};

/** `printing` is all that writes this extension. */
const isReceipt = (value: unknown): value is ReceiptLines =>
  typeof value === 'object' && value !== null && 'charged' in value;

/**
 * Prints each operation's receipt; each event of a subscription is an operation of its own. Over HTTP, an answer that is
 * no stream has it as a header, too.
 */
export const receipt = (printed: Print): Plugin<GraphContext> => ({
  onResultProcess({ result, setResult }) {
    if (Array.isArray(result) || isAsyncIterable(result)) return;
    const [name, value] = receiptHead(result);
    if (name === undefined) return;
    // Yoga sends these headers, and leaves this extension out of the body.
    setResult({ ...result, extensions: { ...result.extensions, http: { headers: { [name]: value } } } });
  },
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
