import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../builder.ts';
import type { ReceiptLines } from '../credits/receipt.ts';

/** Prints what an operation was charged, and spared, in `extensions.credits`. */
export const receipt = (onReceipt?: (lines: ReceiptLines) => void): Plugin<GraphContext> => ({
  onExecute: ({ args }) => ({
    onExecuteDone({ result, setResult }) {
      if (Symbol.asyncIterator in result) return;
      const credits = args.contextValue.operation.receipt.lines;
      setResult({ ...result, extensions: { ...result.extensions, credits } });
      onReceipt?.(credits);
    },
  }),
});
