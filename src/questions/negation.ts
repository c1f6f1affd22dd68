import type { Span } from '../reading/spans.ts';

/** Words after which something is not asked for, in four languages, and the articles and prepositions after them. */
const negators =
  /(?<!\p{L})(?:(?:but|and|aber|mais|pero)\s+)?(?:anything but|anyone but|everyone but|all but|other than|but not|but no|not|no|(?:is|are|was|were|does|do(?!nt\s(?:l|on|nous|ils|elles|une?)(?!\p{Ll})|nt\s(?:l[ae]s?)\s))n['’]?t|without|neither|nor|never|nie|niemals|jamais|nunca|none of|nobody (?:from|at|in)|skip(?:ping)?|ignor(?:e|ing)|leav(?:e|ing) out|drop(?:ping)?|exclud(?:e|es)|apart from|aside from|bar(?:ring)?|minus|except(?: for)?|excluding|outside(?!\s+(?:sales|counsel))(?: of)?|ohne|weder|(?<=(?<!\p{L})weder\s.*)noch|bis auf|mit ausnahme von|abgesehen von|außer(?:halb)?|ausser(?:halb)?|nicht|keine?[nrs]?|sauf|(?:en )?dehors|hors|à part|mis à part|à l['’]exception|exclu\p{L}*|aucun(?:e|s)?|hormis|sans|excepté|pas|excepto|salvo|sin|menos|fuera|ni|quitando|aparte|a excepci[oó]n|excluy\p{L}+|ning[uú]n(?:a|os|as)?|que no (?:sea\p{L}*|est[eé]\p{L}*|viv\p{L}*|trabaj\p{L}*|hay\p{L}*)|qui ne (?:sont|soient|vivent|habitent|travaillent|viennent) pas)(?:\s+(?:ever|been|worked|gewesen|(?:hayan?|han?|haber) (?:estado|trabajado)|(?:été|travaillé|passés?)|any|ones?|people|everybody|everyone|the|a|in|at|from|of|bei|aus|von|die|der|den|dem|das|im|des?|du|d['’]|les?|la|au|aux|en|dans|chez|el|los|las|à|one|ones))*\s+/giu;

/** What ends the words that are excluded. */
const end =
  /[,;:.()!?\n]|\s(?:in|at|from|near|with|but|who|bei|aus|von|mit|aber|im|à|a|en|chez|avec|mais|de|con|pero|and|und|et|y)\s/iu;

/** Comparisons, which exclude nothing: `not more than 50`. */
const isComparing =
  /^(?:more|less|fewer|bigger|larger|mehr|weniger|plus|moins|más|mas|menos|only|just|sure|yet)(?!\p{L})/iu;

interface Scope {
  /** Where the word begins that excludes. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

const scopesIn = (text: string, negator: RegExp, last: RegExp): readonly Scope[] =>
  [...text.matchAll(negator)].flatMap(({ 0: word, index }) => {
    const start = index + word.length;
    const rest = text.slice(start);
    if (isComparing.test(rest)) return [];
    return [{ at: index, start, end: start + (last.exec(rest)?.index ?? rest.length) }];
  });

/** Says whether a span of a text is excluded, such as `interns` in `designers but no interns in Lyon`. */
export const negatedIn = (text: string): ((span: Pick<Span, 'start' | 'end'>) => boolean) => {
  const scopes = scopesIn(text, negators, end);
  return (span) => scopes.some(({ start, end: last }) => span.start >= start && span.end <= last);
};

/** The sign of an exclusion in a value. */
const signed = new RegExp(String.raw`${negators.source}|(?<=^|\s)[-!](?=\p{L})`, 'giu');

/** Splits the value of one filter, such as `engineer, not manager`, into what it asks for and what it excludes. */
export const excludedFrom = (text: string): { readonly rest: string; readonly excluded: readonly string[] } => {
  const scopes = scopesIn(text, signed, /[,;)]/);
  const rest = scopes.reduceRight((left, { at, end: last }) => `${left.slice(0, at)} ${left.slice(last)}`, text);
  return {
    rest: rest.replace(/^[\s,;(]+|[\s,;(]+$/g, ''),
    excluded: scopes.map(({ start, end: last }) => text.slice(start, last)),
  };
};

/** Filters that must not hold, combined with others. */
export const without = <Name extends string>(
  filters: Readonly<Partial<Record<Name, string>>>,
  unwanted: Readonly<Partial<Record<Name, string>>>,
): Partial<Record<Name, string>> => {
  const all: Partial<Record<Name, string>> = { ...filters };
  for (const name in unwanted) {
    const parts = (unwanted[name] ?? '').split('|').map((one) => `!${one}`);
    all[name] = [...(all[name] ? [all[name]] : []), ...parts].join('|');
  }
  return all;
};
