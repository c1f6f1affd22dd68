import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { type SearchableKind, teamConnections } from '../../../../contract/catalogue.ts';
import { isObject } from '../../../../contract/json.ts';
import type { QueryDsl } from '../../../../contract/operation/parts.ts';
import { boolOptions, isQueryClause, type QueryClause, queryClauses } from '../../../../contract/query-clauses.ts';
import { nestedLists, queryFields } from '../../../../contract/query-fields.ts';
import type { WireNames } from '../../../../contract/wire-names.ts';
import { shortened } from '../../../operation/short-message.ts';
import { ungiven } from '../../../scope/ungiven.ts';

/** Problems of a query. */
export interface Findings {
  /** Errors for any upstream: sentences that begin with the JSON path. */
  readonly errors: readonly string[];
  /** The query may not mean what it seems to. Not errors, since an upstream may support more than Kith knows. */
  readonly warnings: readonly string[];
}

/** Maximum depth of clauses, so that recursion never exhausts the stack. */
const deepest = 100;

/** Maximum depth of lists and objects, for the same reason: a clause has up to four of them. */
const maxLevels = 4 * deepest;

/** Maximum warnings: more would add little, and take long to find. */
const maxWarnings = 20;
const maxListed = 20;

/** Checks a query before it is sent. Paths may use the data service's own names. The root's path is `dsl`. */
export function lint(kind: SearchableKind, dsl: unknown, names: WireNames | undefined): Findings {
  const errors: string[] = [];
  const warnings: string[] = [];
  const known = queryFields[kind];
  const inContract = (path: string): string => (names ? names.fromWire(path) : path);
  let depth = 0;
  values(dsl, 'dsl', 1);
  if (errors.length === 0) clause(dsl, 'dsl', undefined);
  return { errors: errors.slice(0, maxListed).map(shortened), warnings: warnings.map(shortened) };

  function wrong(path: string, expected: string, got: unknown): void {
    errors.push(`${path}: must be ${expected}, but got ${kindOf(got)}.`);
  }

  function unknown(path: string, what: string, name: string, names: Iterable<string>): void {
    if (warnings.length < maxWarnings)
      warnings.push(`${path}: is not a ${what} that this graph knows${didYouMean(name, names)}`);
  }

  function doubtful(path: string, sentence: string): void {
    if (warnings.length < maxWarnings) warnings.push(`${path}: ${sentence}`);
  }

  /**
   * Finds values without a JSON form: they would be dropped or sent as null, and the query would match more than
   * intended.
   */
  function values(value: unknown, path: string, level: number): void {
    if (value === undefined) errors.push(ungiven(path));
    else if (typeof value === 'number' && !Number.isFinite(value))
      errors.push(`${path}: must be a number of at most 1.8e308, but got a larger one.`);
    if (typeof value !== 'object' || value === null) return;
    if (level > maxLevels) errors.push(`dsl: must not be deeper than ${deepest} clauses, but is.`);
    else if (Array.isArray(value))
      for (const [index, one] of value.entries()) values(one, `${path}.${index}`, level + 1);
    else for (const [name, one] of Object.entries(value)) values(one, `${path}.${name}`, level + 1);
  }

  function clause(query: unknown, path: string, nestedIn: string | undefined): void {
    if (!isObject(query)) {
      wrong(path, 'an object that holds one clause', query);
      return;
    }
    const entries = Object.entries(query);
    const [entry] = entries;
    if (!entry || entries.length > 1) {
      const got = entry ? `${entries.length} (${Object.keys(query).slice(0, 5).join(', ')})` : 'none';
      errors.push(`${path}: must hold one clause, but got ${got}; join clauses with bool.`);
      return;
    }
    if (depth >= deepest) {
      errors.push(`dsl: must not be deeper than ${deepest} clauses, but is.`);
      return;
    }
    depth += 1;
    inner(entry[0], entry[1], `${path}.${entry[0]}`, nestedIn);
    depth -= 1;
  }

  function inner(name: string, body: unknown, at: string, nestedIn: string | undefined): void {
    if (!isQueryClause(name)) unknown(at, 'clause', name, Object.keys(queryClauses));
    else if (!isObject(body)) wrong(at, 'an object', body);
    else if (name === 'bool') compound(body, at, nestedIn);
    else if (name === 'nested') nested(body, at);
    else {
      const { holds = [], namesField }: QueryClause = queryClauses[name];
      for (const member of holds) anyNumber(body[member], `${at}.${member}`, nestedIn);
      if (namesField) onField(name, namesField === 'in field' ? body.field : Object.keys(body)[0], at, nestedIn);
    }
  }

  function compound(body: QueryDsl, at: string, nestedIn: string | undefined): void {
    if (!Object.keys(body).some((name) => !options.includes(name)))
      errors.push(`${at}: must hold ${occurrences.join(', ')}, but got none; {"match_all": {}} matches everything.`);
    for (const [name, queries] of Object.entries(body)) {
      const path = `${at}.${name}`;
      if (options.includes(name)) continue;
      if (!occurrences.includes(name)) unknown(path, 'member of bool', name, occurrences);
      else anyNumber(queries, path, nestedIn);
    }
  }

  /** A clause, a list of clauses, or none. */
  function anyNumber(queries: unknown, path: string, nestedIn: string | undefined): void {
    if (queries === undefined) return;
    if (!Array.isArray(queries)) clause(queries, path, nestedIn);
    else for (const [index, query] of queries.entries()) clause(query, `${path}.${index}`, nestedIn);
  }

  function nested({ path: given, query }: QueryDsl, at: string): void {
    if (typeof given !== 'string') {
      wrong(`${at}.path`, 'the path of a list', given);
      return;
    }
    const path = inContract(given);
    const lists = nestedLists[kind];
    if (!lists.has(path)) unknown(`${at}.path`, 'nested list', path, lists);
    clause(query, `${at}.query`, path);
    if (path !== teamConnections || errors.length > 0) return;
    const asked = JSON.stringify(query);
    if (asked.includes('.origins"') && !asked.includes('.team_id"'))
      doubtful(
        at,
        `may match origins of other teams’ connections; restrict it by a term on ${teamConnections}.team_id.`,
      );
  }

  function onField(name: string, field: unknown, at: string, nestedIn: string | undefined): void {
    if (typeof field !== 'string') {
      wrong(at, 'a clause that names a field', field);
      return;
    }
    const path = `${at}.${field}`;
    const [found] = known.get(inContract(field)) ?? [];
    if (!found) unknown(path, 'field', inContract(field), known.keys());
    else if (found.nestedIn === undefined && nestedIn !== undefined)
      doubtful(path, `is not a field of ${nestedIn}; move it out of this nested clause.`);
    else if (found.nestedIn !== nestedIn)
      doubtful(path, `is searched element by element; wrap it: {"nested": {"path": "${found.nestedIn}", "query": …}}.`);
    else if (found.kind === 'text' && wholeValues.includes(name))
      doubtful(path, `is searched by its words, and ${name} compares whole values; use match or match_phrase.`);
  }
}

const occurrences: readonly string[] = queryClauses.bool.holds;
const options: readonly string[] = [...boolOptions, 'boost', '_name'];
const wholeValues: readonly string[] = ['term', 'terms'];

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
};

/**
 * Ends a sentence with the known name closest to a name, compared as a whole or by the last part; a full stop if none
 * is.
 */
function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known];
  const given = name.slice(0, 100);
  const [nearest] = suggestionList(given, names);
  const [nearestLast] = nearest === undefined ? suggestionList(lastPart(given), names.map(lastPart)) : [];
  const meant = nearest ?? names.find((one) => lastPart(one) === nearestLast);
  return meant === undefined ? '.' : `; did you mean “${meant}”?`;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
