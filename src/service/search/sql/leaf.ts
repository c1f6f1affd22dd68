import { sql } from 'kysely';
import { codeOf } from '../../../store/index/code.ts';
import { momentDigits, momentPrefixes, numberDigits, numberPrefixes } from '../../../store/index/digits.ts';
import { clean, exceedsKnown, hashMark, lowerCase } from '../../../store/index/normal.ts';
import { digitsToken, existsToken, foldedToken, wholeToken, wordToken } from '../../../store/index/token.ts';
import type { Field, Phrase, Prefix, Range, Values, Wildcard, Words } from '../tree.ts';
import { likePattern, literal } from './like.ts';
import { inPlace, placements } from './placements.ts';
import { atLeast, byCheck, byTokens, or, type Plan } from './plan.ts';
import type { Rows } from './rows.ts';
import * as tokens from './token-query.ts';

/** Plans of the clauses on one field, over the tokens that `store/index` writes. */

export const existsPlan = (field: Field): Plan => byTokens(tokens.token(existsToken(codeOf(field.path))));

export function valuesPlan(rows: Rows, { field, values, ignoreCase }: Values): Plan {
  const code = codeOf(field.path);
  const texts = values.flatMap((value) =>
    field.kind === 'number'
      ? [digitsToken(code, numberDigits(Number(value)))]
      : spellings(field, String(value), ignoreCase).map(({ make, text }) => make(code, text)),
  );
  return or(
    rows,
    texts.map((text) => byTokens(tokens.token(text, { rare: identifies(field) }))),
  );
}

/** Whether a whole value of the field identifies one record, company or school, so that few rows have it. */
const identifies = ({ kind, path }: Field): boolean =>
  kind !== 'text' && /(?:^|[._])(?:id|names?|urls?|websites?|slugs?)(?:\.keyword)?$/.test(path);

/** The tokens that match a text: words, or whole values in both forms. */
function spellings(field: Field, text: string, ignoreCase: boolean) {
  if (field.kind === 'text') return [{ make: wordToken, text: ignoreCase ? lowerCase(text) : text }];
  if (!ignoreCase) return [{ make: wholeToken, text }];
  return [wholeToken, foldedToken].map((make) => ({ make, text: lowerCase(text) }));
}

export function wordsPlan(rows: Rows, { field, words, atLeast: least }: Words): Plan {
  const code = codeOf(field.path);
  return atLeast(
    rows,
    least,
    words.map((word) => byTokens(tokens.token(wordToken(code, word)))),
  );
}

/** Each placement of the words is its own phrase; all contain the same words. */
export function phrasePlan({ field, words, slop, prefix }: Phrase): Plan {
  if (prefix && exceedsKnown(words.at(-1) ?? '')) return byTokens(tokens.none);
  const steps = words.map((word, index) => ({
    token: wordToken(codeOf(field.path), word),
    prefix: prefix && index === words.length - 1,
  }));
  const ways = slop === 0 ? [inPlace(words.length)] : placements(words.length, slop);
  const phrases = ways.map((way) =>
    tokens.phrase(way.flatMap(({ word, distance }) => (steps[word] ? [{ ...steps[word], distance }] : []))),
  );
  if (phrases.length === 1) return byTokens(tokens.or(phrases));
  const each = steps.map((step) => (step.prefix ? tokens.tokenPrefix(step.token) : tokens.token(step.token)));
  return byTokens(tokens.and([...each, tokens.or(phrases)]));
}

export function rangePlan(rows: Rows, { field, from, to }: Range): Plan {
  const code = codeOf(field.path);
  const date = field.kind === 'date';
  if (from !== undefined && from === to) {
    return byTokens(tokens.token(digitsToken(code, date ? momentDigits(from) : numberDigits(from))));
  }
  const prefixes = date ? momentPrefixes({ from, to }) : numberPrefixes({ from, to });
  return or(
    rows,
    prefixes.map((digits) => byTokens(tokens.tokenPrefix(digitsToken(code, digits)))),
  );
}

export function prefixPlan(field: Field, { prefix, ignoreCase }: Prefix): Plan {
  if (exceedsKnown(prefix)) return byTokens(tokens.none);
  return byTokens(startingWith(field, prefix, ignoreCase));
}

const startingWith = (field: Field, prefix: string, ignoreCase: boolean) =>
  tokens.or(
    spellings(field, prefix, ignoreCase).map(({ make, text }) => tokens.tokenPrefix(make(codeOf(field.path), text))),
  );

/**
 * Tokens find rows by the text before the first wildcard; their unpacked tokens are then compared with the pattern.
 */
export function wildcardPlan(rows: Rows, { field, pattern, ignoreCase }: Wildcard): Plan {
  const [head, ...rest] = pattern;
  if (typeof head !== 'object' || exceedsKnown(head.text)) return byTokens(tokens.none);
  const tail = likePattern(
    rest.map((part) =>
      typeof part === 'object' ? { text: clean(ignoreCase ? lowerCase(part.text) : part.text) } : part,
    ),
  );
  const patterns = spellings(field, head.text, ignoreCase).map(
    ({ make, text }) => `${literal(make(codeOf(field.path), text))}${tail}`,
  );
  const check = sql<boolean>`exists (
    select from unnest(tsvector_to_array(${rows.tokens})) as lexeme
    where lexeme like any(${patterns}::text[]) and split_part(lexeme, ${hashMark}, 1) like any(${patterns}::text[])
  )`;
  return byCheck(check, startingWith(field, head.text, ignoreCase));
}
