import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../builder.ts';
import type { ReceiptLines } from '../credits/receipt.ts';

/**
 * Prints what an operation was charged, and spared, in `extensions.credits`; on request, its calls in
 * `extensions.upstream`; where there is something to be warned of, the sentences in `extensions.warnings`.
 */
export const receipt = (onReceipt?: (lines: ReceiptLines) => void): Plugin<GraphContext> => ({
  onExecute: ({ args }) => ({
    onExecuteDone({ result, setResult }) {
      if (Symbol.asyncIterator in result) return;
      const { receipt, trace, quote, warnings } = args.contextValue.operation;
      if (quote) return;
      const told = warnings.size > 0 && { warnings: [...warnings] };
      const credits = receipt.lines;
      const upstream = trace && { upstream: { calls: trace.calls } };
      setResult({ ...result, extensions: { ...result.extensions, credits, ...upstream, ...told } });
      onReceipt?.(credits);
    },
  }),
});
