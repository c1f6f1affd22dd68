import type { FilterName, Filters } from '../people/filters.ts';

/** What a phrase says: filters, whose network, and the words that no rule knows. */
export interface Understood {
  readonly filters: Filters;
  readonly scope: 'ours' | 'everyone';
  readonly unknown: readonly string[];
}

/** What is known of names and titles, besides the grammar's own words. */
export interface KnownWords {
  readonly titles: Iterable<string>;
  readonly employers: Iterable<string>;
}

/**
 * The grammar: a phrase is what somebody is, then parts that each begin with a marker.
 *
 *     phrase = [what] { marker text } [scope]
 *     what   = title words, a company, or a name
 *     marker = "at" | "who worked at" | "in" | "skilled in" | "named" | …
 *     scope  = "who we know" | "in our network" | "everyone"
 */
const markers: readonly (readonly [FilterName, string])[] = [
  ['past', '(?:(?:who|that) )?(?:have )?(?:once|previously|formerly|used to) (?:worked?|was|were) (?:at|for)'],
  ['past', '(?:(?:who|that) )?(?:have )?worked (?:at|for)'],
  ['past', 'formerly (?:at|of|with)|alumni of|ex-'],
  ['company', '(?:(?:who|that) )?(?:works?|working|are) (?:at|for)|at'],
  ['place', '(?:(?:who|that) )?(?:lives?|living|based|located|are) in|in|near'],
  ['skill', 'skilled in|with (?:the )?skills? (?:of |in )?|who (?:can|knows? how to)'],
  ['name', 'named|called'],
];

const scopes: readonly (readonly [Understood['scope'], RegExp])[] = [
  ['ours', /\b(?:(?:who|whom|that) )?(?:we|my team|our team|i) (?:already )?knows?\b/i],
  ['ours', /\b(?:in|within|from) (?:our|my) network\b/i],
  ['everyone', /\b(?:everyone|everybody|anyone|anybody)\b/i],
];

const flags: readonly (readonly [FilterName, RegExp])[] = [
  ['hiring', /\b(?:(?:who|that) (?:are|is) )?hiring\b/i],
  ['open', /\b(?:(?:who|that) (?:are|is) )?(?:open to (?:new )?work|looking for (?:a |new )?(?:job|work)s?)\b/i],
];

/** Words of titles that need not have been read before. */
const roles =
  'engineer developer designer architect manager director head chief officer president vp ceo cto cfo coo founder cofounder partner investor analyst scientist researcher lawyer counsel recruiter marketer consultant accountant buyer producer editor writer teacher professor doctor nurse lead senior staff principal junior software hardware data product sales marketing finance legal operations people growth security machine learning research design engineering customer success support account business development talent general managing executive associate vice of';

const fillers = new Set([
  'people',
  'person',
  'persons',
  'someone',
  'somebody',
  'who',
  'whom',
  'that',
  'are',
  'is',
  'the',
  'a',
  'an',
  'all',
  'and',
  'find',
  'show',
  'me',
]);

/** Reads a phrase such as `engineers at Kestrel in Berlin who we know`. */
export const understand = (phrase: string, known: KnownWords): Understood => {
  let rest = ` ${phrase.trim().replaceAll(/\s+/g, ' ')} `;
  let scope: Understood['scope'] = 'ours';
  for (const [which, pattern] of scopes) {
    if (!pattern.test(rest)) continue;
    scope = which;
    rest = rest.replace(pattern, ' ');
    break;
  }
  const filters: Partial<Record<FilterName, string>> = {};
  for (const [name, pattern] of flags) {
    if (!pattern.test(rest)) continue;
    filters[name] = '1';
    rest = rest.replace(pattern, ' ');
  }

  const any = new RegExp(
    markers.map(([, pattern], index) => `(?<m${index}>(?<=\\s)(?:${pattern})(?=\\s)|(?<=\\s)ex-)`).join('|'),
    'gi',
  );
  const found = [...rest.matchAll(any)];
  const what = rest.slice(0, found[0]?.index ?? rest.length).trim();
  for (const [at, match] of found.entries()) {
    const which = markers.findIndex((_, index) => match.groups?.[`m${index}`] !== undefined);
    const text = trimmed(rest.slice(match.index + match[0].length, found[at + 1]?.index ?? rest.length));
    const name = markers[which]?.[0];
    if (name !== undefined && text !== '') filters[name] ??= text;
  }
  const unknown = readWhat(what, known, filters);
  return { filters, scope, unknown };
};

/** Reads what stands before the first marker into the filters; answers the words that no rule knows. */
const readWhat = (what: string, known: KnownWords, filters: Partial<Record<FilterName, string>>): readonly string[] => {
  const words = trimmed(what)
    .split(' ')
    .filter((word) => word !== '' && !fillers.has(word.toLowerCase()));
  if (words.length === 0) return [];
  const whole = words.join(' ');
  const employer = [...known.employers].find((one) => folded(one) === folded(whole));
  if (employer !== undefined && filters.company === undefined) {
    filters.company = employer;
    return [];
  }
  const titleWords = new Set(
    [...known.titles].flatMap((title) => folded(title).split(/[\s,/]+/)).concat(roles.split(' ')),
  );
  const isTitle = (word: string): boolean => titleWords.has(folded(word)) || titleWords.has(singular(folded(word)));
  const title = words.filter(isTitle).map((word) => (titleWords.has(folded(word)) ? word : singular(word)));
  const others = words.filter((word) => !isTitle(word));
  if (title.length > 0) filters.title = title.join(' ');
  // Capitalised words that are no title are a name: people are written so.
  else if (filters.name === undefined && others.every((word) => /^\p{Lu}|^\p{Lo}/u.test(word))) {
    filters.name = whole;
    return [];
  }
  return others;
};

const trimmed = (text: string): string =>
  text
    .trim()
    .replaceAll(/^[,;]+|[,;.?!]+$|\s+(?:and|who|that)$/gi, '')
    .trim();

/** Without case and accents. */
export const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

const singular = (word: string): string =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^s])s$/, '');
