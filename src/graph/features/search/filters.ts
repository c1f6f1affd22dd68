import type { InputRef } from '@pothos/core';
import { GraphQLError } from 'graphql';
import type { SearchableKind } from '../../../contract/catalogue.ts';
import { allOf, type Clause } from '../../../contract/clause.ts';
import { isObject } from '../../../contract/json.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { withQueriedOrigins } from '../../../contract/origin.ts';
import type { WireNames } from '../../../contract/wire-names.ts';
import { invalidArgument } from '../../errors.ts';
import { builder, type SchemaTypes } from '../../schema/builder.ts';
import type { OperationState } from '../../scope/operation-state.ts';
import { lint } from './dsl/lint.ts';
import { CompanyWhere, ProfileWhere } from './where/where.ts';

/** The filter arguments: typed, in the interface's own DSL, or both. */
export interface Filtering {
  readonly where?: unknown;
  readonly dsl?: unknown;
}

type InputFields = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>;

const examples: Readonly<Record<SearchableKind, { readonly where: string; readonly dsl: string }>> = {
  profile: {
    where: '{ currentTitle: { matches: "engineer" } }',
    dsl: '{ "term": { "profile_info.location_country": "Norway" } }',
  },
  company: {
    where: '{ industries: { eq: "Software" } }',
    dsl: '{ "term": { "company_info.industries": "Software" } }',
  },
};

const whereDescription = (kind: SearchableKind): string =>
  `Conditions that must hold, such as \`${examples[kind].where}\`; without them, everything matches.`;
const dslDescription = (kind: SearchableKind): string =>
  `A query in the data service’s own query language, such as \`${examples[kind].dsl}\`; combined with \`where\` by AND.`;

interface Where {
  readonly ref: InputRef<unknown>;
  readonly compile: (given: unknown) => Clause;
}

/** Maximum depth of a filter: several times what an upstream accepts, and far from the end of the stack. */
const maxDepth = 100;

function demandShallow(filter: unknown, path: string): void {
  if (isDeeper(filter, maxDepth))
    throw invalidArgument(path, `must be nested at most ${maxDepth} deep, but is deeper.`);
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((inner) => levels === 0 || isDeeper(inner, levels - 1));

/** @throws a BAD_USER_INPUT error if a filter that is stored has more than this number of bytes of JSON */
export function demandShort(filter: object | undefined, max: number): void {
  const bytes = Buffer.byteLength(JSON.stringify(filter ?? {}));
  if (bytes > max) throw invalidArgument('input', `must have a filter of at most ${max} bytes, but got ${bytes}.`);
}

/** The filter arguments of a kind of record, and the query that they compile to. */
const filtersOf = (kind: SearchableKind, { ref, compile }: Where) => ({
  args: builder.args((t) => ({
    where: t.field({ type: ref, description: whereDescription(kind) }),
    dsl: t.field({ type: 'JSON', description: dslDescription(kind) }),
  })),
  inputFields: (t: InputFields) => ({
    where: t.field({ type: ref, description: whereDescription(kind) }),
    dsl: t.field({ type: 'JSON', description: dslDescription(kind) }),
  }),
  /**
   * Combines the caller's filters and the clause of a link into one query; undefined if there are no conditions.
   * Doubtful parts of `dsl` are added to the operation's warnings.
   *
   * @throws a BAD_USER_INPUT error if `dsl` is not a query, or a filter is nested too deeply
   */
  query: (
    { warnings, services }: Pick<OperationState, 'warnings' | 'services'>,
    given: Filtering,
    within?: QueryDsl,
  ): QueryDsl | undefined => {
    demandShallow(given.where, 'where');
    demandShallow(given.dsl, 'dsl');
    const dsl = readDsl(kind, given.dsl, services.client.names, (sentence) => warnings.add(sentence));
    const query = allOf([within, compile(given.where), dsl]);
    return query && withQueriedOrigins(query);
  },
  compile,
});

export type Filters = ReturnType<typeof filtersOf>;

export const profileFilters = filtersOf('profile', ProfileWhere);
export const companyFilters = filtersOf('company', CompanyWhere);

/**
 * Parses the caller's DSL, which may use the data service's own names, and returns it with the contract's names;
 * undefined if none was given. Doubtful clauses cause warnings, but are sent.
 *
 * @throws a BAD_USER_INPUT error if no upstream could accept it
 */
function readDsl(
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
