/**
 * Parser of `query_string`: words, "phrases", AND OR NOT + -, parentheses, `field:` and a trailing `*`; a backslash
 * escapes the next character. Other syntax of Lucene is refused by name. Source: Lucene, "Query Parser Syntax".
 */

/** A leaf of a query string, on the named field or the clause's own. */
export interface Asked {
  /** Adjacent words form one text, which each field analyses as a whole. */
  readonly kind: 'words' | 'phrase' | 'prefix';
  readonly text: string;
  readonly field: string | undefined;
}

export interface Group {
  readonly kind: 'group';
  readonly parts: readonly Part[];
}

export interface Part {
  readonly joined: 'and' | 'or' | undefined;
  readonly marked: 'must' | 'not' | undefined;
  readonly asked: Asked | Group;
}

/** A syntax error. The message says what was expected and what came. */
export class QueryStringError extends Error {}

/**
 * Parses a text with at least one word.
 *
 * @throws QueryStringError
 */
export function parseQueryString(text: string, deepest: number): Group {
  const tokens = tokensOf(text);
  let next = 0;
  const group = groupOf(undefined, 0);
  const left = tokens[next];
  if (left) throw unexpected(left);
  return group;

  function groupOf(field: string | undefined, depth: number): Group {
    if (depth > deepest) throw new QueryStringError(`brackets must be nested at most ${deepest} deep, but got more`);
    const parts: Part[] = [];
    while (parts.length === 0 || (next < tokens.length && tokens[next]?.kind !== ')')) {
      parts.push(wordsTogether(field) ?? partOf(field, depth, parts.length === 0));
    }
    return { kind: 'group', parts };
  }

  /** Several words in a row. The last word before an operator is its operand, and not part of the run. */
  function wordsTogether(field: string | undefined): Part | undefined {
    const first = next;
    while (tokens[next]?.kind === 'word' && (next === first || standsAlone(tokens[next + 1]))) next += 1;
    if (next - first < 2) {
      next = first;
      return undefined;
    }
    const words = tokens.slice(first, next).map((token) => unescaped(token, token.text));
    return { joined: undefined, marked: undefined, asked: { kind: 'words', text: words.join(' '), field } };
  }

  function partOf(field: string | undefined, depth: number, first: boolean): Part {
    const joined = first ? undefined : take('and', 'or')?.kind;
    const mark = take('+', '-', 'not');
    return {
      joined: joined === 'and' || joined === 'or' ? joined : undefined,
      marked: mark && (mark.kind === '+' ? 'must' : 'not'),
      asked: askedAt(field, depth),
    };
  }

  function askedAt(outer: string | undefined, depth: number): Asked | Group {
    let field = outer;
    const name = tokens[next];
    if (name?.kind === 'word' && tokens[next + 1]?.kind === ':') {
      field = unescaped(name, name.text);
      next += 2;
    }
    const token = tokens[next];
    if (token === undefined) throw new QueryStringError('must not end after an operator or a field, but does');
    next += 1;
    if (token.kind === '(') {
      const inner = groupOf(field, depth + 1);
      if (take(')') === undefined) throw new QueryStringError('must close each bracket, but one is open');
      return inner;
    }
    if (token.kind === 'word' || token.kind === 'phrase' || token.kind === 'prefix') {
      return { kind: token.kind === 'word' ? 'words' : token.kind, text: unescaped(token, token.text), field };
    }
    throw unexpected(token);
  }

  function take(...kinds: readonly Token['kind'][]): Token | undefined {
    const token = tokens[next];
    if (token === undefined || !kinds.includes(token.kind)) return undefined;
    next += 1;
    return token;
  }
}

interface Token {
  readonly kind: 'word' | 'phrase' | 'prefix' | 'and' | 'or' | 'not' | '+' | '-' | '(' | ')' | ':';
  readonly text: string;
  /** Position, from 1. */
  readonly at: number;
}

/** Whether a word belongs to the run before it: one before `:`, `AND` or `OR` does not. */
const standsAlone = (following: Token | undefined): boolean =>
  following === undefined || !['and', 'or', ':'].includes(following.kind);

const unexpected = ({ text, at }: Token): QueryStringError =>
  new QueryStringError(`must have a word, a phrase or a bracket there, but got ${shortly(text)} at character ${at}`);

const blank = ' \\t\\n\\r\\u3000';
const begins = `(?:[^${blank}+\\-!():^[\\]"{}~*?\\\\/]|\\\\.)`;
const lexemes = new RegExp(
  [
    `(?<blank>[${blank}]+)`,
    `(?<word>(?:${begins}|[*?])(?:${begins}|[-+*?])*)`,
    '(?<phrase>"(?:[^"\\\\]|\\\\.)*")',
    `(?<bare>[-+!])[${blank}]`,
    '(?<sign>[-+!():])',
    '(?<other>.)',
  ].join('|'),
  'gys',
);

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(lexemes)].flatMap(({ 0: whole, index, groups = {} }): readonly Token[] => {
    const at = index + 1;
    if (groups.blank !== undefined) return [];
    if (groups.word !== undefined) return [wordOf(whole, at)];
    if (groups.phrase !== undefined) return [{ kind: 'phrase', text: whole.slice(1, -1), at }];
    // An operator followed by a space is a word, which analysis drops.
    if (groups.bare !== undefined) return [{ kind: 'phrase', text: groups.bare, at }];
    const sign = signs.get(whole);
    if (sign !== undefined) return [{ kind: sign, text: whole, at }];
    throw new QueryStringError(refusal(whole, at));
  });
}

const signs: ReadonlyMap<string, Token['kind']> = new Map([
  ['+', '+'],
  ['-', '-'],
  ['!', 'not'],
  ['(', '('],
  [')', ')'],
  [':', ':'],
]);

const operators: ReadonlyMap<string, Token['kind']> = new Map([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
]);

function wordOf(text: string, at: number): Token {
  const operator = operators.get(text);
  if (operator !== undefined) return { kind: operator, text, at };
  const literal = text.replace(/\\./gs, '__');
  const wildcard = literal.search(/[*?]/);
  if (/^\\?[<>]./.test(text)) throw new QueryStringError(refusal(text.replace('\\', '').charAt(0), at));
  if (wildcard === -1) return { kind: 'word', text, at };
  if (wildcard === 0 || wildcard < text.length - 1 || text.endsWith('?')) {
    throw new QueryStringError(refusal(text.charAt(wildcard), at + wildcard));
  }
  return { kind: 'prefix', text: text.slice(0, -1), at };
}

/** Meanings of unsupported characters, and the clause to use instead, if any. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['~', 'fuzziness is not offered; slop is an option of match_phrase'],
  ['^', 'a weight is not offered'],
  ['/', 'a regular expression is not offered'],
  ...['[', ']', '{', '}', '<', '>'].map((sign) => [sign, 'for a range, use the clause range'] as const),
  ['*', 'it is a wildcard at the end of a word (within one in the clause wildcard, and match_all finds everything)'],
  ['?', 'it is a wildcard only in the clause wildcard'],
]);

/** The error for an unsupported character; `at` counts from 1. */
export function refusal(character: string, at: number): string {
  const meaning = meanings.get(character);
  if (meaning !== undefined) {
    return `must not have ${character} at character ${at}: ${meaning}; in quotes it is a character like others`;
  }
  if (character === '"') return `must close each phrase, but the one at character ${at} is open`;
  return `must not end with a backslash, but does at character ${at}`;
}

/** Removes backslash escapes. */
function unescaped({ at }: Token, text: string): string {
  return text.replace(/\\(?:u([\da-fA-F]{4})|(.))/gs, (_, code: string | undefined, character: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (character !== 'u') return character;
    throw new QueryStringError(`must have four hexadecimal digits after \\u, but has others at character ${at}`);
  });
}

const shortly = (text: string): string => (text.length > 50 ? `${text.slice(0, 50)}…` : text);
