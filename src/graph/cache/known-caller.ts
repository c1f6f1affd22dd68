import type { Session } from '../state/sessions/session.ts';

/** The caller's credential, on which limits depend. */
export interface KeyHolder {
  readonly apiKey: string | undefined;
  /** Set if the caller sent a session token instead of the key. */
  readonly session?: Session | undefined;
}

/** Keys that the data service is known to accept. */
export interface KnownCallers {
  has(caller: KeyHolder): boolean;
  /**
   * Asks the data service whether it accepts a key.
   *
   * @param address the caller's network address
   * @throws {import('graphql').GraphQLError} if it does not, or cannot be asked
   */
  confirm(apiKey: string, address: string): Promise<void>;
}

/** Thrown for an operation that is allowed only if the data service is known to accept the caller's key. */
export class NeedsKnownKey extends Error {
  constructor() {
    super('The caller’s key must be known to be accepted.');
  }
}
