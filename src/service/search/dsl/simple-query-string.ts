import { type Asked, QueryStringError, refusal } from './query-string.ts';

/**
 * The mini language of `simple_query_string`: words, "phrases", + | -, brackets and a trailing `*`; a backslash takes the
 * next character as it is. It has no other errors than what it does not offer: an operator that stands astray, a bracket
 * or a quote that is open is passed over. Source: Lucene, `SimpleQueryParser`.
 */

/** Operators and operands as they stand. A pair of brackets or quotes with nothing in it takes back an operator. */
export type Simple = 'and' | 'or' | 'reset' | Operand;

export interface Operand {
  readonly not: boolean;
  readonly asked: Asked | readonly Simple[];
}

/** @throws QueryStringError */
export function parseSimpleQueryString(text: string, deepest: number): readonly Simple[] {
  const closing = bracketsOf(text);
  return levelOf(0, text.length, 0);

  function levelOf(start: number, end: number, depth: number): readonly Simple[] {
    if (depth > deepest) throw new QueryStringError(`brackets must be nested at most ${deepest} deep, but got more`);
    const level: Simple[] = [];
    let index = start;
    let not = false;
    while (index < end) {
      const character = text.charAt(index);
      if (character === '-') {
        not = !not;
        index += 1;
        continue;
      }
      if (character === '(') index = bracketAt(index);
      else if (character === '"') index = phraseAt(index);
      else if (!/[+| \t\n\r)]/.test(character)) index = wordAt(index);
      else {
        if (character === '+' || character === '|') level.push(character === '+' ? 'and' : 'or');
        index += 1;
      }
      not = false;
    }
    return level;

    function bracketAt(open: number): number {
      const close = closing.get(open) ?? end;
      if (close >= end) return open + 1;
      if (close === open + 1) level.push('reset');
      else level.push({ not, asked: levelOf(open + 1, close, depth + 1) });
      return close + 1;
    }

    function phraseAt(open: number): number {
      const [quoted] = /^"(?:[^"\\]|\\.)*"/s.exec(text.slice(open, end)) ?? [];
      if (quoted === undefined) return open + 1;
      const after = open + quoted.length;
      if (after < end && text[after] === '~') throw new QueryStringError(refusal('~', after + 1));
      if (quoted === '""') level.push('reset');
      else level.push({ not, asked: { kind: 'phrase', text: unescaped(quoted.slice(1, -1)), field: undefined } });
      return after;
    }

    function wordAt(first: number): number {
      const [written = ''] = /^(?:\\.|[^\\"|+() \t\n\r]|\\$)+/s.exec(text.slice(first, end)) ?? [];
      const literal = written.replace(/\\./gs, '__');
      hold(literal, first);
      const prefix = literal.length > 1 && literal.endsWith('*');
      const word = unescaped(prefix ? written.slice(0, -1) : written);
      if (word !== '') level.push({ not, asked: { kind: prefix ? 'prefix' : 'words', text: word, field: undefined } });
      return first + written.length;
    }
  }

  /** Refuses what would mean something else in `query_string`, and is not offered there, either. */
  function hold(word: string, first: number): void {
    const astray = /[~^]|\*(?!$)|^\*/.exec(word) ?? /^\/.*\/$/.exec(word);
    if (astray) throw new QueryStringError(refusal(astray[0].charAt(0), first + astray.index + 1));
    const [name] = /^(?:profile_info|company_info|team_connections)\.[\w.]+:/.exec(word) ?? [];
    if (name !== undefined) {
      throw new QueryStringError(
        `must not have ${name} at character ${first + 1} (the member fields names the fields)`,
      );
    }
    const range = /^[[{]\S+ TO \S+[\]}]/.exec(text.slice(first, first + 200));
    if (range) throw new QueryStringError(refusal(word.charAt(0), first + 1));
  }
}

/** Where the brackets close that are open at each place. */
function bracketsOf(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/\\.|[()]/gs)) {
    if (sign === '(') open.push(index);
    const last = sign === ')' ? open.pop() : undefined;
    if (last !== undefined) pairs.set(last, index);
  }
  return pairs;
}

/** A backslash at the very end is left out. */
const unescaped = (text: string): string => text.replace(/\\(.|$)/gs, '$1');
