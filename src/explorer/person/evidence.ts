import { month, year } from '../format.ts';
import type { WayFragment } from '../generated/documents.ts';

export type Way = WayFragment;
export type Step = Way['steps'][number];
export type Source = Step['sources'][number];

/** A period such as `2018–today` or `2011–2015`; empty if no date is known. */
const span = (from: string | null | undefined, until: string | null | undefined): string => {
  const [first, last] = [year(from), year(until)];
  if (first === undefined) return last === undefined ? '' : `–${last}`;
  if (last === undefined) return `${first}–today`;
  return first === last ? first : `${first}–${last}`;
};

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

/** The kind of some evidence, and the evidence in a few words, such as `Kestrel Robotics, 2018–today`. */
export const sayEvidence = (source: Source): readonly [kind: string, label: string] => {
  switch (source.__typename) {
    case 'WorkOverlap':
      return ['Worked together', joined(source.sharedCompany, span(source.overlapStartDate, source.overlapEndDate))];
    case 'EducationOverlap': {
      const years = span(source.overlapStartDate, source.overlapEndDate ?? source.graduationYear);
      return ['Studied together', joined(source.sharedSchool, years)];
    }
    case 'SharedInvestor':
      return ['Shared investor', joined(source.investor, source.portfolioCompany)];
    case 'ManualImport':
      return ['Entered by hand', source.since ? `Connected since ${month(source.since)}` : 'Entered by hand'];
    case 'XnetConnection':
      return ['Connected on the professional network', 'Connected on the professional network'];
    case 'EmailContact':
      return ['Known through e-mail', 'Known through e-mail'];
    case 'CalendarEvents':
      return ['Met in meetings', 'Met in meetings'];
    default:
      return [
        source.origin ?? 'Another source',
        joined(source.sharedCompany ?? source.sharedSchool ?? source.investor) || 'Another source',
      ];
  }
};

/** Its duration in months, if known. */
export const monthsOf = (source: Source): number | undefined =>
  'overlapDurationMonths' in source ? (source.overlapDurationMonths ?? undefined) : undefined;

/** A period that two people spent in one place, as a bar on an axis of years, with fractions. */
export interface Bar {
  readonly place: string;
  readonly from: number;
  /** Undefined: until today. */
  readonly until: number | undefined;
  /** They were there at the same time, but may not have met. */
  readonly isPotential: boolean;
}

const yearOf = (date: string | null | undefined): number | undefined => {
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?/.exec(date ?? '') ?? [];
  return year === undefined ? undefined : Number(year) + (month === undefined ? 0 : (Number(month) - 1) / 12);
};

/** Bars of a step: one per source with a start date; a potential step has its own dates. */
export const barsOf = ({ sources, from, until, kind, why }: Step): readonly Bar[] => {
  const dated = sources.flatMap((source): readonly Bar[] => {
    if (!('overlapStartDate' in source)) return [];
    const [start, end] = [yearOf(source.overlapStartDate), yearOf(source.overlapEndDate)];
    const place =
      ('sharedCompany' in source && source.sharedCompany) || ('sharedSchool' in source && source.sharedSchool) || '';
    return start === undefined ? [] : [{ place, from: start, until: end, isPotential: false }];
  });
  const start = yearOf(from);
  if (dated.length > 0 || kind === 'KNOWN' || start === undefined) return dated;
  const [, place = 'same place'] = /\bat ([^,.]+?)(?: at the same time| from| in \d|,|\.|$)/.exec(why) ?? [];
  return [{ place, from: start, until: yearOf(until), isPotential: true }];
};
