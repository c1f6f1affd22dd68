import { year } from '../format.ts';
import type { WayFragment } from '../generated/documents.ts';
import { say } from '../sentences.ts';

export type Way = WayFragment;
export type Step = Way['steps'][number];
export type Source = Step['sources'][number];

/** When two people were in one place: `2018–today`, `2011–2015`, or nothing where no date is known. */
const span = (from: string | null | undefined, until: string | null | undefined): string => {
  const [first, last] = [year(from), year(until)];
  if (first === undefined) return last === undefined ? '' : `–${last}`;
  if (last === undefined) return `${first}–${say.today}`;
  return first === last ? first : `${first}–${last}`;
};

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

/** What a connection rests on, in a few words, such as `Kestrel Robotics, 2018–today`. */
export const labelOf = (source: Source): string => {
  switch (source.__typename) {
    case 'WorkOverlap':
      return joined(source.sharedCompany, span(source.overlapStartDate, source.overlapEndDate));
    case 'EducationOverlap':
      return joined(source.sharedSchool, span(source.overlapStartDate, source.overlapEndDate ?? source.graduationYear));
    case 'SharedInvestor':
      return joined(source.investor, source.portfolioCompany);
    case 'ManualImport':
      return say.evidence.imported;
    case 'XnetConnection':
      return say.evidence.xnet;
    default:
      return joined(source.sharedCompany ?? source.sharedSchool ?? source.investor) || say.evidence.other;
  }
};

/** What kind of evidence it is. */
export const kindOf = (source: Source): string => {
  switch (source.__typename) {
    case 'WorkOverlap':
      return say.evidence.together;
    case 'EducationOverlap':
      return say.evidence.studied;
    case 'SharedInvestor':
      return say.evidence.invested;
    case 'XnetConnection':
      return say.evidence.xnet;
    case 'ManualImport':
      return say.evidence.imported;
    default:
      return source.origin ?? say.evidence.other;
  }
};

/** The months that it lasted, where they are known. */
export const monthsOf = (source: Source): number | undefined =>
  'overlapDurationMonths' in source ? (source.overlapDurationMonths ?? undefined) : undefined;

/** What a source names, and when it was. */
const partsOf = (source: Source): { readonly what: string; readonly when: string } => {
  switch (source.__typename) {
    case 'WorkOverlap':
      return { what: source.sharedCompany ?? '', when: span(source.overlapStartDate, source.overlapEndDate) };
    case 'EducationOverlap':
      return {
        what: source.sharedSchool ?? '',
        when: span(source.overlapStartDate, source.overlapEndDate ?? source.graduationYear),
      };
    default:
      return { what: labelOf(source), when: '' };
  }
};

/** A step's evidence in a few words; a potential step has no sources: its sentence names the place. */
export const stepLabel = ({ sources, from, until }: Step): { readonly what: string; readonly when: string } => {
  const [first, ...others] = [...new Map(sources.map((source) => [labelOf(source), partsOf(source)])).values()];
  if (first === undefined) return { what: say.ways.sameEmployer, when: span(from, until) };
  const more = others.length === 0 ? '' : say.ways.moreSources(others.length);
  return { what: first.what, when: [first.when, more].filter((part) => part !== '').join(' · ') };
};
