import { quoted } from '../../../store/index/token.ts';

/** A tsquery over a row's tokens, as a value; `all` and `none` are folded. */
export type TokenQuery =
  | { readonly op: 'all' | 'none'; readonly size: 0 }
  | {
      readonly op: 'token';
      readonly size: 1;
      readonly token: string;
      readonly prefix: boolean;
      /** Few rows have it. */
      readonly rare: boolean;
    }
  | { readonly op: 'phrase'; readonly size: number; readonly steps: readonly Step[] }
  | { readonly op: 'and' | 'or'; readonly size: number; readonly parts: readonly TokenQuery[] }
  | { readonly op: 'not'; readonly size: number; readonly part: TokenQuery };

/** A token of a phrase, with its distance to the one before. */
export interface Step {
  readonly token: string;
  readonly prefix: boolean;
  readonly distance: number;
}

export const all: TokenQuery = { op: 'all', size: 0 };
export const none: TokenQuery = { op: 'none', size: 0 };
export const token = (text: string, { rare = false } = {}): TokenQuery => ({
  op: 'token',
  size: 1,
  token: text,
  prefix: false,
  rare,
});
export const tokenPrefix = (text: string): TokenQuery => ({
  op: 'token',
  size: 1,
  token: text,
  prefix: true,
  rare: false,
});

export function phrase(steps: readonly Step[]): TokenQuery {
  const [first] = steps;
  if (first === undefined) return none;
  if (steps.length > 1) return { op: 'phrase', size: steps.length, steps };
  return first.prefix ? tokenPrefix(first.token) : token(first.token);
}

export const and = (parts: readonly TokenQuery[]): TokenQuery => joined('and', parts, all, none);
export const or = (parts: readonly TokenQuery[]): TokenQuery => joined('or', parts, none, all);

function joined(op: 'and' | 'or', parts: readonly TokenQuery[], neutral: TokenQuery, final: TokenQuery): TokenQuery {
  const kept = withoutRepeats(
    parts.filter((part) => part.op !== neutral.op).flatMap((part) => (part.op === op ? part.parts : [part])),
  );
  if (kept.some((part) => part.op === final.op)) return final;
  const [only] = kept;
  if (only === undefined) return neutral;
  return kept.length === 1 ? only : { op, size: kept.reduce((sum, part) => sum + part.size, 0), parts: kept };
}

/** Removes duplicate tokens. */
function withoutRepeats(parts: readonly TokenQuery[]): readonly TokenQuery[] {
  const said = new Set<string>();
  return parts.filter((part) => {
    if (part.op !== 'token') return true;
    const text = printed(part);
    if (said.has(text)) return false;
    said.add(text);
    return true;
  });
}

export function not(part: TokenQuery): TokenQuery {
  if (part.op === 'all') return none;
  if (part.op === 'none') return all;
  return part.op === 'not' ? part.part : { op: 'not', size: part.size, part };
}

/** At least `least` of the parts, by recursion on halves. */
export function atLeast(least: number, parts: readonly TokenQuery[]): TokenQuery {
  if (least <= 0) return all;
  if (least > parts.length) return none;
  if (least === 1) return or(parts);
  if (least === parts.length) return and(parts);
  const middle = Math.ceil(parts.length / 2);
  const [left, right] = [parts.slice(0, middle), parts.slice(middle)];
  const shares = Array.from({ length: least + 1 }, (_, inLeft) =>
    and([atLeast(inLeft, left), atLeast(least - inLeft, right)]),
  );
  return or(shares);
}

/** Whether a match requires some token: only then can the index be used. */
function demandsToken(query: TokenQuery): boolean {
  if (query.op === 'and') return query.parts.some(demandsToken);
  if (query.op === 'or') return query.parts.every(demandsToken);
  return query.op === 'token' || query.op === 'phrase' || query.op === 'none';
}

/** Whether few rows match. */
export function isRare(query: TokenQuery): boolean {
  if (query.op === 'and') return query.parts.some(isRare);
  if (query.op === 'or') return query.parts.every(isRare);
  return query.op === 'none' || (query.op === 'token' && query.rare);
}

/**
 * Whether a prefix occurs: the index then collects all rows with any matching token, whatever the other conditions.
 */
export function hasPrefix(query: TokenQuery): boolean {
  if (query.op === 'and' || query.op === 'or') return query.parts.some(hasPrefix);
  if (query.op === 'not') return hasPrefix(query.part);
  if (query.op === 'phrase') return query.steps.some(({ prefix }) => prefix);
  return query.op === 'token' && query.prefix;
}

/** Adds `every`, a token of all rows in question, if the index could not be used otherwise. */
export const anchored = (query: TokenQuery, every: string): TokenQuery =>
  demandsToken(query) ? query : and([token(every), query]);

/**
 * The text of a tsquery; `all` and `none` have none. Long chains are printed as balanced parentheses, since PostgreSQL
 * parses a chain recursively.
 */
export function printed(query: TokenQuery): string {
  switch (query.op) {
    case 'all':
    case 'none':
      throw new Error(`A tsquery cannot say ${query.op}.`);
    case 'token':
      return operand(query);
    case 'phrase':
      return `(${query.steps.map((step, n) => (n === 0 ? '' : ` <${step.distance}> `) + operand(step)).join('')})`;
    case 'not':
      return `!(${printed(query.part)})`;
    case 'and':
      return balanced(query.parts.map(printed), ' & ');
    case 'or':
      return balanced(query.parts.map(printed), ' | ');
  }
}

const operand = ({ token, prefix }: Pick<Step, 'token' | 'prefix'>): string =>
  prefix ? `${quoted(token)}:*` : quoted(token);

function balanced(texts: readonly string[], operator: string): string {
  if (texts.length === 1) return texts[0] ?? '';
  const middle = Math.ceil(texts.length / 2);
  return `(${balanced(texts.slice(0, middle), operator)}${operator}${balanced(texts.slice(middle), operator)})`;
}
