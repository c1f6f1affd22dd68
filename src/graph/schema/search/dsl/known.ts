import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import {
  catalogues,
  connectedUsers,
  foldedPath,
  type SearchableKind,
  teamConnectionMembers,
  teamConnections,
} from '../../../../contract/catalogue.ts';
import type { SearchKind } from '../../../../contract/schema.ts';

export interface KnownField {
  readonly kind: SearchKind;
  /** The list in which it is searched element by element; undefined for a field of the record itself. */
  readonly nestedIn: string | undefined;
}

/** How a clause names the field it asks of: as its only member, or as the value of one. */
type Naming = 'key' | 'field' | 'none';

/** The clauses of the interface's DSL, and those that its style of engine takes beside them. */
export const clauses: Readonly<Record<string, Naming>> = {
  match_all: 'none',
  match_none: 'none',
  match: 'key',
  match_phrase: 'key',
  match_phrase_prefix: 'key',
  match_bool_prefix: 'key',
  multi_match: 'none',
  query_string: 'none',
  simple_query_string: 'none',
  term: 'key',
  terms: 'key',
  ids: 'none',
  exists: 'field',
  range: 'key',
  prefix: 'key',
  wildcard: 'key',
  bool: 'none',
  nested: 'none',
  constant_score: 'none',
  dis_max: 'none',
  boosting: 'none',
  function_score: 'none',
};

/** The members of clauses in which other clauses stand, one or a list of them; their other members are not looked at. */
export const wrapped: Readonly<Record<string, readonly string[]>> = {
  constant_score: ['filter'],
  dis_max: ['queries'],
  boosting: ['positive', 'negative'],
  function_score: ['query'],
};

/** The fields that this graph knows, by every name that a clause may use. */
export const knownFields: Readonly<Record<SearchableKind, ReadonlyMap<string, KnownField>>> = {
  profile: namesOf('profile'),
  company: namesOf('company'),
};

function namesOf(kind: SearchableKind): ReadonlyMap<string, KnownField> {
  const { fields, folded, aliases } = catalogues[kind];
  const named = new Map<string, KnownField>(fields);
  for (const [alias, [first]] of aliases) {
    const field = first === undefined ? undefined : fields.get(first);
    if (field) named.set(alias, field);
  }
  if (kind === 'profile') {
    named.set(connectedUsers, { kind: 'keyword', nestedIn: undefined });
    for (const path of teamConnectionMembers) named.set(path, { kind: 'keyword', nestedIn: teamConnections });
  }
  for (const [name, field] of [...named])
    if (field.kind === 'text') named.set(`${name}.keyword`, { ...field, kind: 'keyword' });
  for (const path of folded) {
    const field = fields.get(path);
    if (field) named.set(foldedPath(path), field);
  }
  return named;
}

/** “; did you mean “…”?”, or a full stop where no known name comes close to a name, or its last part to another's. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known];
  const given = name.slice(0, 100);
  const [nearest] = suggestionList(given, names);
  const [nearestLast] = nearest === undefined ? suggestionList(lastPart(given), names.map(lastPart)) : [];
  const meant = nearest ?? names.find((one) => lastPart(one) === nearestLast);
  return meant === undefined ? '.' : `; did you mean “${meant}”?`;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
