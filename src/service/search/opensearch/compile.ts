import { connectedUsers, teamConnections } from '../../../contract/catalogue.ts';
import { codeOf } from '../../../store/index/code.ts';
import { momentDigits, numberDigits } from '../../../store/index/digits.ts';
import { clean, exceedsKnown, hashMark, knownBytes, lowerCase } from '../../../store/index/normal.ts';
import {
  digitsToken,
  everyElement,
  existsToken,
  foldedToken,
  wholeToken,
  wordToken,
} from '../../../store/index/token.ts';
import type { Bool, Field, PatternPart, Phrase, Prefix, QueryTree, Range, Values, Wildcard, Words } from '../tree.ts';

/** A query in OpenSearch's DSL. */
export type Query = Readonly<Record<string, object>>;

/** Returns the profiles with a connection of the asking team that meets a condition, as a bitmap of ordinals. */
export type ConnectedBitmap = (condition: QueryTree) => Promise<string>;

/**
 * Compiles a query tree into a query on the documents of `document.ts`. It matches the same tokens as the SQL engine,
 * so that both find the same records. A caller's values enter it only as tokens.
 */
export const compile = (tree: QueryTree, connected: ConnectedBitmap): Promise<Query> =>
  queryOf(tree, { connected, values: 'tokens', words: 'words' });

/** Context of a clause: the names of the fields with tokens, of the record or of an element of a nested list. */
interface Place {
  readonly connected: ConnectedBitmap;
  readonly values: string;
  readonly words: string;
}

const everything: Query = { match_all: {} };
const nothing: Query = { match_none: {} };

const allOf = (filter: readonly Query[]): Query => ({ bool: { filter } });
const anyOf = (should: readonly Query[]): Query => {
  const [only] = should;
  if (should.length === 1 && only) return only;
  return should.length === 0 ? nothing : { bool: { should, minimum_should_match: 1 } };
};

/** Matches the profiles whose ordinals are in the bitmap. */
export const ordinalIn = (bitmap: string): Query => ({ terms: { ordinal: [bitmap], value_type: 'bitmap' } });

async function queryOf(tree: QueryTree, place: Place): Promise<Query> {
  if ('field' in tree && tree.field.path === connectedUsers) return ordinalIn(await place.connected(tree));
  switch (tree.kind) {
    case 'all':
      return everything;
    case 'none':
      return nothing;
    case 'values':
      return valuesQuery(tree, place);
    case 'words':
      return wordsQuery(tree, place);
    case 'phrase':
      return phraseQuery(tree, place);
    case 'range':
      return rangeQuery(tree, place);
    case 'exists':
      return { term: { [place.values]: existsToken(codeOf(tree.field.path)) } };
    case 'prefix':
      return prefixQuery(tree, place);
    case 'wildcard':
      return wildcardQuery(tree, place);
    case 'ids':
      return { ids: { values: tree.ids } };
    case 'nested':
      return nestedQuery(tree.path, tree.query, place);
    case 'bool':
      return boolQuery(tree, place);
  }
}

async function nestedQuery(path: string, query: QueryTree, place: Place): Promise<Query> {
  if (path === teamConnections) return ordinalIn(await place.connected(query));
  const inside: Place = { ...place, values: 'elements.tokens', words: 'elements.words' };
  const filter = [{ term: { [inside.values]: everyElement(path) } }, await queryOf(query, inside)];
  return { nested: { path: 'elements', query: allOf(filter), score_mode: 'none' } };
}

async function boolQuery({ must, mustNot, should, atLeast }: Bool, place: Place): Promise<Query> {
  const each = (trees: readonly QueryTree[]) => Promise.all(trees.map((part) => queryOf(part, place)));
  if (atLeast > should.length) return nothing;
  return {
    bool: {
      filter: await each(must),
      must_not: await each(mustNot),
      ...(atLeast > 0 && { should: await each(should), minimum_should_match: atLeast }),
    },
  };
}

/** The tokens that match a text, and the field that contains them. */
function spellings(field: Field, text: string, ignoreCase: boolean, place: Place) {
  const code = codeOf(field.path);
  if (field.kind === 'text') {
    return [{ in: place.words, token: wordToken(code, ignoreCase ? lowerCase(text) : text) }];
  }
  if (!ignoreCase) return [{ in: place.values, token: wholeToken(code, text) }];
  return [wholeToken, foldedToken].map((make) => ({ in: place.values, token: make(code, lowerCase(text)) }));
}

function valuesQuery({ field, values, ignoreCase }: Values, place: Place): Query {
  if (field.kind === 'number') {
    const tokens = values.map((value) => digitsToken(codeOf(field.path), numberDigits(Number(value))));
    return { terms: { [place.values]: tokens } };
  }
  const tokens = values.flatMap((value) => spellings(field, String(value), ignoreCase, place));
  const name = field.kind === 'text' ? place.words : place.values;
  return { terms: { [name]: tokens.map(({ token }) => token) } };
}

function wordsQuery({ field, words, atLeast }: Words, place: Place): Query {
  const tokens = words.map((word) => wordToken(codeOf(field.path), word));
  if (atLeast <= 0) return everything;
  if (atLeast > tokens.length) return nothing;
  if (atLeast === 1) return { terms: { [place.words]: tokens } };
  if (atLeast === tokens.length)
    return allOf([...new Set(tokens)].map((token) => ({ term: { [place.words]: token } })));
  return {
    bool: { should: tokens.map((token) => ({ term: { [place.words]: token } })), minimum_should_match: atLeast },
  };
}

/** Limit of words that a phrase's prefix expands to: more than a language has. */
const expansions = 100_000;

function phraseQuery({ field, words, slop, prefix }: Phrase, place: Place): Query {
  const tokens = words.map((word) => wordToken(codeOf(field.path), word));
  const query = tokens.join(' ');
  if (prefix && exceedsKnown(words.at(-1) ?? '')) return nothing;
  if (tokens.length === 1) return prefix ? { prefix: { [place.words]: query } } : { term: { [place.words]: query } };
  return prefix
    ? { match_phrase_prefix: { [place.words]: { query, slop, max_expansions: expansions } } }
    : { match_phrase: { [place.words]: { query, slop } } };
}

/** Fixed-width digits sort like their values, so that a range of values is a range of tokens. */
function rangeQuery({ field, from, to }: Range, place: Place): Query {
  const code = codeOf(field.path);
  const digits = field.kind === 'date' ? momentDigits : numberDigits;
  return {
    range: {
      [place.values]: {
        gte: digitsToken(code, from === undefined ? '' : digits(from)),
        // Greater than all digits of base 4.
        ...(to === undefined ? { lt: digitsToken(code, '4') } : { lte: digitsToken(code, digits(to)) }),
      },
    },
  };
}

function prefixQuery({ field, prefix, ignoreCase }: Prefix, place: Place): Query {
  if (exceedsKnown(prefix)) return nothing;
  return anyOf(
    spellings(field, prefix, ignoreCase, place).map(({ in: name, token }) => ({ prefix: { [name]: token } })),
  );
}

/** Maximum number of states of a pattern's automaton; a pattern that needs more is refused. */
const patternEffort = 10_000;

/** Long values are indexed by a prefix and a hash of the rest, which only a trailing star may match. */
function wildcardQuery({ field, pattern, ignoreCase }: Wildcard, place: Place): Query {
  const [head, ...rest] = pattern;
  if (typeof head !== 'object' || leastLength(pattern) > knownBytes) return nothing;
  if (exceedsKnown(head.text)) return nothing;
  const tail = rest.map((part) => expressionOf(part, ignoreCase)).join('');
  const end = rest.slice(rest.findLastIndex((part) => typeof part === 'object') + 1);
  const value = (token: string) => `${escaped(token)}${tail}${end.includes('*') ? `(${hashMark}.*)?` : ''}`;
  return anyOf(
    spellings(field, head.text, ignoreCase, place).map(({ in: name, token }) => ({
      regexp: { [name]: { value: value(token), flags: 'NONE', max_determinized_states: patternEffort } },
    })),
  );
}

const leastLength = (pattern: readonly PatternPart[]): number =>
  pattern.reduce((sum, part) => sum + (part === '*' ? 0 : part === '?' ? 1 : [...part.text].length), 0);

function expressionOf(part: PatternPart, ignoreCase: boolean): string {
  if (typeof part === 'object') return escaped(clean(ignoreCase ? lowerCase(part.text) : part.text));
  return part === '*' ? `[^${hashMark}]*` : `[^${hashMark}]`;
}

/** Escapes a text for Lucene's regular expressions. */
const escaped = (text: string): string => text.replace(/[.?+*|{}[\]()"\\#@&<>~^$-]/g, '\\$&');
