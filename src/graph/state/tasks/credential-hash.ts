import { createHmac } from 'node:crypto';
import type { Credential } from '../../../client/call.ts';

/**
 * The name under which the store keeps what belongs to a credential. Keyed, so that whoever reads the store can't
 * try keys against it; the same on every replica that has the same secret.
 */
export const hashCredential = (secret: string, upstreamUrl: string, { apiKey, childTeamId }: Credential): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([upstreamUrl, apiKey, childTeamId ?? null]))
    .digest('base64url');
