import type { Span } from '../reading/spans.ts';

/** Words after which something is not asked for, in four languages, and the articles and prepositions after them. */
const negators =
  /(?<!\p{L})(?:anything but|anyone but|everyone but|all but|other than|but not|but no|not|no|(?:is|are|was|were|does|do)n['’]?t|without|except(?: for)?|excluding|minus|outside(?: of)?|ohne|außer(?:halb)?|ausser(?:halb)?|nicht|keine?[nrs]?|sauf|hors|hormis|sans|excepté|pas|excepto|salvo|sin|menos|fuera|ni)(?:\s+(?:any|the|a|in|at|from|of|bei|aus|von|die|der|den|dem|das|im|des?|du|d['’]|les?|la|au|aux|en|dans|chez|el|los|las|à|one|ones))*\s+/giu;

/** What ends the words that are excluded. */
const end =
  /[,;.()!?\n]|\s(?:in|at|from|near|with|but|who|bei|aus|von|mit|aber|im|à|a|en|chez|avec|mais|de|con|pero|and|und|et|y)\s/iu;

/** Comparisons, which exclude nothing: `not more than 50`. */
const isComparing =
  /^(?:more|less|fewer|bigger|larger|mehr|weniger|plus|moins|más|mas|menos|only|just|sure|yet)(?!\p{L})/iu;

/** Says whether a span of a text is excluded, such as `interns` in `designers but no interns in Lyon`. */
export const negatedIn = (text: string): ((span: Pick<Span, 'start' | 'end'>) => boolean) => {
  const scopes = [...text.matchAll(negators)].flatMap(({ 0: word, index }) => {
    const start = index + word.length;
    const rest = text.slice(start);
    if (isComparing.test(rest)) return [];
    const length = end.exec(rest)?.index ?? rest.length;
    return [{ start, end: start + length }];
  });
  return (span) => scopes.some(({ start, end: last }) => span.start >= start && span.end <= last);
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
