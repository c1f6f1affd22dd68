import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-error.ts';

/** Bearer token derived from a graph's secret for one purpose: it proves knowledge of the secret without revealing it. */
export const adminToken = (secret: string, purpose: 'backup' | 'purge' | 'purse'): string =>
  createHmac('sha256', secret).update(`kith ${purpose}`).digest('base64url');

/** A hook that lets pass who shows the token. */
export function demandToken(token: string): (request: FastifyRequest) => Promise<void> {
  const expected = Buffer.from(`Bearer ${token}`);
  return async ({ headers }) => {
    const shown = Buffer.from(headers.authorization ?? '');
    if (shown.length === expected.length && timingSafeEqual(shown, expected)) return;
    throw new HttpError(401, 'UNAUTHENTICATED', 'authorization: must be the bearer token of this graph’s secret.');
  };
}
