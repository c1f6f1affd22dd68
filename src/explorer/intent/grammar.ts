import type { FilterName, Filters } from '../people/filters.ts';
import { isFiller, isRole, isTitleWord, singular, trimmed } from './words.ts';

/** A phrase as filters, and the words before its first marker that are no title. */
export interface Phrase {
  readonly filters: Filters;
  readonly scope: 'ours' | 'all';
  /** A company, a name, a skill or none of them: what they are is for the data to say. */
  readonly rest: string;
}

/**
 * The grammar: a phrase is what somebody is, then parts that each begin with a marker.
 *
 *     phrase = [what] { marker text } [scope]
 *     what   = title words, a company, a skill or a name
 *     marker = "at" | "not at" | "who worked at" | "in" | "skilled in" | "named" | …
 *     scope  = "who we know" | "in our network" | "everyone"
 */
const markers: readonly (readonly [FilterName, string])[] = [
  [
    'not',
    '(?:(?:who|that) )?(?:are |is )?(?:not|outside|except|other than)(?: (?:at|from|of|in|with|working at|working for))?',
  ],
  [
    'past',
    '(?:(?:who|that) )?(?:have )?(?:once|previously|formerly|used to) (?:work(?:ed)?|was|were|be) (?:at|for|with)',
  ],
  ['past', '(?:(?:who|that) )?(?:have )?(?:worked (?:at|for)|left|came from)'],
  ['past', 'formerly (?:at|of|with)|former|alumni of|alums of|ex(?=\\s)'],
  [
    'school',
    '(?:(?:who|that) )?(?:have )?(?:studied|graduated|went to (?:school|university|college)) (?:at|from)|graduates of|alumni of (?=.*(?:college|university|school))',
  ],
  ['company', '(?:(?:who|that) )?(?:works?|working|are|is) (?:at|for|with)|employees of|employed (?:at|by)|at|from'],
  ['place', '(?:(?:who|that) )?(?:lives?|living|based|located|are) in|in|near|around'],
  [
    'skill',
    'skilled in|with (?:the )?skills? (?:of |in )?|(?:who|that) (?:can (?:write|do|speak|use|build)|knows? how to|use|write|speak)|experts? in|good at',
  ],
  ['name', 'named|called'],
];

const scopes: readonly (readonly [Phrase['scope'], RegExp])[] = [
  ['ours', /\b(?:(?:who|whom|that) )?(?:do )?(?:we|my team|our team|i) (?:already )?knows?\b/i],
  ['ours', /\b(?:in|within|from) (?:our|my) network\b/i],
  ['all', /\b(?:everyone|everybody|anyone|anybody)\b/i],
];

const flags: readonly (readonly [FilterName, RegExp])[] = [
  ['hiring', /\b(?:(?:who|that) )?(?:(?:are|is) )?hiring\b/i],
  [
    'open',
    /\b(?:(?:who|that) )?(?:(?:are|is) )?(?:open to (?:new )?(?:work|jobs?|roles?)|looking for (?:a |new )?(?:jobs?|work|roles?)|available)\b/i,
  ],
];

/** Reads a phrase such as `engineers at Kestrel in Berlin who we know`. */
export const readPhrase = (text: string): Phrase => {
  let rest = ` ${trimmed(text).replaceAll(/(?<=^|\s)ex-(?=\S)/gi, 'ex ')} `;
  let scope: Phrase['scope'] = 'ours';
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
    markers.map(([, pattern], index) => `(?<m${index}>(?<=\\s)(?:${pattern})(?=\\s))`).join('|'),
    'gi',
  );
  const found = [...rest.matchAll(any)];
  const titles: string[] = [];
  for (const [at, match] of found.entries()) {
    const name = markers[markers.findIndex((_, index) => match.groups?.[`m${index}`] !== undefined)]?.[0];
    const text = trimmed(rest.slice(match.index + match[0].length, found[at + 1]?.index ?? rest.length));
    const { kept, title } = withoutRoles(text);
    const isNoun = name === 'past' || name === 'company' || name === 'not';
    if (name === undefined || text === '') continue;
    if (isNoun && title !== '' && /^(?:ex|former)$/i.test(match[0].trim())) titles.push(title);
    const value = isNoun && /^(?:ex|former)$/i.test(match[0].trim()) ? kept : text;
    filters[name] ??= isNoun ? alternatives(value) : value;
  }
  const { title, others } = splitTitle(rest.slice(0, found[0]?.index ?? rest.length));
  const whole = [title, ...titles].find((one) => one !== '');
  if (whole !== undefined) filters.title = whole;
  return { filters, scope, rest: others };
};

/** `A, B or C` as alternatives; a comma alone may be part of a name. */
const alternatives = (text: string): string =>
  / (?:or|and) /i.test(text)
    ? text
        .split(/,? (?:or|and) |, /i)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join('|')
    : text;

/** Roles in the plural at the end of a company's name, as in `ex Cobalt engineers`. */
const withoutRoles = (text: string): { readonly kept: string; readonly title: string } => {
  const words = text.split(' ').filter((word) => word !== '');
  let end = words.length;
  while (
    end > 1 &&
    (isFiller(words[end - 1] ?? '') || (isRole(words[end - 1] ?? '') && /s$/i.test(words[end - 1] ?? '')))
  )
    end -= 1;
  const title = words
    .slice(end)
    .filter((word) => !isFiller(word))
    .map(singular)
    .join(' ');
  return { kept: words.slice(0, end).join(' '), title };
};

/** Title words of what somebody is, and the other words. A title needs a role: `Data Rabbit` is none. */
const splitTitle = (what: string): { readonly title: string; readonly others: string } => {
  const words = trimmed(what)
    .split(' ')
    .filter((word) => word !== '');
  const solid = words.filter((word) => !isFiller(word));
  const isTitled = solid.some(isRole);
  const isPart = (word: string) => isTitled && isTitleWord(word);
  const title = solid.filter(isPart).map((word) => (isRole(word) ? singular(word) : word));
  const others = solid.filter((word) => !isPart(word));
  return { title: title.join(' '), others: others.join(' ') };
};
