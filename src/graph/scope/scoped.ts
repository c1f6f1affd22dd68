import type { CredentialScope } from './credential-scope.ts';

/** A payload of the contract that remembers the scope it came from, so that links from it stay in that scope. */
export interface Scoped<Value> {
  readonly scope: CredentialScope;
  readonly value: Value;
}
