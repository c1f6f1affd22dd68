import { apiKeyHeader } from '../../contract/headers.ts';

/** `cache-control` of answers: a cache must not serve them to another caller. */
export const noStore = 'no-store';

/** `vary` of answers: they depend on the caller and on the accepted media type. */
export const varying = `accept, authorization, origin, ${apiKeyHeader}`;

/** `vary` of answers that may be compressed. */
export const varyingCompressed = `${varying}, accept-encoding`;
