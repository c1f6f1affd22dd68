import { type Origin, originMeant } from '../../../contract/origin.ts';
import { momentOf } from '../../../contract/partial-date.ts';
import type { Connection, Source } from '../../../contract/record/relationship.ts';
import type { ConnectionNode } from '../../scope/connection-node.ts';
import { today } from '../../scope/order.ts';
import { faded, maxComputed, tieConfidence, timeConfidence } from './confidence.ts';
import type { CountBounds, CountOnRecord, HeadCounts, Place } from './head-counts.ts';
import { knownStep } from './intro-step.ts';
import type { KnownTie } from './rank.ts';

/** A mean year, in milliseconds. */
export const year = 365.25 * 24 * 60 * 60 * 1000;

/**
 * Confidence by the origin of a source without a shared employer: meetings, e-mails, an import by hand, an accepted
 * invitation, the same school (large, and long ago), or a shared investor.
 */
const byOrigin: Readonly<Record<Exclude<Origin, 'work_overlap'>, number>> = {
  calendar_events: 0.6,
  email_contact: 0.5,
  manual_import: 0.5,
  xnet_connection: 0.3,
  education_overlap: 0.25,
  shared_investor: 0.1,
};
const otherOrigin = 0.1;
const sameMajor = 0.1;

/** Confidence that two people know each other who were at the same school at the same time. */
export const schoolConfidence = (isSameMajor: boolean | undefined, yearsSince: number | undefined): number =>
  (byOrigin.education_overlap + (isSameMajor ? sameMajor : 0)) * faded(yearsSince);

/**
 * Weighs connections as ties, by head counts on record. `bounds` is for ties to bridges; the default, for a target's
 * direct ties, always counts the same places.
 */
export async function knownTies(
  people: readonly (readonly ConnectionNode[])[],
  headCounts: HeadCounts,
  { now = today(), bounds }: { readonly now?: number; readonly bounds?: CountBounds } = {},
): Promise<readonly (readonly KnownTie[])[]> {
  const countAt = await headCounts.load(placesOf(people.flat(), now), bounds);
  return people.map((connections) =>
    connections.map((connection) => {
      const confidence = knownConfidence(connection.value, countAt, now);
      const step = knownStep(connection, confidence);
      return { connection, confidence, lastShared: lastShared(connection.value, now), step };
    }),
  );
}

/** The end of the latest overlap, in milliseconds since 1970: `now` if it continues, undefined without a date. */
function lastShared({ sources }: Connection, now: number): number | undefined {
  const ends = (sources ?? []).flatMap((source) => (source ? (endOf(source, now) ?? []) : []));
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** The companies and periods in the sources of connections. */
export const placesOf = (connections: readonly ConnectionNode[], now: number): readonly Place[] =>
  connections.flatMap(({ value }) =>
    (value.sources ?? []).flatMap((source) => (source ? (placeOf(source, now) ?? []) : [])),
  );

/**
 * Confidence that a connector knows a person, between 0 and 1: from the strength set by hand, else from the sources,
 * else from the strength that the upstream computed, which is also the minimum if the origin of a source is unknown. Of
 * sources with the same employer, or the same origin if they have none, only the best counts.
 */
function knownConfidence(connection: Connection, countAt: CountOnRecord, now: number): number {
  const manual = connection.manual_strength ?? undefined;
  if (manual !== undefined) return tieConfidence({ manual, sources: [] });
  const sources = (connection.sources ?? []).filter((source) => source !== null);
  const independent = Map.groupBy(sources, ({ shared_company_id: id, shared_company: name, origin }) =>
    String(id ?? name ?? origin),
  );
  const of = (source: Source): number => sourceConfidence(source, countAt, now);
  const confidence = tieConfidence({
    manual,
    sources: [...independent.values()].map((group) => Math.max(...group.map(of))),
  });
  const isUnclear = sources.length === 0 || sources.some(({ origin }) => originMeant(origin) === undefined);
  return isUnclear ? Math.max(confidence, computedConfidence(connection.connection_strength)) : confidence;
}

/** Confidence from the upstream's computed strength alone: 0 unless it is between 0 and 1. */
const computedConfidence = (computed: number | null | undefined): number =>
  computed && computed > 0 && computed <= 1 ? maxComputed * computed : 0;

function sourceConfidence(source: Source, countAt: CountOnRecord, now: number): number {
  const end = endOf(source, now);
  const yearsSince = end === undefined ? undefined : (now - end) / year;
  const origin = originMeant(source.origin);
  if (origin === 'work_overlap' || source.shared_company_id || source.shared_company) {
    const place = placeOf(source, now);
    return timeConfidence({
      months: monthsOf(source, end),
      headCount: place && countAt(place),
      sameFunction: undefined,
      sameSeniority: undefined,
      yearsSince,
    });
  }
  if (origin === 'education_overlap') return schoolConfidence(Boolean(source.shared_major), yearsSince);
  return (origin === undefined ? otherOrigin : byOrigin[origin]) + (source.shared_major ? sameMajor : 0);
}

function monthsOf(source: Source, end: number | undefined): number | undefined {
  if (typeof source.overlap_duration_months === 'number') return source.overlap_duration_months;
  const start = momentOf(source.overlap_start_date, 'first');
  return end === undefined || Number.isNaN(start) ? undefined : Math.floor((12 * (end - start)) / year);
}

function placeOf(source: Source, now: number): Place | undefined {
  const [from, until] = [momentOf(source.overlap_start_date, 'first'), endOf(source, now)];
  if (!source.shared_company_id || Number.isNaN(from) || until === undefined) return undefined;
  return { companyId: source.shared_company_id, from, until };
}

/** The end of a source's overlap, at most now; now if it has a start and no end. */
function endOf(source: Source, now: number): number | undefined {
  const end = momentOf(source.overlap_end_date ?? source.graduation_year, 'last');
  if (!Number.isNaN(end)) return Math.min(end, now);
  return source.overlap_end_date || Number.isNaN(momentOf(source.overlap_start_date, 'first')) ? undefined : now;
}
