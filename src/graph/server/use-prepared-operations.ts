import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Deduplicator } from '../operation/deduplicate.ts';
import { subscribeToOperation } from '../operation/execution/subscribe.ts';
import type { ExecutionLimits } from '../operation/execution-limits.ts';
import type { AdmittedOperation, OperationLimits } from '../operation/operation-limits.ts';
import type { PreparedDocument, PreparedOperations } from '../operation/prepare.ts';
import type { GraphContext } from '../schema/builder.ts';

/** What the plugin adds to the context of whatever comes through Yoga. */
export interface PreparedContext {
  /** Once it is parsed. */
  readonly prepared?: PreparedDocument;
  /** Once it may be executed. */
  readonly admitted?: AdmittedOperation;
}

type Context = GraphContext & PreparedContext;

type Args = Pick<ExecutionArgs, 'operationName' | 'variableValues'> & { readonly contextValue: Context };

/**
 * Has Yoga take documents from the prepared operations instead of its own parser and validation, and execute them as
 * `POST /graphql` does: within the limits, by plans, and once for all who ask the same at the same time.
 */
export function usePreparedOperations(
  operations: PreparedOperations,
  limits: OperationLimits,
  deduplicator: Deduplicator,
  execution: ExecutionLimits,
): Plugin<Context> {
  /** What may be executed, which later plugins find in the context, or why it may not. */
  function admit({ contextValue, operationName, variableValues }: Args): ReturnType<OperationLimits['admit']> {
    const prepared = contextValue.prepared?.operation(operationName);
    if (!prepared) return { error: new GraphQLError('Could not determine what operation to execute.') };
    const admitted = limits.admit(prepared, variableValues, contextValue.operation);
    if (!('error' in admitted)) Object.assign(contextValue, { admitted });
    return admitted;
  }

  const executeEvent: ExecutionLimits['runEvent'] = (...event) => execution.runEvent(...event);

  return {
    onParse({ params: { source }, setParseFn, extendContext }) {
      operations.refuseUntrusted(source.toString());
      // Yoga gives what its parser throws a status.
      setParseFn(() => {
        const prepared = operations.document(source.toString());
        extendContext({ prepared });
        return prepared.document;
      });
    },
    onValidate({ context, setResult }) {
      if (context.prepared) setResult(context.prepared.errors);
    },
    onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
      const admitted = admit(args);
      if ('error' in admitted) setResultAndStopExecution({ errors: [admitted.error] });
      else setExecuteFn(() => deduplicator.execute(admitted, args.contextValue));
    },
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const admitted = admit(args);
      if ('error' in admitted) setResultAndStopExecution({ errors: [admitted.error] });
      else setSubscribeFn(() => subscribeToOperation(admitted, args.contextValue, executeEvent));
    },
  };
}
