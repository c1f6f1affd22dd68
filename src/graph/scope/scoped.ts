import type { Scope } from './scope.ts';

/** A payload of the contract that remembers the scope it came from, so that links from it stay in that scope. */
export interface Scoped<Value> {
  readonly scope: Scope;
  readonly value: Value;
}
