import { companyFactsIn } from '../reading/company-facts.ts';
import { type CompanySearch, isFirmWord } from '../reading/company-search.ts';
import { andWords, hasOr, orWords } from '../reading/conjunctions.ts';
import { blankedAt } from '../reading/facts.ts';
import { placeNames } from '../reading/places.ts';
import { spansOf } from '../reading/spans.ts';
import type { CompanyFilters } from './company-filters.ts';
import { alternativesLeft, bestOf, companyFields, isIn, runsOf, wordsIn } from './filters-of.ts';
import type { LookUps } from './look-ups.ts';
import { companiesBy, type Meaning } from './meaning.ts';
import { negatedIn, without } from './negation.ts';
import { rangeText } from './people-filters.ts';

/** Words of those who use a technology; `usage` is before it. */
const uses = String.raw`(?<!\p{L})(?:users?|us(?:e|es|ed|ing)|runs?|running|utilis\p{L}+|nutz\p{L}+|verwend\p{L}+|(?:ein)?setz\p{L}+|usan?|utiliza\p{L}*)(?!\p{L})`;
const usesAfter = String.raw`(?<!\p{L})(?:im\seinsatz|in\s(?:their|the)\s(?:tech\s)?stack|(?:dans|en)\s(?:leur|la|su)\sstack)(?!\p{L})`;
/** Said of people, too: only companies of an industry work with a technology. */
const works = String.raw`(?<!\p{L})(?:work(?:s|ing)?\swith|trabaj\p{L}+\scon|travaill\p{L}+\s(?:avec|sur)|arbeite\p{L}*\smit|tourn\p{L}+\ssur|équipé\p{L}*\s(?:de|avec)|equipped\swith|bas(?:ed|é\p{L}*|ad[oa]s?)\s(?:on|sur|en)|auf|on|sur)(?!\p{L})`;
export const isOfUse = new RegExp(`${uses}|${usesAfter}`, 'iu');
const people = String.raw`(?<!\p{L})(?:people|folks|persons|any(?:one|body)|some(?:one|body)|contacts?|leute|jemand\p{L}*|personnes?|gens|quelqu.un|gente|personas|alguien)(?!\p{L})`;
export const isOfWorkWith = new RegExp(`^(?!.*${people}).*${works}`, 'isu');
const usage = new RegExp(`(?:${uses}|${works})[^,]*$`, 'iu');

const orAnd = new RegExp(String.raw`(?<!\p{L})(?:${orWords}|${andWords})(?!\p{L})|&`, 'iu');

/** Words for where a company has its seat. */
const seat =
  /(?<!\p{L})(?:based|headquartered|hq|headquarters?|(?:haupt)?sitz|ansässig|siège|sede|radicadas?|domiciliad\p{L}+)(?!\p{L})/iu;

/** The known name of a place that words mean, of which no record is. */
const unknownPlaceIn = (text: string): string | undefined => (text.length > 3 ? placeNames(text)[1] : undefined);

/** The companies that a search asks for. */
export const companiesMeaning = async (
  { rest: text, size, founded }: CompanySearch,
  graph: LookUps,
): Promise<Meaning> => {
  const facts = companyFactsIn(text);
  const rest = blankedAt(text, facts);
  const spans = spansOf(rest);
  const filters: Partial<Record<keyof CompanyFilters, string>> = {
    ...(size && { size: rangeText(size) }),
    ...(founded && { founded: rangeText(founded) }),
  };
  const left: string[] = [];
  const isNegated = negatedIn(text);
  const words = wordsIn(spans);
  const unwanted: Partial<Record<keyof CompanyFilters, string>> = {};
  const add = (to: typeof filters, field: keyof CompanyFilters, value: string): void => {
    const isEither = field === 'kind' ? orAnd.test(rest) : hasOr(rest);
    const isBoth = (field === 'technology' || field === 'kind') && !isEither;
    const already = to[field]?.split(/\||\s\+\s/) ?? [];
    const added = value
      .split('|')
      .filter((one) => !already.includes(one))
      .join('|');
    if (added !== '') to[field] = to[field] ? `${to[field]}${isBoth ? ' + ' : '|'}${added}` : added;
  };
  for (const one of facts) add(isNegated(one) ? unwanted : filters, 'kind', one.fact);
  for (const [to, some] of [
    [filters, words.filter((word) => !isNegated(word))],
    [unwanted, words.filter(isNegated)],
  ] as const)
    for (const run of runsOf(some, spans)) {
      const best = await bestOf(run, spans, companyFields(graph));
      for (const { field, value } of best.found) add(to, field, value);
      const first = run.find((word) => word.text === best.left[0]);
      const alternatives = alternativesLeft(run, best.left, rest);
      // A place or technology of no company is still asked for.
      const isAsked = first !== undefined;
      const places = alternatives.flatMap((one) => unknownPlaceIn(one) ?? []);
      if (places.length > 0 && places.length === alternatives.length) {
        for (const place of places) add(to, 'place', place);
        continue;
      }
      if (isAsked && isIn.test(rest.slice(0, first.start))) for (const one of alternatives) add(to, 'place', one);
      else if (isAsked && usage.test(rest.slice(0, first.start)))
        for (const one of best.left) add(to, 'technology', one);
      else left.push(...best.left);
    }
  const { place, ...others } = without(filters, unwanted);
  // `Game studios` are of an industry already.
  const unread = others.industry === undefined ? left : left.filter((word) => !isFirmWord(word));
  return companiesBy({ ...others, ...(place && { [seat.test(rest) ? 'seat' : 'place']: place }) }, unread.join(' '));
};
