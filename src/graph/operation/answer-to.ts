import type { ExecutionResult } from 'graphql';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { Operation } from '../scope/operation.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import { type Answer, httpTraitsOf, withoutHttp } from './answer.ts';
import type { EndedOperation } from './ended-operation.ts';
import type { MaskError } from './mask-error.ts';
import type { OperationObserver } from './operation-observer.ts';
import { withReceipt } from './receipt-extensions.ts';
import { refusedWhole } from './refused-key.ts';
import type { ResponseLimit } from './response-limit.ts';
import { jsonOf } from './shared-texts.ts';

/** Services that turn a result into an answer. */
export interface Answering {
  readonly maskError: MaskError;
  /** Called with each receipt; a quote has none. */
  readonly onReceipt: (lines: ReceiptLines, operation: Operation) => void;
  readonly responseLimit: ResponseLimit;
  /** Undefined if the graph is not measured. */
  readonly observer: OperationObserver | undefined;
}

/** An execution result before its errors are masked, or the error thrown before execution. */
export interface Outcome extends Omit<ExecutionResult, 'errors'> {
  readonly errors?: readonly unknown[] | undefined;
}

/** Masks a result's errors, notifies the observer and adds the receipt. */
export function answerTo(
  services: Answering,
  facts: Omit<EndedOperation, 'result'>,
  outcome: Outcome,
  eventId?: string,
): Answer {
  const { maskError, onReceipt, observer } = services;
  const { admitted, operation } = facts;
  const errors = outcome.errors?.map(maskError);
  const { errors: _thrown, ...rest } = outcome;
  const masked: ExecutionResult = errors ? { ...rest, errors } : rest;
  observer?.ended({ ...facts, result: masked });
  const refused = refusedWhole(masked);
  if (!admitted || !operation) return answerOf({ errors: errors ?? [] }, refused && unauthenticated);
  const result = refused ?? masked;
  if (operation.quote) return answerOf(result, refused && unauthenticated);
  onReceipt(operation.receipt.lines, operation);
  return answerOf(withReceipt(result, operation), refused && unauthenticated, operation, eventId);
}

/** Returns the answer, or an error with its receipt if the answer is too large for the caller. */
export function bounded(
  { responseLimit }: Pick<Answering, 'responseLimit'>,
  { admitted, operation, address }: Pick<AdmittedRequest, 'admitted' | 'address'> & { readonly operation: Operation },
  answer: Answer,
): Answer | Promise<Answer> {
  const { bytes, eventId } = answer;
  if (operation.quote || responseLimit.isSmall(bytes)) return answer;
  return responseLimit.refusal(bytes, admitted.prepared, operation, address).then((refusal) => {
    const extensions = { credits: operation.receipt.lines };
    return refusal ? answerOf({ errors: [refusal], extensions }, undefined, operation, eventId) : answer;
  });
}

const unauthenticated = 401;

function answerOf(
  result: ExecutionResult,
  status: number | undefined,
  operation?: Operation,
  eventId?: string,
): Answer {
  const { errors } = result;
  const http = httpTraitsOf(errors, status);
  const shown = errors ? { ...result, errors: errors.map(withoutHttp) } : result;
  const { text, bytes } = jsonOf(shown, operation?.receipt.followed ?? false);
  return { result: shown, text, bytes, http, credits: operation?.receipt.lines, eventId };
}
