import { type Asked, QueryStringError, refusal } from './query-string.ts';

/**
 * Parser of `simple_query_string`: words, "phrases", + | -, parentheses and a trailing `*`; a backslash escapes the
 * next character. It ignores misplaced operators and unclosed parentheses or quotes; only unsupported syntax is an
 * error. Source: Lucene, `SimpleQueryParser`.
 */

/**
 * Operators and operands in order. `reset`: an empty pair of parentheses or quotes, which cancels a pending operator.
 */
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

  /** Refuses syntax of `query_string` that is not supported in either language. */
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

/** Positions of the closing parentheses, by those of the opening ones. */
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

/** Removes backslash escapes, and a trailing backslash. */
const unescaped = (text: string): string => text.replace(/\\(.|$)/gs, '$1');
