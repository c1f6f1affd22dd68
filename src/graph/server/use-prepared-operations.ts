import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Deduplicator } from '../operation/deduplicate.ts';
import { subscribeToOperation } from '../operation/execution/subscribe.ts';
import type { ExecutionLimits } from '../operation/execution-limits.ts';
import type { AdmittedOperation, OperationLimits } from '../operation/operation-limits.ts';
import type { PreparedDocument, PreparedOperations } from '../operation/prepare.ts';
import type { GraphContext } from '../schema/builder.ts';
import { operationUnknown } from './operation-unknown.ts';

/** What the plugin adds to the context of whatever comes through Yoga. */
export interface PreparedContext {
  /** Once it is parsed. */
  readonly prepared?: PreparedDocument;
  /** Once it may be executed. */
  readonly admitted?: AdmittedOperation;
}

type Context = GraphContext & PreparedContext;

type Args = Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'> & { readonly contextValue: Context };

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
  function admit({
    document,
    contextValue,
    operationName,
    variableValues,
  }: Args): ReturnType<OperationLimits['admit']> {
    const prepared = contextValue.prepared?.operation(operationName);
    if (!prepared) return { error: operationUnknown(document, operationName) };
    const admitted = limits.admit(prepared, variableValues, contextValue.operation);
    if (!('error' in admitted)) Object.assign(contextValue, { admitted });
    return admitted;
  }

  const executeEvent: ExecutionLimits['runEvent'] = (...event) => execution.runEvent(...event);

  return {
    onParse({ context: { params }, params: { source }, setParseFn, extendContext }) {
      operations.refuseUntrusted(source.toString());
      let prepared: PreparedDocument | undefined;
      // Yoga gives what its parser throws a status.
      setParseFn(() => {
        prepared = operations.document(source.toString());
        extendContext({ prepared });
        return prepared.document;
      });
      return () => {
        if (!prepared || getOperationAST(prepared.document, params?.operationName)) return;
        throw operationUnknown(prepared.document, params?.operationName);
      };
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
