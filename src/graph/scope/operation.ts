import type { Credential } from '../../client/call.ts';
import { missingKey, otherTeam } from '../errors.ts';
import { CredentialScope } from './credential-scope.ts';
import { OperationState } from './operation-state.ts';

/**
 * One GraphQL operation (for a subscription: one event), with its caller, client and cost. Loaders belong to its
 * scopes, so operations never share loaders.
 */
export class Operation extends OperationState {
  readonly #scopes = new Map<string | undefined, CredentialScope>();

  /**
   * The scope of the session's or key's own team, or of a child team. A session bound to a child team cannot use
   * another.
   *
   * @throws an UNAUTHENTICATED error if the request carries no key, a FORBIDDEN one outside the session's team
   */
  scope(team?: string): CredentialScope {
    if (this.apiKey === undefined) throw missingKey();
    // Uuids are case-insensitive: a team id in capitals is the same credential.
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
