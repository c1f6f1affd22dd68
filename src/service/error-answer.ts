import { oursLimits } from '../contract/limits.ts';
import { LimitReached } from '../limits/limit-reached.ts';
import { badRequest, Problem } from './problem.ts';
import { shown } from './shown.ts';

/** Turns anything thrown while a request is answered into the `Problem` that its caller gets. */
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
  // A client that leaves before its body is whole has a code of the system's, too.
  if (statusCode >= 400 && statusCode < 500) return new Problem(statusCode, ['The request could not be read.']);
  if (unavailable.test(code)) {
    return new Problem(503, ['The store does not answer; try again later.'], { 'retry-after': '5' });
  }
  return new Problem(500, ['Something went wrong in the service; the request id names it in its log.']);
}

/** Codes of a store that does not answer, or not in time: the system's, and PostgreSQL's classes 08, 53 and 57. */
const unavailable = /^(?:ECONN\w+|ENOTFOUND|ETIMEDOUT|EPIPE|08\w{3}|53\w{3}|57\w{3})$/;

function traitsOf(error: unknown): { readonly code: string; readonly statusCode: number } {
  if (!(error instanceof Error)) return { code: '', statusCode: 0 };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    statusCode: 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0,
  };
}
