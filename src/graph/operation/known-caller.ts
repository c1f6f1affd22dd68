import type { Session } from '../state/sessions/session.ts';

/** Who asks, as far as limits depend on it. */
export interface KeyHolder {
  readonly apiKey: string | undefined;
  /** Present where a session's token came instead of the key. */
  readonly session?: Session | undefined;
}

/** Keys that the data service is known to accept. */
export interface KnownCallers {
  has(caller: KeyHolder): boolean;
  /**
   * Asks whether a key is accepted.
   *
   * @param address the caller's
   * @throws {import('graphql').GraphQLError} where it is not, or cannot be asked
   */
  confirm(apiKey: string, address: string): Promise<void>;
}

/** Thrown for what is open to callers whose key is known to be accepted, and to nobody else. */
export class NeedsKnownKey extends Error {
  constructor() {
    super('The caller’s key must be known to be accepted.');
  }
}
