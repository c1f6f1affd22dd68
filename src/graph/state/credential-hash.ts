import { createHmac } from 'node:crypto';
import type { Credential } from '../../client/call.ts';

/**
 * The HMAC that identifies a credential in the store. It is keyed, so that API keys cannot be guessed from the store
 * alone; replicas with the same secret compute the same value.
 */
export const hashCredential = (secret: string, upstreamUrl: string, { apiKey, childTeamId }: Credential): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([upstreamUrl, apiKey, childTeamId ?? null]))
    .digest('base64url');
