import type { Dispatcher } from 'undici';
import { apiKeyHeader, childTeamHeader, idempotencyKeyHeader, requestIdHeader } from '../contract/headers.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { WireNames } from '../contract/wire-names.ts';
import type { CallOptions, Credential } from './call.ts';
import { BadUpstreamRequest, Forbidden, Unauthenticated } from './errors.ts';

/**
 * A header value (RFC 9110, field values) without surrounding space. Space is dropped in transit, so the graph would
 * treat a key with space as another key, with separate purses and records, but the upstream would not.
 */
const headerValue = /^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/;

/** Address, names and more headers of an upstream. */
export interface Base {
  readonly origin: string;
  readonly prefix: string;
  readonly names: WireNames | undefined;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/**
 * Builds the HTTP request of a call: query parameters for GET, JSON for POST.
 *
 * @param base path of the base URL without trailing slash, and the upstream's names if they differ from the contract's
 * @throws {CallError} if the call must not be sent
 */
export function messageOf(
  { origin, prefix, names, headers: more }: Base,
  operation: Operation,
  sent: unknown,
  credential: Credential,
  { requestId, idempotencyKey, traceParent }: Pick<CallOptions, 'requestId' | 'idempotencyKey' | 'traceParent'> = {},
): Dispatcher.DispatchOptions {
  const { apiKey, childTeamId } = credential;
  const unsent = { operation, sent: false, requestId };
  if (!headerValue.test(apiKey)) throw new Unauthenticated(unsent);

  // Without `accept-encoding`, RFC 9110 allows any content coding.
  const headers = [apiKeyHeader, apiKey, ...more, 'accept', 'application/json', 'accept-encoding', 'identity'];
  if (childTeamId !== undefined) {
    // An upstream that ignores the header for this operation would answer for the key's own team.
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
  if (operation.method === 'GET') return { origin, method: 'GET', path: path + queryOf(request), headers };
  headers.push('content-type', 'application/json');
  return { origin, method: 'POST', path, headers, body: JSON.stringify(request ?? {}) };
}

function queryOf(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined && value !== null) parameters.append(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}
