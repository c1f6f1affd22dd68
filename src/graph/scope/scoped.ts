import type { CredentialScope } from './credential-scope.ts';

/** A payload of the contract with the scope it came from, in which links from it stay. */
export interface Scoped<Value> {
  readonly scope: CredentialScope;
  readonly value: Value;
}
