import type { Credential } from '../../client/call.ts';
import { missingKey, otherTeam } from '../errors.ts';
import { CredentialScope } from './credential-scope.ts';
import { OperationState } from './operation-state.ts';

/**
 * One GraphQL operation (for a subscription: one event): who asks, through which client, and what it has cost. Loaders
 * hang on it by scope, so nothing is ever shared with another operation.
 */
export class Operation extends OperationState {
  readonly #scopes = new Map<string | undefined, CredentialScope>();

  /**
   * The key's own team, or a child team in whose context calls then run. A session that is bound to a child team never
   * leaves it.
   *
   * @throws an UNAUTHENTICATED error when the request brought no key, a FORBIDDEN one outside the session's team
   */
  scope(team?: string): CredentialScope {
    if (this.apiKey === undefined) throw missingKey();
    // Uuids are compared without regard to case: a team in capitals is the same credential.
    const childTeamId = team?.toLowerCase() ?? this.session?.childTeamId;
    if (this.session?.childTeamId !== undefined && childTeamId !== this.session.childTeamId) throw otherTeam();
    let scope = this.#scopes.get(childTeamId);
    if (!scope) {
      const credential: Credential = { apiKey: this.apiKey, childTeamId };
      scope = new CredentialScope(this, credential);
      this.#scopes.set(childTeamId, scope);
    }
    return scope;
  }
}
