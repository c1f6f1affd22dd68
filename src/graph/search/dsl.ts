import type { QueryDsl } from '../../contract/operation/parts.ts';
import { invalidArgument } from '../error/invalid-argument.ts';

/**
 * The caller's DSL as a clause; undefined where none was given.
 *
 * @throws a BAD_USER_INPUT error when `dsl` is not an object
 */
export function dslOf(dsl: unknown): QueryDsl | undefined {
  if (dsl === null || dsl === undefined) return undefined;
  if (!isObject(dsl)) throw invalidArgument('dsl', `must be an object that holds one clause, but got ${kindOf(dsl)}.`);
  return dsl;
}

const isObject = (value: unknown): value is QueryDsl =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'a list' : `a ${typeof value}`);
