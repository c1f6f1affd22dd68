import { firmWords, nameWords } from '../reading/names.ts';
import type { Span } from '../reading/spans.ts';
import { industryNames } from '../reading/synonyms.ts';
import { isTitleWord } from '../reading/vocabulary.ts';
import { bestOf, isIn, personFields, runsOf } from './filters-of.ts';
import { anyFormOf } from './forms.ts';
import type { CompanyMatch, LookUps, PersonMatch } from './look-ups.ts';
import { isFound, rowWith, unlessUnchecked } from './named.ts';

export interface Known {
  readonly span: Span;
  readonly isSure: boolean;
  readonly person?: PersonMatch;
  readonly company?: CompanyMatch;
}

export const inOrder = (known: readonly Known[]): readonly Known[] =>
  known.toSorted((one, other) => one.span.start - other.span.start);

/** Between what somebody is and the employer. */
export const atWork = /(?<!\p{L})(?:at|@|bei|beim|chez|en|with)\s*$/iu;

/** Between a former title and the employer at that time. */
export const isAtOnce = /^\s*(?:at|@|bei|beim|chez|en|de|of|von|with|for)\s+(?:the\s|der\s|dem\s|la\s|el\s)?$/iu;

/** Before the name of an employer alone. */
export const introducesFirm =
  /(?:(?<!\p{L})(?:at|@|bei|beim|chez|ex|left|joined|formerly|moved|(?:from|to|von|zu|nach) (?!the\s))|d['’]|(?<=moved .*)(?:de|a|à|pour|por|vers))[\s-]*$/iu;

/** Without firms of one word that is a place or, in a search for companies, an industry: `Boston` in `interns in Boston`. */
export const withoutPlaces = async (
  firms: readonly Known[],
  text: string,
  isSearch: boolean,
  graph: LookUps,
): Promise<readonly Known[]> => {
  const isOther = await Promise.all(
    firms.map(async ({ span, company }) => {
      const before = text.slice(0, span.start);
      // `Buenos Aires` only begins as a firm does.
      const isBegun = company !== undefined && !isFound(company);
      const isPlace =
        firms.length > 1 || isIn.test(before) || isBegun || (!/\s/.test(span.text) && !atWork.test(before));
      if ((!isPlace && !isSearch) || (/\s/.test(span.text) && company?.id)) return false;
      const { text: value } = span;
      const filters = [
        ...(isPlace ? [{ place: value }, { country: value }] : []),
        ...(isSearch ? [{ industry: industryNames(value) }] : []),
      ];
      const counts = await graph.countPeople(Object.fromEntries(filters.map((one, at) => [at, anyFormOf(one)])));
      return Object.values(counts).some((count) => count > 0);
    }),
  );
  return firms.filter((_, at) => !isOther[at]);
};

/**
 * Whether a company name of one word is part of a skill, school or place of several, such as `Systems` in `Distributed
 * Systems`.
 */
export const isWithinMore = async (
  firm: Known | undefined,
  words: readonly Span[],
  spans: readonly Span[],
  graph: LookUps,
): Promise<boolean> => {
  if (!firm || /\s/.test(firm.span.text)) return false;
  const run = runsOf(words, spans).find((some) => some.some((word) => overlaps(word, firm.span))) ?? [];
  const plain = run.filter(({ text }) => !isTitleWord(text));
  if (plain.length < 2) return false;
  const { found } = await bestOf(plain, spans, personFields(graph), 2);
  return found.some(({ value }) => value.includes(firm.span.text));
};

export const nameOfFirm = ({ company, span, isSure }: Known): string =>
  isSure && company?.id ? span.text : (company?.candidates[0]?.name ?? span.text);

export const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

export const longer = ({ span }: Known, other: Span): boolean =>
  overlaps(span, other) && span.end - span.start >= other.end - other.start;

/** Maximum number of spans that are looked up as names. */
const maxNames = 40;

/** The spans that match people or companies, the longest first, without overlaps. */
export const namesIn = async (spans: readonly Span[], graph: LookUps) => {
  const some = spans.slice(0, maxNames);
  const names = some.filter(({ text }) => nameWords(text).length > 1);
  const found = await graph.match(
    names.map(({ text }) => rowWith({ name: text })),
    some.map(({ text }) => rowWith({ about: 'company', company: text })),
  );
  for (const one of found.people) if (one.cause !== 'NEEDS_EMPLOYER') unlessUnchecked(one);
  const people = names.flatMap((span, at): readonly Known[] => {
    const person = found.people[sameAs(found.people, at)];
    if (!person || !(isFound(person) || person.candidates.length > 0)) return [];
    return [{ span, person, isSure: isFound(person) }];
  });
  const companies = some.flatMap((span, at): readonly Known[] => {
    const company = found.companies[sameAs(found.companies, at)];
    if (!company) return [];
    if (isFound(company)) return [{ span, company, isSure: true }];
    const given = firmWords(span.text).join(' ');
    const near = company.candidates.filter(({ name }) =>
      firmWords(name ?? '')
        .join(' ')
        .startsWith(given),
    );
    const isSure = near.length === 1 && firmWords(span.text).length > 1;
    return near.length > 0 ? [{ span, company: { ...company, candidates: near }, isSure }] : [];
  });
  return { people: longest(people), companies: longest(companies) };
};

const sameAs = (rows: readonly { readonly sameAs: number | undefined }[], at: number): number => rows[at]?.sameAs ?? at;

const longest = (known: readonly Known[]): readonly Known[] => {
  const kept: Known[] = [];
  const isShorter = (one: Known): boolean =>
    known.some(({ span }) => longer({ ...one, span }, one.span) && span.text.length > one.span.text.length);
  for (const one of known.toSorted(
    (a, b) => Number(isShorter(a)) - Number(isShorter(b)) || Number(b.isSure) - Number(a.isSure),
  ))
    if (!kept.some(({ span }) => overlaps(span, one.span))) kept.push(one);
  return kept;
};
