import { apiKeyHeader } from '../../contract/headers.ts';

/** `cache-control` of answers, which a cache could otherwise serve to another caller. */
export const noStore = 'no-store';

/** `vary` of answers: they hang on who asks, and in which form; compression adds `accept-encoding`. */
export const varying = `accept, authorization, ${apiKeyHeader}`;
