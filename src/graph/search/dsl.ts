import type { QueryDsl } from '../../contract/operation/parts.ts';
import { invalidArgument } from '../error/invalid-argument.ts';

/**
 * The query that the caller's DSL and a link's own clause make together; undefined where neither says anything.
 *
 * @throws a BAD_USER_INPUT error when `dsl` is not an object
 */
export function dslOf(dsl: unknown, within?: QueryDsl): QueryDsl | undefined {
  if (dsl === null || dsl === undefined) return within;
  if (!isObject(dsl)) throw invalidArgument('dsl', `must be an object that holds one clause, but got ${kindOf(dsl)}.`);
  return within ? { bool: { filter: [within, dsl] } } : dsl;
}

const isObject = (value: unknown): value is QueryDsl =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'a list' : `a ${typeof value}`);
