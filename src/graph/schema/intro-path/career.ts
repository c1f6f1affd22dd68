import type { Profile } from '../../../contract/record/profile.ts';
import { momentOf } from '../date-order.ts';

/** A time of employment: moments, and whether it goes on. */
export interface Span {
  readonly from: number;
  readonly until: number;
  readonly current: boolean;
}

/** All that a record tells of a person's time at one company. */
export interface Employer {
  readonly companyId: string;
  readonly name: string;
  readonly website: string | undefined;
  /** Without gaps of a month or more, in order; never empty. */
  readonly spans: readonly [Span, ...Span[]];
  readonly functions: ReadonlySet<string>;
  readonly seniorities: ReadonlySet<string>;
  /** Where the job was done, from the narrow to the wide. */
  readonly location: string | undefined;
  /** How many people work there, as the record tells; the middle of a range. */
  readonly headCount: number | undefined;
}

const month = (365.25 / 12) * 24 * 60 * 60 * 1000;

/** The whole months between two moments. */
export const monthsBetween = (from: number, until: number): number => Math.max(0, Math.floor((until - from) / month));

/** A moment as a day, such as `2026-11-22`. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/**
 * The employers of a career, the latest first, of several the one of longest. An entry without a first day, or without an end that is not current, is
 * left out, since nobody knows how long it lasted.
 */
export function employersOf({ profile_info: info }: Profile, now: number): readonly Employer[] {
  const entries = (info?.experience ?? []).flatMap((entry) => {
    const from = momentOf(entry?.start_date);
    const end = momentOf(entry?.end_date);
    const until = Number.isNaN(end) ? (entry?.is_current ? now : Number.NaN) : Math.min(end, now);
    const companyId = entry?.company_id ?? entry?.company?.id;
    if (!entry || !companyId || !(from <= until)) return [];
    return [{ entry, companyId, span: { from, until, current: Number.isNaN(end) || end >= now } }];
  });
  const employers = [...Map.groupBy(entries, ({ companyId }) => companyId.toLowerCase())].flatMap(([companyId, of]) => {
    const [first, ...rest] = merged(of.map(({ span }) => span));
    if (!first) return [];
    const jobs = of.map(({ entry }) => entry);
    const sizes = jobs.flatMap(({ company }) => middleOf(company?.size) ?? []);
    const employer: Employer = {
      companyId,
      name: jobs.find(({ company }) => company?.name)?.company?.name ?? 'one company',
      website: jobs.flatMap(({ company }) => company?.websites ?? []).find((website) => website !== null),
      spans: [first, ...rest],
      functions: new Set(jobs.flatMap((job) => job.function ?? [])),
      seniorities: new Set(jobs.flatMap(({ seniorities }) => (seniorities ?? []).filter((one) => one !== null))),
      location: jobs.flatMap(({ location }) => location ?? []).find((place) => place !== null) ?? undefined,
      headCount: sizes[0],
    };
    return [employer];
  });
  return employers.toSorted((a, b) => lastOf(b).until - lastOf(a).until || lastOf(a).from - lastOf(b).from);
}

/** The last time that somebody was at an employer. */
export const lastOf = ({ spans }: Employer): Span => spans.at(-1) ?? spans[0];

/** Spans in order, those that touch made one. */
function merged(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (!last || span.from - last.until > month) joined.push(span);
    else if (span.until > last.until) joined[joined.length - 1] = { ...span, from: last.from };
  }
  return joined;
}

function middleOf(size: { readonly min?: number | null; readonly max?: number | null } | null | undefined) {
  const bounds = [size?.min, size?.max].filter((bound) => typeof bound === 'number');
  return bounds.length > 0 ? bounds.reduce((sum, bound) => sum + bound, 0) / bounds.length : undefined;
}

/** What two people's time at one employer comes to, from both records. */
export interface SharedStay {
  readonly employer: Employer;
  readonly from: number;
  readonly until: number;
  readonly current: boolean;
  readonly months: number;
  readonly sameFunction: boolean | undefined;
  readonly sameSeniority: boolean | undefined;
}

/** The employers that two people shared at the same time. */
export function sharedStays(one: readonly Employer[], other: readonly Employer[]): readonly SharedStay[] {
  const theirs = new Map(other.map((employer) => [employer.companyId, employer]));
  return one.flatMap((employer) => {
    const there = theirs.get(employer.companyId);
    const parts = employer.spans.flatMap((a) =>
      (there?.spans ?? []).flatMap((b) => {
        const [from, until] = [Math.max(a.from, b.from), Math.min(a.until, b.until)];
        return from <= until ? [{ from, until, current: a.current && b.current }] : [];
      }),
    );
    const last = parts.at(-1);
    if (!there || !last) return [];
    return [
      {
        employer,
        from: Math.min(...parts.map(({ from }) => from)),
        until: last.until,
        current: last.current,
        months: parts.reduce((sum, { from, until }) => sum + monthsBetween(from, until), 0),
        sameFunction: overlap(employer.functions, there.functions),
        sameSeniority: overlap(employer.seniorities, there.seniorities),
      },
    ];
  });
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean | undefined =>
  a.size > 0 && b.size > 0 ? [...a].some((one) => b.has(one)) : undefined;
