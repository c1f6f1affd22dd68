import { momentOf } from '../../../contract/partial-date.ts';
import type { Profile } from '../../../contract/record/profile.ts';

/** A period at an employer or school, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
  readonly current: boolean;
}

/** A person's time at one employer or school, from the record. */
export interface Affiliation {
  readonly kind: 'employer' | 'school';
  /** Keys that are comparable across records: two affiliations that share one are the same. */
  readonly keys: readonly string[];
  /** The company's uuid; undefined for a school. */
  readonly companyId: string | undefined;
  /** A school's numeric id on the external network. */
  readonly schoolId: number | undefined;
  readonly name: string;
  readonly website: string | undefined;
  /** In order; spans at most a month apart are merged. Never empty. */
  readonly spans: readonly [Span, ...Span[]];
  /** The functions of the jobs, or the majors at a school. */
  readonly functions: ReadonlySet<string>;
  readonly seniorities: ReadonlySet<string>;
  /** The first, narrowest location of a job. */
  readonly location: string | undefined;
  /** Head count from the record: the midpoint of a range. */
  readonly headCount: number | undefined;
}

const month = (365.25 / 12) * 24 * 60 * 60 * 1000;

/** The whole months between two moments. */
export const monthsBetween = (from: number, until: number): number => Math.max(0, Math.floor((until - from) / month));

/** The UTC date of a moment, such as `2026-11-22`. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/**
 * The employers of a career, the latest end first; of equal ends, the longest stay first. An entry is left out if it has no
 * company id, no start, or neither an end nor `is_current`: its duration is unknown.
 */
export function employersOf({ profile_info: info }: Profile, now: number): readonly Affiliation[] {
  const entries = (info?.experience ?? []).flatMap((entry) => {
    const span = spanOf(entry?.start_date, entry?.end_date, entry?.is_current === true, now);
    const companyId = entry?.company_id ?? entry?.company?.id;
    return entry && companyId && span ? [{ entry, companyId, span }] : [];
  });
  const employers = [...Map.groupBy(entries, ({ companyId }) => companyId.toLowerCase())].flatMap(([companyId, of]) => {
    const [first, ...rest] = merged(of.map(({ span }) => span));
    if (!first) return [];
    const jobs = of.map(({ entry }) => entry);
    const sizes = jobs.flatMap(({ company }) => middleOf(company?.size) ?? []);
    const employer: Affiliation = {
      kind: 'employer',
      keys: [companyId],
      companyId,
      schoolId: undefined,
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
  return employers.toSorted(latestFirst);
}

/** The schools of an education, latest first. An entry is left out if it has no name, no start or no end. */
export function schoolsOf({ profile_info: info }: Profile, now: number): readonly Affiliation[] {
  const entries = (info?.education ?? []).flatMap((entry) => {
    const span = spanOf(entry?.start_date, entry?.end_date, false, now);
    const name = entry?.school?.name?.trim();
    return entry && name && span ? [{ entry, name, span }] : [];
  });
  const schools = [...Map.groupBy(entries, ({ name }) => name.toLowerCase())].flatMap(([key, of]) => {
    const [first, ...rest] = merged(of.map(({ span }) => span));
    if (!first) return [];
    const schoolId = of.map(({ entry }) => entry.school?.xnet_id).find((id) => typeof id === 'number') ?? undefined;
    const school: Affiliation = {
      kind: 'school',
      keys: [`school ${key}`, ...(schoolId === undefined ? [] : [`school ${schoolId}`])],
      companyId: undefined,
      schoolId,
      name: of[0]?.name ?? key,
      website: undefined,
      spans: [first, ...rest],
      functions: new Set(of.flatMap(({ entry }) => (entry.majors ?? []).filter((major) => major !== null))),
      seniorities: new Set(),
      location: undefined,
      headCount: undefined,
    };
    return [school];
  });
  return schools.toSorted(latestFirst);
}

/** The period of an entry, ending now at the latest; undefined if its dates are missing or in the wrong order. */
function spanOf(
  start: string | null | undefined,
  end: string | null | undefined,
  isCurrent: boolean,
  now: number,
): Span | undefined {
  const [from, ended] = [momentOf(start, 'first'), momentOf(end, 'last')];
  const until = Number.isNaN(ended) ? (isCurrent ? now : Number.NaN) : Math.min(ended, now);
  return from <= until ? { from, until, current: Number.isNaN(ended) || ended >= now } : undefined;
}

const latestFirst = (a: Affiliation, b: Affiliation): number =>
  lastOf(b).until - lastOf(a).until || lastOf(a).from - lastOf(b).from;

/** The last span at an employer or school. */
export const lastOf = ({ spans }: Affiliation): Span => spans.at(-1) ?? spans[0];

/** Sorts spans, and merges those at most a month apart. */
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

/** The overlap of two people at one employer or school, computed from both records. */
export interface SharedStay {
  readonly affiliation: Affiliation;
  readonly from: number;
  readonly until: number;
  readonly current: boolean;
  readonly months: number;
  readonly sameFunction: boolean | undefined;
  readonly sameSeniority: boolean | undefined;
}

/** The overlaps of two people, one for each employer or school at which they were at the same time. */
export function sharedStays(one: readonly Affiliation[], other: readonly Affiliation[]): readonly SharedStay[] {
  const theirs = new Map(other.flatMap((affiliation) => affiliation.keys.map((key) => [key, affiliation])));
  return one.flatMap((affiliation) => {
    const there = affiliation.keys.map((key) => theirs.get(key)).find((found) => found !== undefined);
    const parts = affiliation.spans.flatMap((a) =>
      (there?.spans ?? []).flatMap((b) => {
        const [from, until] = [Math.max(a.from, b.from), Math.min(a.until, b.until)];
        return from <= until ? [{ from, until, current: a.current && b.current }] : [];
      }),
    );
    const last = parts.at(-1);
    if (!there || !last) return [];
    return [
      {
        affiliation,
        from: Math.min(...parts.map(({ from }) => from)),
        until: last.until,
        current: last.current,
        months: parts.reduce((sum, { from, until }) => sum + monthsBetween(from, until), 0),
        sameFunction: overlap(affiliation.functions, there.functions),
        sameSeniority: overlap(affiliation.seniorities, there.seniorities),
      },
    ];
  });
}

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean | undefined =>
  a.size > 0 && b.size > 0 ? [...a].some((one) => b.has(one)) : undefined;
