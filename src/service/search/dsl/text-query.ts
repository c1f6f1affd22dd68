import { foldAccents } from '../../../reading/fold-accents.ts';
import { wordsOf } from '../../../store/index/words.ts';
import { anyOf, type Field, type QueryTree } from '../tree.ts';
import { textOf } from './clause-on-field.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import { leniently, problem, type Reading, spend, unread } from './reading.ts';
import { equalTo, isCaseless } from './values.ts';

/** A full-text query, independent of its fields. Source: OpenSearch, "Full-text queries". */
export interface TextQuery {
  readonly value: unknown;
  /** The JSON path of the value. */
  readonly at: string;
  /** `bool`: some or all words; `phrase`: adjacent words; the other two treat the last word as a prefix. */
  readonly type: 'bool' | 'phrase' | 'bool_prefix' | 'phrase_prefix';
  readonly all: boolean;
  readonly minimumShouldMatch?: { readonly rule: unknown; readonly at: string } | undefined;
  /** Total number of positions by which a phrase's words may be moved. */
  readonly slop: number;
  /** The result for a text without words; undefined: the clause is omitted. */
  readonly zeroTerms: QueryTree | undefined;
  /** Whether a value of the wrong type matches nothing instead of being a problem. */
  readonly lenient: boolean;
}

/** How several fields are combined. With `cross_fields`, non-text fields form groups of their own. */
export type Together = 'any field' | 'each word in any field';

/** One query on several fields; undefined if nothing is left of it. */
export function textTree(
  fields: readonly Field[],
  query: TextQuery,
  reading: Reading,
  together: Together = 'any field',
): QueryTree | undefined {
  const texts = fields.filter(({ kind }) => kind === 'text');
  const groups =
    together === 'each word in any field' && texts.length > 1
      ? [...ofOneAnalysis(texts), ...fields.filter(({ kind }) => kind !== 'text').map((field) => [field])]
      : fields.map((field) => [field]);
  const trees = groups.map((group) => groupTree(group, query, reading)).filter((tree) => tree !== undefined);
  return trees.length === 0 ? query.zeroTerms : anyOf(trees);
}

/** OpenSearch groups the fields of `cross_fields` by analyzer. */
const ofOneAnalysis = (texts: readonly Field[]): readonly (readonly Field[])[] =>
  [texts.filter(({ folded }) => !folded), texts.filter(({ folded }) => folded)].filter(({ length }) => length > 0);

/** Fields with the same analysis: several texts, with each word in any of them, or a single field. */
function groupTree(fields: readonly Field[], query: TextQuery, reading: Reading): QueryTree | undefined {
  const [field] = fields;
  if (field === undefined) return undefined;
  if (field.kind !== 'text') return leniently(query.lenient, reading, (within) => wholeTree(field, query, within));
  const written = wordsOf(textOf({ ...query, reading }) ?? '');
  const words = field.folded ? written.map(foldAccents) : written;
  spend(reading, query.at, 'terms', words.length * fields.length);
  if (words.length === 0) return query.zeroTerms;
  if (query.type === 'bool' || query.type === 'bool_prefix') return wordsTree(fields, words, query, reading);
  return phraseTree(field, words, query, reading);
}

/** On fields other than text the value is a single term. */
function wholeTree(field: Field, query: TextQuery, reading: Reading): QueryTree {
  const { value, at, type } = query;
  spend(reading, at, 'terms');
  if (type === 'phrase_prefix') {
    return (
      problem(reading, at, `must be a text field for a phrase's prefix, but ${field.path} is a ${field.kind}`) ?? unread
    );
  }
  if (type === 'bool_prefix' && field.kind === 'keyword') {
    const prefix = textOf({ value, at, reading });
    return prefix === undefined ? unread : { kind: 'prefix', field, prefix, ignoreCase: isCaseless(field) };
  }
  return equalTo(field, value, at, reading);
}

function wordsTree(fields: readonly Field[], words: readonly string[], query: TextQuery, reading: Reading): QueryTree {
  const [field] = fields;
  const atLeast = leastOf(words, query, reading);
  const prefixed = query.type === 'bool_prefix' && endsInWord(String(query.value));
  if (fields.length === 1 && field !== undefined && !prefixed) return { kind: 'words', field, words, atLeast };
  const should = words.map((word, index) =>
    anyOf(
      fields.map(
        (one): QueryTree =>
          prefixed && index === words.length - 1
            ? { kind: 'prefix', field: one, prefix: word, ignoreCase: false }
            : { kind: 'values', field: one, values: [word], ignoreCase: false },
      ),
    ),
  );
  return should.length === 1 ? anyOf(should) : { kind: 'bool', must: [], should, mustNot: [], atLeast };
}

/** How many words must match. `minimum_should_match` does not apply to a single word. */
function leastOf(words: readonly string[], { all, minimumShouldMatch: asked }: TextQuery, reading: Reading): number {
  if (all) return words.length;
  if (asked === undefined) return 1;
  const least = minimumShouldMatch(asked.rule, words.length, asked.at, reading);
  return words.length === 1 ? 1 : Math.max(1, least);
}

function phraseTree(field: Field, words: readonly string[], query: TextQuery, reading: Reading): QueryTree {
  const prefix = query.type === 'phrase_prefix';
  const [only] = words;
  if (prefix && words.length === 1 && only !== undefined) {
    return { kind: 'prefix', field, prefix: only, ignoreCase: false };
  }
  if (words.length > 1) spend(reading, query.at, 'phraseWords', words.length);
  const slop = words.length > 1 ? query.slop : 0;
  if (slop > 0) spend(reading, query.at, 'placed', placementsOf(words.length, slop) * words.length);
  return { kind: 'phrase', field, words, slop, prefix };
}

/** Whether the text ends in a word: only then is that word a prefix. */
const endsInWord = (text: string): boolean => /[\p{M}_]$/u.test(text) || wordsOf([...text].at(-1) ?? '').length > 0;

/** Number of ways to move `count` words by at most `slop` positions in total. */
const placementsOf = (count: number, slop: number): number => (slop + 1) ** count - slop ** count;
