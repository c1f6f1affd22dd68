import { oursLimits } from '../contract/limits.ts';
import { LimitReached } from '../http/limits/limit-reached.ts';
import { type Unavailable, whyUnavailable } from '../store/unavailable.ts';
import { badRequest, Problem } from './problem.ts';
import { shown } from './shown.ts';

/** The `Problem` for any error thrown while a request is answered. */
export function problemOf(error: unknown, contentType: string | undefined): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof LimitReached) return new Problem(429, [`x-api-key: ${error.message}`], error.headers);
  const { code, statusCode } = traitsOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Problem(413, [`body: must be at most ${oursLimits.bodyBytes} bytes, but got more`]);
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Problem(415, [`content-type: must be application/json, but got ${shown(contentType)}`]);
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return badRequest('content-length: must be the number of bytes in the body, but got another');
  }
  // Fastify's other client errors, such as a connection that closes within the body.
  if (statusCode >= 400 && statusCode < 500) return new Problem(statusCode, ['The request could not be read.']);
  const unavailable = whyUnavailable(error);
  if (unavailable !== undefined) return new Problem(503, [sentences[unavailable]], { 'retry-after': '5' });
  return new Problem(500, ['Something went wrong in the service; search its log for the request id.']);
}

const sentences = {
  'no-answer': 'The store does not answer; try again later.',
  'no-space': 'The store has no space left; try again later.',
  overloaded: 'The store is overloaded; try again later.',
  'read-only': 'The store accepts no writes at the moment; try again later.',
} as const satisfies Record<Unavailable, string>;

function traitsOf(error: unknown): { readonly code: string; readonly statusCode: number } {
  if (!(error instanceof Error)) return { code: '', statusCode: 0 };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    statusCode: 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0,
  };
}
