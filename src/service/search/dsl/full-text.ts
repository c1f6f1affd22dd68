import { oursLimits } from '../../../contract/limits.ts';
import { inertInWords } from '../../../contract/query-options.ts';
import { shown } from '../../shown.ts';
import type { Field, QueryTree } from '../tree.ts';
import { type ClauseOnField, clauseOnField, flagOption } from './clause-on-field.ts';
import { fieldsNamed } from './fields.ts';
import { type Members, membersOf, pathTo, problem, type ReadClause, type Reading, spend, unread } from './reading.ts';
import { type TextQuery, type Together, textTree } from './text-query.ts';

/**
 * Full-text clauses. On fields other than text, `match` and `match_phrase` act as `term`. Source: OpenSearch,
 * "Full-text queries".
 */

/**
 * Options that affect matching. Options of fuzziness and synonyms are in `inertInWords`: without those features they
 * have no effect.
 */
const ofWords = ['operator', 'minimum_should_match'];
const ofPhrases = ['slop'];
const ofTexts = ['lenient', 'zero_terms_query'];

/** A full-text clause on one field. */
const onOneField =
  (type: TextQuery['type'], options: readonly string[]): ReadClause =>
  (body, at, reading) => {
    const clause = clauseOnField(body, at, reading, { valueName: 'query', options, scoring: inertInWords });
    if (clause === undefined) return unread;
    const { fields, options: members, at: path, value } = clause;
    return textTree(fields, { ...textOptions(members, path, reading), value, at: path, type }, reading) ?? unread;
  };

export const readMatch = onOneField('bool', [...ofWords, ...ofTexts]);
export const readMatchBoolPrefix = onOneField('bool_prefix', ofWords);
export const readMatchPhrase = onOneField('phrase', [...ofPhrases, 'zero_terms_query']);
export const readMatchPhrasePrefix = onOneField('phrase_prefix', [...ofPhrases, 'zero_terms_query']);

/** How each type of `multi_match` combines its fields. */
const types: ReadonlyMap<string, { readonly type: TextQuery['type']; readonly together: Together }> = new Map([
  ['best_fields', { type: 'bool', together: 'any field' }],
  ['most_fields', { type: 'bool', together: 'any field' }],
  ['cross_fields', { type: 'bool', together: 'each word in any field' }],
  ['phrase', { type: 'phrase', together: 'any field' }],
  ['phrase_prefix', { type: 'phrase_prefix', together: 'any field' }],
  ['bool_prefix', { type: 'bool_prefix', together: 'any field' }],
]);

export const readMultiMatch: ReadClause = (body, at, reading) => {
  const known = ['query', 'fields', 'type', ...ofWords, ...ofPhrases, ...ofTexts];
  const members = membersOf(body, at, known, reading, [...inertInWords, 'tie_breaker']);
  if (members === undefined) return unread;
  if (!members.has('query')) return problem(reading, at, 'must have a query, but has none') ?? unread;
  const { type, together } = typeOption({ options: members, at, reading });
  const fields = fieldsOf(members.get('fields'), pathTo(at, 'fields'), reading);
  const query = { ...textOptions(members, at, reading), value: members.get('query'), at: pathTo(at, 'query'), type };
  return textTree(fields, query, reading, together) ?? unread;
};

/** The fields of a list of names. A boost such as `^2` is ignored, since it only affects scores. */
export function fieldsOf(value: unknown, at: string, reading: Reading): readonly Field[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  spend(reading, at, 'clauses', names.length);
  if (names.length === 0) problem(reading, at, 'must name at least one field, but got none');
  return names.flatMap((name, index) => {
    const path = Array.isArray(value) ? `${at}[${index}]` : at;
    if (typeof name !== 'string') return problem(reading, path, `must name a field, but got ${shown(name)}`) ?? [];
    return fieldsNamed(name.replace(/\^\d+(\.\d+)?$/, ''), path, reading) ?? [];
  });
}

type TextOptions = Omit<TextQuery, 'value' | 'at' | 'type'>;

function textOptions(options: Members, at: string, reading: Reading): TextOptions {
  const clause = { options, at, reading };
  const rule = options.get('minimum_should_match');
  return {
    all: operatorOption(clause, 'operator') === 'and',
    minimumShouldMatch: rule === undefined ? undefined : { rule, at: pathTo(at, 'minimum_should_match') },
    slop: slopOption(clause),
    zeroTerms: zeroTermsOption(clause),
    lenient: flagOption(clause, 'lenient'),
  };
}

type Options = Pick<ClauseOnField, 'options' | 'at' | 'reading'>;

/** How a clause combines several fields, from its `type`. */
export function typeOption({
  options,
  at,
  reading,
}: Options): Pick<TextQuery, 'type'> & { readonly together: Together } {
  const name = options.get('type') ?? 'best_fields';
  const type = typeof name === 'string' ? types.get(name) : undefined;
  if (type !== undefined) return type;
  problem(reading, pathTo(at, 'type'), `must be one of ${[...types.keys()].join(', ')}, but got ${shown(name)}`);
  return { type: 'bool', together: 'any field' };
}

/** The operator between words without an explicit one; default: `or`. */
export function operatorOption({ options, at, reading }: Options, name: string): 'and' | 'or' {
  const operator = options.get(name) ?? 'or';
  const lower = typeof operator === 'string' ? operator.toLowerCase() : undefined;
  if (lower === 'and' || lower === 'or') return lower;
  problem(reading, pathTo(at, name), `must be or, or and, but got ${shown(operator)}`);
  return 'or';
}

function slopOption({ options, at, reading }: Options): number {
  const slop = options.get('slop') ?? 0;
  if (typeof slop === 'number' && Number.isInteger(slop) && slop >= 0 && slop <= oursLimits.dslSlop) return slop;
  problem(
    reading,
    pathTo(at, 'slop'),
    `must be a whole number from 0 to ${oursLimits.dslSlop}, but got ${shown(slop)}`,
  );
  return 0;
}

function zeroTermsOption({ options, at, reading }: Options): QueryTree {
  const value = options.get('zero_terms_query') ?? 'none';
  const lower = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (lower === 'all' || lower === 'none') return { kind: lower };
  return problem(reading, pathTo(at, 'zero_terms_query'), `must be none, or all, but got ${shown(value)}`) ?? unread;
}
