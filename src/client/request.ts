import type { Dispatcher } from 'undici';
import { apiKeyHeader, childTeamHeader, idempotencyKeyHeader, requestIdHeader } from '../contract/headers.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { WireNames } from '../contract/wire-names.ts';
import type { CallOptions, Credential } from './call.ts';
import { BadUpstreamRequest, Forbidden, Unauthenticated } from './errors.ts';

/**
 * What a header's value may be (RFC 9110, field values). Space around it is left out on the way: a key with some would be
 * another to the graph, with purses and records of its own, and the same to the upstream.
 */
const headerValue = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

/** Where calls go, and in which words. */
export interface Base {
  readonly prefix: string;
  readonly names: WireNames | undefined;
}

/**
 * A call as it goes over the wire: a GET sends its request as query parameters, a POST as JSON.
 *
 * @param base the path of the base URL, without a slash at its end, and the upstream's words where they are not the contract's
 * @throws {CallError} for a call that no upstream should see
 */
export function messageOf(
  { prefix, names }: Base,
  operation: Operation,
  sent: unknown,
  credential: Credential,
  { requestId, idempotencyKey, traceParent }: Pick<CallOptions, 'requestId' | 'idempotencyKey' | 'traceParent'> = {},
): Dispatcher.DispatchOptions {
  const { apiKey, childTeamId } = credential;
  const unsent = { operation, sent: false, requestId };
  if (!headerValue.test(apiKey)) throw new Unauthenticated(unsent);

  // Without the header, RFC 9110 allows any content coding.
  const headers = [apiKeyHeader, apiKey, 'accept', 'application/json', 'accept-encoding', 'identity'];
  if (childTeamId !== undefined) {
    // An upstream that does not know the header here would answer for the key's own team.
    if (!operation.childTeam) throw new BadUpstreamRequest(unsent, 'it cannot run in a child team’s context');
    if (!headerValue.test(childTeamId)) throw new Forbidden(unsent);
    headers.push(childTeamHeader, childTeamId);
  }
  if (requestId !== undefined && headerValue.test(requestId)) headers.push(requestIdHeader, requestId);
  if (traceParent !== undefined) headers.push('traceparent', traceParent);
  if (idempotencyKey !== undefined && (operation.idempotencyKey || operation.chargesOncePerKey))
    headers.push(idempotencyKeyHeader, idempotencyKey);

  const path = prefix + operation.path;
  const request = names ? names.request(sent) : sent;
  if (operation.method === 'GET') return { method: 'GET', path: path + queryOf(request), headers };
  headers.push('content-type', 'application/json');
  return { method: 'POST', path, headers, body: JSON.stringify(request ?? {}) };
}

function queryOf(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined && value !== null) parameters.append(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}
