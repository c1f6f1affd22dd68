import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../builder.ts';
import { executeTogether } from '../cache/execute-together.ts';

/** Runs operations that ask the same at the same time once. */
export const together: Plugin<GraphContext> = {
  onExecute({ args, executeFn, setExecuteFn }) {
    // The executor answers queries with plain results; what it does with the rest does not change.
    const execute = executeFn as (of: typeof args) => ExecutionResult | Promise<ExecutionResult>;
    setExecuteFn(() => executeTogether(args, () => execute(args)));
  },
};
