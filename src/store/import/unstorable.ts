import { sqlState } from '../sql-error.ts';

/** SQLSTATE classes that blame the value: data exceptions, broken constraints, limits of the engine. */
const blamingTheValue = /^(?:22|23|54)/;

/** Whether a write failed because of what was to be written, so that other lines may still pass. */
export function isUnstorable(error: unknown): error is Error {
  // A document nested too deep for the stack.
  if (error instanceof RangeError) return true;
  return error instanceof Error && blamingTheValue.test(sqlState(error) ?? '');
}
