import type { ExecutionResult, GraphQLError } from 'graphql';
import { Unauthenticated } from '../../client/errors.ts';
import { wellFormedJson } from '../../contract/json.ts';
import type { Receipt, ReceiptLines } from '../credits/receipt.ts';
import type { Operation } from '../scope/operation.ts';
import type { AdmittedRequest } from './admitted-request.ts';
import { type Answer, httpTraitsOf, withoutHttp } from './answer.ts';
import type { EndedOperation } from './ended-operation.ts';
import type { MaskError } from './mask-error.ts';
import type { OperationObserver } from './operation-observer.ts';
import type { ResponseLimit } from './response-limit.ts';

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
  const refused = errors && refusedWhole(masked);
  if (!admitted || !operation) return answerOf({ errors: errors ?? [] }, refused && unauthenticated);
  const result = refused ?? masked;
  if (operation.quote) return answerOf(result, refused && unauthenticated);
  const receipt = writtenReceipt(operation);
  onReceipt(receipt.lines, operation);
  return answerOf(withReceipt(result, operation, receipt.lines), refused && unauthenticated, receipt, eventId);
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
    const receipt = writtenReceipt(operation);
    const extensions = { credits: receipt.lines };
    return refusal ? answerOf({ errors: [refusal], extensions }, undefined, receipt, eventId) : answer;
  });
}

const unauthenticated = 401;

/** A receipt with its lines, which are summed up on each access. */
const writtenReceipt = ({ receipt: { lines, followed } }: Operation) => ({ lines, followed });

function answerOf(
  result: ExecutionResult,
  status: number | undefined,
  receipt?: Pick<Receipt, 'lines' | 'followed'>,
  eventId?: string,
): Answer {
  const { errors } = result;
  const http = httpTraitsOf(errors, status);
  const shown = errors ? { ...result, errors: errors.map(withoutHttp) } : result;
  const { text, bytes } = jsonOf(shown, receipt?.followed ?? false);
  return { result: shown, text, bytes, http, credits: receipt?.lines, eventId };
}

/**
 * Adds `extensions.credits` (the receipt), on request `extensions.upstream` (the upstream calls), and
 * `extensions.warnings` if there are any.
 */
function withReceipt(
  result: ExecutionResult,
  { trace, options, warnings }: Operation,
  credits: ReceiptLines,
): ExecutionResult {
  return {
    ...result,
    extensions: {
      ...result.extensions,
      credits,
      ...(trace && options.trace && { upstream: { calls: trace.calls } }),
      ...(warnings.size > 0 && { warnings: [...warnings] }),
    },
  };
}

/**
 * The result, with `data` null, of an operation that returned nothing because its credential was refused, which each field would repeat; undefined for
 * any other result. Without data, the status can be 401 in every media type; with data, the protocol requires 200.
 */
export function refusedWhole({ errors = [], data, extensions }: ExecutionResult): ExecutionResult | undefined {
  if (errors.length === 0 || !errors.every(isRefusal) || !isNothing(data)) return undefined;
  const told = new Map(errors.map((error) => [error.message, error]));
  return { errors: [...told.values()], data: null, ...(extensions && { extensions }) };
}

const isRefusal = ({ originalError, extensions }: GraphQLError): boolean =>
  originalError instanceof Unauthenticated || extensions.code === 'UNAUTHENTICATED';

/** Null or undefined, or an object with only such members, at every level. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.values(value).every(isNothing));

/** A text; `bytes` is its length in UTF-8. */
interface Text {
  readonly text: string;
  readonly bytes: number;
}

function textOf(value: unknown): Text {
  const text = wellFormedJson(JSON.stringify(value));
  return { text, bytes: Buffer.byteLength(text) };
}

const begin = '{"data":';

/** Serialized data of results that several operations share. */
const texts = new WeakMap<object, Text>();

/**
 * Serializes a result as JSON. `isShared`: its data belongs to several operations that were executed once, and is
 * serialized once. The parts' bytes are added, since `Buffer.byteLength` of the joined text would copy it.
 */
function jsonOf(result: ExecutionResult, isShared: boolean): Text {
  if (!result.data || !isShared) return textOf(result);
  const { data, ...others } = result;
  let shared = texts.get(data);
  if (!shared) {
    shared = textOf(data);
    texts.set(data, shared);
  }
  const rest = wellFormedJson(JSON.stringify(others));
  const end = rest === '{}' ? '}' : `,${rest.slice(1)}`;
  return { text: begin + shared.text + end, bytes: begin.length + shared.bytes + Buffer.byteLength(end) };
}
