/** Source: the specification's "Authentication". */

/** The API key, which identifies the team. */
export const apiKeyHeader = 'x-api-key';

/** The child team in whose context a partner's request runs. */
export const childTeamHeader = 'x-authenticate-team';

/** Ours: on every response, and in the service's log. */
export const requestIdHeader = 'x-request-id';

/** Ours: for operations that declare it, the same key and body get the same answer for a day. */
export const idempotencyKeyHeader = 'idempotency-key';

/** Ours: `true` on an answer repeated for its idempotency key, which is not charged again. */
export const idempotentReplayedHeader = 'idempotent-replayed';
