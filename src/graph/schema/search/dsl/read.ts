import { GraphQLError } from 'graphql';
import type { SearchableKind } from '../../../../contract/catalogue.ts';
import { isObject } from '../../../../contract/json.ts';
import type { QueryDsl } from '../../../../contract/operation/parts.ts';
import type { WireNames } from '../../../../contract/wire-names.ts';
import { lint } from './lint.ts';

/**
 * The caller's DSL as a clause in the contract's words; undefined where none was given. It may be in the data service's own words,
 * too. A clause that may not mean what it seems to gives a warning, and is sent all
 * the same.
 *
 * @throws a BAD_USER_INPUT error when no upstream could take it
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
