import { GraphQLError } from 'graphql';
import type { SearchableKind } from '../../../../contract/catalogue.ts';
import { isObject } from '../../../../contract/json.ts';
import type { QueryDsl } from '../../../../contract/operation/parts.ts';
import type { WireNames } from '../../../../contract/wire-names.ts';
import { lint } from './lint.ts';

/**
 * Parses the caller's DSL, which may use the data service's own names, and returns it with the contract's names;
 * undefined if none was given. Doubtful clauses cause warnings, but are sent.
 *
 * @throws a BAD_USER_INPUT error if no upstream could accept it
 */
export function readDsl(
  kind: SearchableKind,
  dsl: unknown,
  names: WireNames | undefined,
  warn: (sentence: string) => void,
): QueryDsl | undefined {
  if (dsl === null || dsl === undefined) return undefined;
  const { errors, warnings } = lint(kind, dsl, names);
  const query = names && errors.length === 0 ? names.contractQuery(dsl) : dsl;
  if (errors.length > 0 || !isObject(query))
    throw new GraphQLError(errors.join(' '), { extensions: { code: 'BAD_USER_INPUT' } });
  for (const warning of warnings) warn(warning);
  return query;
}
