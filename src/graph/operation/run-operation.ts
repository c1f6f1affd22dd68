import { OperationTypeNode } from 'graphql';
import { type KnownCallers, NeedsKnownKey } from '../cache/known-caller.ts';
import type { Operation } from '../scope/operation.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import { type Answer, type AnswerStream, isAnswer } from './answer.ts';
import { type Answering, answerTo, bounded, type Outcome } from './answer-to.ts';
import { AnswersToEvents } from './answers-to-events.ts';
import { cancelled } from './deadline.ts';
import type { Deduplicator } from './deduplicate.ts';
import type { Documents } from './documents.ts';
import { executePlan } from './execution/execute.ts';
import { subscribeToSource } from './execution/subscribe.ts';
import type { OperationHooks } from './hooks.ts';
import type { AdmittedOperation, OperationLimits } from './operation-limits.ts';
import type { OperationRequest } from './operation-request.ts';
import { InvalidDocument, type PreparedOperations } from './prepare.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import { priced } from './quote.ts';

/** Services that answer operations, for all transports. */
export interface OperationServices extends Answering {
  readonly documents: Documents;
  readonly operations: PreparedOperations;
  readonly limits: OperationLimits;
  readonly deduplicator: Deduplicator;
  readonly known: KnownCallers;
  readonly hooks: readonly OperationHooks[];
}

/**
 * Runs one operation, from its request to its answer. A transport reads the request, with a signal that aborts when the
 * caller disconnects, and writes the answer.
 *
 * @example
 * const outcome = await runOperation(services, request);
 * if (isAnswer(outcome)) return outcome.text;
 * for await (const answer of outcome) write(answer.text); // a subscription
 */
export async function runOperation(
  services: OperationServices,
  request: OperationRequest,
): Promise<Answer | AnswerStream> {
  const admitted = await admitOperation(services, request);
  return isAnswer(admitted) ? admitted : executeOperation(services, admitted);
}

/** Reads, prepares and admits an operation, without executing it; answers with the errors if it is refused. */
export async function admitOperation(
  services: OperationServices,
  request: OperationRequest,
): Promise<AdmittedRequest | Answer> {
  const began = performance.now();
  const { documents, operations, limits, known } = services;
  const { header, address, isSafe } = request;
  let prepared: PreparedOperation | undefined;
  let operation: Operation | undefined;
  try {
    const params = request.params();
    prepared = operations.prepare(documents.documentOf(params), params.operationName, isSafe);
    const context = request.newContext(began);
    operation = context.operation;
    const admitted = await admittedBy(limits, known, address, prepared, params.variables, operation);
    return { began, prepared, admitted, context, operation, address };
  } catch (error) {
    const errors = error instanceof InvalidDocument ? error.errors : [error];
    return answerTo(services, { began, prepared, operation, header }, { errors });
  }
}

/**
 * Executes an admitted operation. A subscription returns a stream of answers, which ends when the caller disconnects.
 */
export async function executeOperation(
  services: OperationServices,
  request: AdmittedRequest,
): Promise<Answer | AnswerStream> {
  const { admitted, context, operation } = request;
  const answer = (outcome: Outcome) => bounded(services, request, answerTo(services, request, outcome));
  try {
    if (operation.signal?.aborted)
      return answer({ errors: [cancelled('The caller left before the operation began; nothing was sent.')] });
    if (operation.quote) return answer(await priced(services, admitted, context));
    for (const { admit } of operation.session ? services.hooks : []) {
      const admitting = admit?.(operation, admitted);
      if (admitting) await admitting;
    }
    const { prepared, variables } = admitted;
    if (prepared.isTypeName) return answer(await executePlan(prepared.planFor(variables), { variables }, context));
    if (prepared.operation.operation !== OperationTypeNode.SUBSCRIPTION)
      return answer(await services.deduplicator.execute(admitted, context));
    const source = await subscribeToSource(admitted, context);
    return Symbol.asyncIterator in source ? new AnswersToEvents(services, request, source) : answer(source);
  } catch (error) {
    return answer({ errors: [error] });
  }
}

/** Admits an operation; if that requires a known key, confirms the key with the data service and tries again. */
async function admittedBy(
  limits: OperationLimits,
  known: KnownCallers,
  address: string,
  ...[prepared, sent, caller]: Parameters<OperationLimits['admit']>
): Promise<AdmittedOperation> {
  try {
    return limits.admit(prepared, sent, caller);
  } catch (error) {
    if (!(error instanceof NeedsKnownKey) || caller.apiKey === undefined) throw error;
    await known.confirm(caller.apiKey, address);
    return limits.admit(prepared, sent, caller);
  }
}
