/** Source: the specification's "Authentication". */

/** Carries the API key; the key identifies the team. */
export const apiKeyHeader = 'x-api-key';

/** A partner's request runs in the context of the child team named here. */
export const childTeamHeader = 'x-authenticate-team';

/** Ours: every answer carries it, and the service's log. */
export const requestIdHeader = 'x-request-id';

/** Ours: the same key and body within a day have the same answer, on the operations that say so. */
export const idempotencyKeyHeader = 'idempotency-key';

/** Ours: `true` on an answer that is given again for its key; it is not charged again. */
export const idempotentReplayedHeader = 'idempotent-replayed';
