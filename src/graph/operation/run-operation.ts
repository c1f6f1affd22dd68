import { OperationTypeNode } from 'graphql';
import type { OperationContext } from '../scope/context.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import { type Answer, type AnswerStream, isAnswer } from './answer.ts';
import { type Answering, answerTo } from './answer-to.ts';
import { AnswersToEvents } from './answers-to-events.ts';
import type { Deduplicator } from './deduplicate.ts';
import { subscribeToSource } from './execution/subscribe.ts';
import { cancelled } from './execution-limits.ts';
import type { OperationLimits } from './operation-limits.ts';
import type { OperationRequest } from './operation-request.ts';
import { InvalidDocument, type PreparedOperations } from './prepare.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import { priced } from './quote.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** What answers operations, whichever transport carries them. */
export interface OperationServices extends Answering {
  readonly trusted: TrustedDocuments;
  readonly operations: PreparedOperations;
  readonly limits: OperationLimits;
  readonly deduplicator: Deduplicator;
}

/**
 * Runs one operation, from its request to its answer. A transport reads the request, with a signal that aborts when its
 * caller leaves, and writes what this returns.
 */
export async function runOperation(
  services: OperationServices,
  request: OperationRequest,
): Promise<Answer | AnswerStream> {
  const admitted = admitOperation(services, request);
  return isAnswer(admitted) ? admitted : executeOperation(services, admitted);
}

/** The first half: reads, prepares and admits an operation, or answers why not. Nothing is sent, and nothing waited for. */
export function admitOperation(services: OperationServices, request: OperationRequest): AdmittedRequest | Answer {
  const began = performance.now();
  let prepared: PreparedOperation | undefined;
  let context: OperationContext | undefined;
  try {
    const params = request.params();
    prepared = services.operations.prepare(services.trusted.documentOf(params), params.operationName, request.isSafe);
    context = request.newContext(began);
    const admitted = services.limits.admit(prepared, params.variables, context.operation);
    return { began, prepared, admitted, context, operation: context.operation };
  } catch (error) {
    const errors = error instanceof InvalidDocument ? error.errors : [error];
    const { header } = request;
    return answerTo(services, { began, prepared, operation: context?.operation, header }, { errors });
  }
}

/** The second half: executes it, and answers; a subscription with a stream of answers, which ends with its caller. */
export async function executeOperation(
  services: OperationServices,
  request: AdmittedRequest,
): Promise<Answer | AnswerStream> {
  const { admitted, context } = request;
  const { operation } = context;
  try {
    if (operation.signal?.aborted) return answerTo(services, request, { errors: [cancelled()] });
    if (operation.quote) return answerTo(services, request, await priced(services, admitted, context));
    if (admitted.prepared.operation.operation !== OperationTypeNode.SUBSCRIPTION)
      return answerTo(services, request, await services.deduplicator.execute(admitted, context));
    const source = await subscribeToSource(admitted, context);
    if (Symbol.asyncIterator in source) return new AnswersToEvents(services, request, source);
    return answerTo(services, request, source);
  } catch (error) {
    return answerTo(services, request, { errors: [error] });
  }
}
