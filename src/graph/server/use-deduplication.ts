import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Deduplicator } from '../operation/deduplicate.ts';
import type { GraphContext } from '../schema/builder.ts';

/** Runs operations that ask the same at the same time once. */
export const together = (deduplicator: Deduplicator): Plugin<GraphContext> => ({
  onExecute({ args, executeFn, setExecuteFn }) {
    // The executor answers queries with plain results; what it does with the rest does not change.
    const execute = executeFn as (of: typeof args) => ExecutionResult | Promise<ExecutionResult>;
    setExecuteFn(() => deduplicator.execute(args, () => execute(args)));
  },
});
