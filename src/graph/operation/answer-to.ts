import type { ExecutionResult } from 'graphql';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { Operation } from '../scope/operation.ts';
import { type Answer, httpTraitsOf, withoutHttp } from './answer.ts';
import type { EndedOperation } from './ended-operation.ts';
import type { MaskError } from './mask-error.ts';
import type { OperationObserver } from './operation-observer.ts';
import { withReceipt } from './receipt-extensions.ts';
import { refusedWhole } from './refused-key.ts';
import type { ResponseLimit } from './response-limit.ts';
import { jsonOf } from './shared-texts.ts';

/** What turns a result into an answer. */
export interface Answering {
  readonly maskError: MaskError;
  /** Hears of each receipt. */
  readonly onReceipt: (lines: ReceiptLines, operation: Operation) => void;
  readonly responseLimit: ResponseLimit;
  /** Present where the graph measures itself. */
  readonly observer: OperationObserver | undefined;
}

/** What is known of an operation, or of one event of it, when it ends. */
export type OperationFacts = Omit<EndedOperation, 'result'>;

/** A result as it was executed, or what was thrown before there was one. */
interface Outcome extends Omit<ExecutionResult, 'errors'> {
  readonly errors?: readonly unknown[] | undefined;
}

/** Masks a result's errors, has it observed, adds its receipt, and bounds its bytes. */
export function answerTo(services: Answering, facts: OperationFacts, outcome: Outcome, eventId?: string): Answer {
  const { maskError, onReceipt, responseLimit, observer } = services;
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
  const answer = answerOf(withReceipt(result, operation), refused && unauthenticated, operation, eventId);
  const tooLarge = responseLimit.refusal(answer.bytes, operation.apiKey, admitted.prepared);
  if (!tooLarge) return answer;
  const extensions = { credits: operation.receipt.lines };
  return answerOf({ errors: [tooLarge], extensions }, undefined, operation, eventId);
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
