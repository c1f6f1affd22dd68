import { wordsOf } from '../../store/index/words.ts';
import { shown } from '../shown.ts';
import { clauseOnField, onAnyField, textOf } from './clause-on-field.ts';
import { fieldsNamed } from './fields.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { type Members, membersOf, pathTo, problem, type ReadClause, type Reading, spend, unread } from './reading.ts';
import { anyOf, type Field, type QueryTree } from './tree.ts';
import { equalTo } from './values.ts';

/** Source: OpenSearch, "Full-text queries". On a field that is no text, each of them is a `term`. */

export const readMatch: ReadClause = (body, at, reading) => {
  const clause = clauseOnField(body, at, reading, {
    valueName: 'query',
    options: ['operator', 'minimum_should_match'],
  });
  if (clause === undefined) return unread;
  return onAnyField(clause, (field) => matchTree(field, clause.value, clause.options, clause.at, reading));
};

export const readMatchPhrase: ReadClause = (body, at, reading) => {
  const clause = clauseOnField(body, at, reading, { valueName: 'query' });
  if (clause === undefined) return unread;
  return onAnyField(clause, (field) => phraseTree(field, clause.value, clause.at, reading));
};

const types = ['best_fields', 'most_fields', 'phrase'];

export const readMultiMatch: ReadClause = (body, at, reading) => {
  const members = membersOf(body, at, ['query', 'fields', 'type', 'operator', 'minimum_should_match'], reading);
  if (members === undefined) return unread;
  if (!members.has('query')) return problem(reading, at, 'must have a query, but has none') ?? unread;
  const type = members.get('type') ?? 'best_fields';
  if (typeof type !== 'string' || !types.includes(type)) {
    return problem(reading, pathTo(at, 'type'), `must be one of ${types.join(', ')}, but got ${shown(type)}`) ?? unread;
  }
  const fields = fieldsOf(members.get('fields'), pathTo(at, 'fields'), reading);
  const path = pathTo(at, 'query');
  return anyOf(
    fields.map((field) =>
      type === 'phrase'
        ? phraseTree(field, members.get('query'), path, reading)
        : matchTree(field, members.get('query'), members, path, reading),
    ),
  );
};

function fieldsOf(value: unknown, at: string, reading: Reading): readonly Field[] {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  spend(reading, at, 'clauses', names.length);
  if (names.length === 0) problem(reading, at, 'must name at least one field, but got none');
  return names.flatMap((name, index) => {
    const path = Array.isArray(value) ? `${at}[${index}]` : at;
    if (typeof name !== 'string') return problem(reading, path, `must name a field, but got ${shown(name)}`) ?? [];
    return fieldsNamed(name.replace(/\^\d+(\.\d+)?$/, ''), path, reading) ?? [];
  });
}

function matchTree(field: Field, value: unknown, options: Members, at: string, reading: Reading): QueryTree {
  const operator = options.get('operator') ?? 'or';
  const all = typeof operator === 'string' && operator.toLowerCase() === 'and';
  if (!all && String(operator).toLowerCase() !== 'or') {
    problem(reading, pathTo(at, 'operator'), `must be or, or and, but got ${shown(operator)}`);
  }
  const words = wordsIn(field, value, at, reading);
  const least = options.get('minimum_should_match');
  const asked =
    least === undefined || all
      ? 1
      : minimumShouldMatch(least, words?.length ?? 1, pathTo(at, 'minimum_should_match'), reading);
  if (words === undefined) {
    spend(reading, at, 'terms');
    return equalTo(field, value, at, reading);
  }
  if (words.length === 0) return { kind: 'none' };
  // OpenSearch makes a term of one word, which there is nothing to count in.
  return { kind: 'words', field, words, atLeast: all || words.length === 1 ? words.length : Math.max(1, asked) };
}

function phraseTree(field: Field, value: unknown, at: string, reading: Reading): QueryTree {
  const words = wordsIn(field, value, at, reading);
  if (words === undefined) return equalTo(field, value, at, reading);
  if (words.length > 1) spend(reading, at, 'phraseWords', words.length);
  return words.length === 0 ? { kind: 'none' } : { kind: 'phrase', field, words };
}

/** The words to look for in a text; undefined for a field of another kind. */
function wordsIn(field: Field, value: unknown, at: string, reading: Reading): readonly string[] | undefined {
  if (field.kind !== 'text') return undefined;
  const words = wordsOf(textOf({ value, at, reading }) ?? '');
  spend(reading, at, 'terms', words.length);
  return words;
}
