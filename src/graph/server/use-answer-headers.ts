import type { Plugin } from 'graphql-yoga';
import { noStore, varying } from './uncached.ts';

/** What Yoga answers may be compressed. */
const varyingCompressed = `${varying}, accept-encoding`;

/**
 * Keeps answers out of caches, which could serve one caller what is another's. `POST /graphql` learns its headers from
 * here, too.
 */
export const useAnswerHeaders = (): Plugin => ({
  onResponse({ response: { headers } }) {
    headers.set('cache-control', noStore);
    const own = headers.get('vary');
    headers.set('vary', own ? `${own}, ${varyingCompressed}` : varyingCompressed);
  },
});
