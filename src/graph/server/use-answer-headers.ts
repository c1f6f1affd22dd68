import type { Plugin } from 'graphql-yoga';
import { apiKeyHeader } from '../../contract/headers.ts';

/** What answers hang on beside their URL: who asks, and in which form. */
const varying = `accept, accept-encoding, authorization, ${apiKeyHeader}`;

/**
 * Keeps answers out of caches, which could serve one caller what is another's. `POST /graphql` learns its headers from
 * here, too.
 */
export const useAnswerHeaders = (): Plugin => ({
  onResponse({ response: { headers } }) {
    headers.set('cache-control', 'no-store');
    const own = headers.get('vary');
    headers.set('vary', own ? `${own}, ${varying}` : varying);
  },
});
