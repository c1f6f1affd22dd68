import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../builder.ts';

/** Prints what an operation was charged in `extensions.credits`. */
export const receipt = (): Plugin<GraphContext> => ({
  onExecute: ({ args }) => ({
    onExecuteDone({ result, setResult }) {
      if (Symbol.asyncIterator in result) return;
      const { charged } = args.contextValue.operation.receipt;
      setResult({ ...result, extensions: { ...result.extensions, credits: { charged } } });
    },
  }),
});
