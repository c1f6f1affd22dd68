import { oursLimits } from '../../../contract/limits.ts';
import { inertInStrings } from '../../../contract/query-options.ts';
import { lowerCase } from '../../../store/index/normal.ts';
import { shown } from '../../shown.ts';
import { anyOf, type Field, type QueryTree } from '../tree.ts';
import { flagOption } from './clause-on-field.ts';
import { fieldsNamed } from './fields.ts';
import { fieldsOf, operatorOption, typeOption } from './full-text.ts';
import { type Asked, type Group, type Part, parseQueryString, QueryStringError } from './query-string.ts';
import {
  leniently,
  type Members,
  membersOf,
  pathTo,
  problem,
  type ReadClause,
  type Reading,
  spend,
  unread,
} from './reading.ts';
import { parseSimpleQueryString, type Simple } from './simple-query-string.ts';
import { type TextQuery, type Together, textTree } from './text-query.ts';
import { asIndexed, isCaseless } from './values.ts';

/** Clauses with a text in a query language. Source: OpenSearch, "Query string", "Simple query string". */

export const readQueryString: ReadClause = (body, at, reading) => {
  const known = ['query', 'default_field', 'fields', 'default_operator', 'type', 'lenient'];
  const members = membersOf(body, at, known, reading, inertInStrings);
  if (members === undefined) return unread;
  if (members.has('fields') && members.has('default_field')) {
    return problem(reading, at, 'must not have fields together with default_field, but has both') ?? unread;
  }
  const name = members.has('fields') ? 'fields' : 'default_field';
  return readText(members, name, at, reading, (text, deepest, string) =>
    groupTree(parseQueryString(text, deepest), string),
  );
};

export const readSimpleQueryString: ReadClause = (body, at, reading) => {
  const known = ['query', 'fields', 'default_operator', 'lenient'];
  const members = membersOf(body, at, known, reading, inertInStrings);
  if (members === undefined) return unread;
  return readText(members, 'fields', at, reading, (text, deepest, string) =>
    simpleTree(parseSimpleQueryString(text, deepest), string),
  );
};

/** Fields and options that apply to the text. */
interface QueryString {
  /** Default fields, for words without a `field:`. */
  readonly fields: readonly Field[];
  readonly type: TextQuery['type'];
  readonly together: Together;
  readonly operator: 'and' | 'or';
  readonly lenient: boolean;
  readonly at: string;
  readonly reading: Reading;
}

function readText(
  members: Members,
  fields: string,
  at: string,
  reading: Reading,
  compile: (text: string, deepest: number, string: QueryString) => QueryTree | undefined,
): QueryTree {
  const path = pathTo(at, 'query');
  const text = members.get('query');
  const clause = { options: members, at, reading };
  const string: QueryString = {
    fields: members.has(fields) ? fieldsOf(members.get(fields), pathTo(at, fields), reading) : [],
    ...typeOption(clause),
    operator: operatorOption(clause, 'default_operator'),
    lenient: flagOption(clause, 'lenient'),
    at: path,
    reading,
  };
  if (typeof text !== 'string') return problem(reading, path, `must be a text, but got ${shown(text)}`) ?? unread;
  const longest = oursLimits.queryStringLength;
  if (text.length > longest) {
    return problem(reading, path, `must have at most ${longest} characters, but has ${text.length}`) ?? unread;
  }
  if (text.trim() === '') return { kind: 'none' };
  try {
    return compile(text, oursLimits.dslDepth - reading.depth, string) ?? { kind: 'none' };
  } catch (error) {
    if (error instanceof QueryStringError) return problem(reading, path, error.message) ?? unread;
    throw error;
  }
}

/**
 * Lucene's combination of clauses, which has no precedence: AND makes both neighbours required, and clauses that are
 * neither required nor prohibited become optional. Undefined if no words are left.
 */
function groupTree({ parts }: Group, string: QueryString): QueryTree | undefined {
  const row: { occurs: 'must' | 'should' | 'not'; readonly tree: QueryTree }[] = [];
  for (const { joined, marked, asked } of parts) {
    const tree = asked.kind === 'group' ? groupTree(asked, string) : askedTree(asked, string);
    const before = row.at(-1);
    if (before && before.occurs !== 'not') {
      if (joined === 'and') before.occurs = 'must';
      if (joined === 'or' && string.operator === 'and') before.occurs = 'should';
    }
    if (tree === undefined) continue;
    row.push({ occurs: occursAs({ joined, marked }, string.operator), tree });
  }
  const those = (occurs: 'must' | 'should' | 'not') =>
    row.filter((one) => one.occurs === occurs).map(({ tree }) => tree);
  const [must, should, mustNot] = [those('must'), those('should'), those('not')];
  const [only] = row;
  if (only === undefined) return undefined;
  if (row.length === 1 && only.occurs !== 'not') return only.tree;
  return { kind: 'bool', must, should, mustNot, atLeast: must.length === 0 && should.length > 0 ? 1 : 0 };
}

/** If the default operator is AND, `+` has no effect, and OR makes a clause optional. */
function occursAs(
  { joined, marked }: Pick<Part, 'joined' | 'marked'>,
  operator: 'and' | 'or',
): 'must' | 'should' | 'not' {
  if (marked === 'not') return 'not';
  const required = operator === 'and' ? joined !== 'or' : marked === 'must' || joined === 'and';
  return required ? 'must' : 'should';
}

/**
 * Joins operands from the left; a run of one operator becomes one `bool`. An operator applies to the next operand that
 * has words. Undefined if there are no operands.
 */
function simpleTree(level: readonly Simple[], string: QueryString): QueryTree | undefined {
  let joined: { operator: 'and' | 'or' | undefined; trees: readonly QueryTree[] } = { operator: undefined, trees: [] };
  let waiting: 'and' | 'or' | undefined;
  for (const item of level) {
    if (item === 'reset') waiting = undefined;
    else if (item === 'and' || item === 'or') {
      if (joined.trees.length > 0) waiting ??= item;
    } else {
      const asked = 'kind' in item.asked ? askedTree(item.asked, string) : simpleTree(item.asked, string);
      if (asked === undefined) continue;
      const tree: QueryTree = item.not ? { kind: 'bool', must: [], should: [], mustNot: [asked], atLeast: 0 } : asked;
      const operator = waiting ?? string.operator;
      if (joined.trees.length === 0) joined = { operator: undefined, trees: [tree] };
      else {
        const before = joined.operator === operator ? joined.trees : [joinedTree(joined)];
        joined = { operator, trees: [...before, tree] };
      }
      waiting = undefined;
    }
  }
  return joined.trees.length === 0 ? undefined : joinedTree(joined);
}

function joinedTree({
  operator,
  trees,
}: {
  operator: 'and' | 'or' | undefined;
  trees: readonly QueryTree[];
}): QueryTree {
  if (operator !== 'and') return anyOf(trees);
  return { kind: 'bool', must: trees, should: [], mustNot: [], atLeast: 0 };
}

/** The tree of words, a phrase or a prefix on its fields. */
function askedTree(asked: Asked, string: QueryString): QueryTree | undefined {
  const { at, reading, lenient } = string;
  const fields = asked.field === undefined ? string.fields : fieldsAsked(asked.field, at, reading);
  if (fields.length === 0) return noField(asked, string);
  spend(reading, at, 'clauses', fields.length);
  if (asked.kind === 'prefix') {
    return anyOf(fields.map((field) => leniently(lenient, reading, (within) => prefixTree(field, asked, at, within))));
  }
  const { type, together } =
    asked.kind === 'words' ? string : { type: 'phrase' as const, together: 'any field' as const };
  const all = string.operator === 'and';
  const query: TextQuery = { value: asked.text, at, type, all, slop: 0, zeroTerms: undefined, lenient };
  return textTree(fields, query, reading, together);
}

function noField({ field, text }: Asked, { at, reading }: QueryString): QueryTree {
  // `fieldsNamed` has already reported the unknown field.
  if (field !== undefined) return unread;
  return problem(reading, at, `must name a field for ${shown(text)}: by fields, default_field or field:`) ?? unread;
}

function fieldsAsked(name: string, at: string, reading: Reading): readonly Field[] {
  if (name !== '_exists_') return fieldsNamed(name, at, reading) ?? [];
  return problem(reading, at, 'must not have _exists_: (use the clause exists), but has it') ?? [];
}

function prefixTree(field: Field, { text }: Asked, at: string, reading: Reading): QueryTree {
  if (field.kind === 'keyword' || field.kind === 'text') {
    spend(reading, at, 'terms');
    return {
      kind: 'prefix',
      field,
      prefix: field.kind === 'text' ? lowerCase(asIndexed(field, text)) : text,
      ignoreCase: isCaseless(field),
    };
  }
  return (
    problem(reading, at, `must be a keyword or a text for a trailing *, but ${field.path} is a ${field.kind}`) ?? unread
  );
}
