import { shown } from '../../shown.ts';
import { anyOf, type Field, type PatternPart, type QueryTree } from '../tree.ts';
import { type ClauseOnField, clauseOnField, flagOption, namedField, onAnyField, textOf } from './clause-on-field.ts';
import { fieldsWithin } from './fields.ts';
import { rangeOf } from './range.ts';
import { membersOf, pathTo, problem, type ReadClause, type Reading, spend, unread } from './reading.ts';
import { asIndexed, equalTo, isCaseless, valuesTree } from './values.ts';

/** Term-level clauses. Source: OpenSearch, "Term-level queries". */

export const readTerm: ReadClause = (body, at, reading) => {
  const clause = clauseOnField(body, at, reading, { valueName: 'value', options: ['case_insensitive'] });
  if (clause === undefined) return unread;
  const ignoreCase = flagOption(clause, 'case_insensitive');
  spend(reading, clause.at, 'terms');
  return onAnyField(clause, (field) => equalTo(field, clause.value, clause.at, reading, ignoreCase));
};

export const readTerms: ReadClause = (body, at, reading) => {
  const named = namedField(body, at, reading);
  if (named === undefined) return unread;
  const { fields, content, at: path } = named;
  if (!Array.isArray(content)) {
    return (
      problem(reading, path, `must be a list of values (there is no terms lookup), but got ${shown(content)}`) ?? unread
    );
  }
  spend(reading, path, 'terms', content.length);
  return anyOf(fields.map((field) => valuesTree(field, content, path, reading)));
};

export const readIds: ReadClause = (body, at, reading) => {
  const members = membersOf(body, at, ['values'], reading);
  if (members === undefined) return unread;
  const path = pathTo(at, 'values');
  const values: unknown = members.get('values');
  const list: readonly unknown[] = Array.isArray(values) ? values : [values];
  spend(reading, path, 'terms', list.length);
  const ids = list.filter((value) => typeof value === 'string');
  if (ids.length < list.length) {
    const other = list.find((value) => typeof value !== 'string');
    return problem(reading, path, `must be a list of ids, but got ${shown(other)}`) ?? unread;
  }
  return { kind: 'ids', ids };
};

export const readExists: ReadClause = (body, at, reading) => {
  const members = membersOf(body, at, ['field'], reading);
  if (members === undefined) return unread;
  const path = pathTo(at, 'field');
  const name = members.get('field');
  if (typeof name !== 'string') return problem(reading, path, `must name a field, but got ${shown(name)}`) ?? unread;
  const fields = fieldsWithin(name, path, reading) ?? [];
  spend(reading, path, 'terms', fields.length);
  return anyOf(fields.map((field): QueryTree => ({ kind: 'exists', field })));
};

export const readRange: ReadClause = (body, at, reading) => {
  const named = namedField(body, at, reading);
  if (named === undefined) return unread;
  spend(reading, at, 'ranges', named.fields.length);
  return anyOf(named.fields.map((field) => rangeOf(field, named.content, named.at, reading)));
};

/** Options of `prefix` and `wildcard`. */
const patternOptions = { valueName: 'value', options: ['case_insensitive'], scoring: ['rewrite'] };

export const readPrefix: ReadClause = (body, at, reading) => {
  const clause = clauseOnField(body, at, reading, patternOptions);
  if (clause === undefined) return unread;
  const ignoreCase = flagOption(clause, 'case_insensitive');
  const prefix = textOf(clause);
  spend(reading, clause.at, 'terms');
  if (prefix === undefined || !areTexts(clause, 'prefix')) return unread;
  return onAnyField(clause, (field) => ({
    kind: 'prefix',
    field,
    prefix: asIndexed(field, prefix),
    ignoreCase: ignoreCase || isCaseless(field),
  }));
};

export const readWildcard: ReadClause = (body, at, reading) => {
  const clause = clauseOnField(body, at, reading, patternOptions);
  if (clause === undefined) return unread;
  const ignoreCase = flagOption(clause, 'case_insensitive');
  const text = textOf(clause);
  spend(reading, clause.at, 'terms');
  if (text === undefined || !areTexts(clause, 'wildcard')) return unread;
  if (typeof patternOf(text)[0] === 'string') {
    const expected = 'must not begin with a wildcard (match finds a text by any of its words)';
    return problem(reading, clause.at, `${expected}, but got ${shown(text)}`) ?? unread;
  }
  return onAnyField(clause, (field) =>
    wildcardTree(field, patternOf(asIndexed(field, text)), ignoreCase || isCaseless(field), clause.at, reading),
  );
};

/** Simplifies a pattern: without wildcards it is a value, with trailing stars only a prefix. */
function wildcardTree(
  field: Field,
  pattern: readonly PatternPart[],
  ignoreCase: boolean,
  at: string,
  reading: Reading,
): QueryTree {
  const [head, ...tail] = pattern;
  const text = typeof head === 'object' ? head.text : '';
  if (tail.length === 0) return { kind: 'values', field, values: [text], ignoreCase };
  if (tail.every((part) => part === '*')) return { kind: 'prefix', field, prefix: text, ignoreCase };
  spend(reading, at, 'wildcards');
  return { kind: 'wildcard', field, pattern, ignoreCase };
}

function areTexts({ fields, at, reading }: ClauseOnField, clause: string): boolean {
  const other = fields.find(({ kind }) => kind !== 'keyword' && kind !== 'text');
  if (other) problem(reading, at, `must be a keyword or a text for ${clause}, but got a ${other.kind}`);
  return other === undefined;
}

/** The parts of a wildcard pattern. A backslash escapes the next character; a trailing one is literal. */
function patternOf(text: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  let literal = '';
  for (const [, escaped, wildcard, plain] of text.matchAll(/\\(.)|([*?])|(.)/gsu)) {
    if (wildcard === undefined) literal += escaped ?? plain ?? '';
    else {
      if (literal !== '') parts.push({ text: literal });
      literal = '';
      parts.push(wildcard === '*' ? '*' : '?');
    }
  }
  if (literal !== '' || parts.length === 0) parts.push({ text: literal });
  return parts;
}
