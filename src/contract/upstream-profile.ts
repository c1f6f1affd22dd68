import Type, { type Static } from 'typebox';
import { placeholders } from './wire-names.ts';

/**
 * How an upstream behaves where the interface leaves a choice: output of `kith doctor --upstream --json`, used by the
 * graph if KITH_UPSTREAM_PROFILE names such a file. Paths use the contract's names.
 */
export const UpstreamProfile = Type.Object(
  {
    format: Type.Literal(1),
    /** The base URL that was examined, without a credential. */
    url: Type.String(),
    examinedAt: Type.String(),
    /** The upstream's names that differ from the contract's, as far as it has shown them. */
    names: Type.Object(Object.fromEntries(placeholders.map((name) => [name, Type.Optional(Type.String())]))),
    /** Numbers of records, and of people whom the team's connectors know; null if unknown. */
    people: Type.Union([Type.Integer(), Type.Null()]),
    companies: Type.Union([Type.Integer(), Type.Null()]),
    network: Type.Union([Type.Integer(), Type.Null()]),
    /** How a query by an unknown path is answered: refused, or without results. */
    unknownPaths: Type.Union([Type.Literal('refused'), Type.Literal('empty')]),
    /** Paths that it cannot search, of those that were tried. */
    unindexed: Type.Array(Type.String()),
    /** Number of records that have each field, with `--fields`. */
    fields: Type.Record(Type.String(), Type.Object({ filled: Type.Integer(), of: Type.Integer() })),
    /** Number of people with a connection of each origin, by the words of queries and of answers. */
    origins: Type.Record(Type.String(), Type.Integer()),
    /** Longest page of a search, and of relationships, in results. */
    longestPage: Type.Object({ search: Type.Integer(), relationships: Type.Integer() }),
    /** The maximum total that it reports; null if totals are exact. */
    totalsCappedAt: Type.Union([Type.Integer(), Type.Null()]),
    relationshipsNeedQuery: Type.Boolean(),
    /** Whether two fetches with one `Idempotency-Key` are charged once; null if not tried (`--spend 2`). */
    chargesOncePerKey: Type.Union([Type.Boolean(), Type.Null()]),
    /** Size of the longest complete answer, if a gateway refused a longer one (413, 502, 504); otherwise null. */
    longestAnswerBytes: Type.Union([Type.Integer(), Type.Null()]),
    /** Size of one record in bytes, with `--spend`. */
    recordBytes: Type.Union([Type.Integer(), Type.Null()]),
    /** Whether it answered 429 during the examination. */
    limitsRate: Type.Boolean(),
  },
  { title: 'UpstreamProfile' },
);
export type UpstreamProfile = Static<typeof UpstreamProfile>;

/** Statuses with which gateways refuse answers that are too long or take too long. */
export const tooLongStatuses: readonly number[] = [413, 502, 504];

/** Minimum answer size that known gateways refuse. */
const gatewayBytes = 6_000_000;
/** Assumed size of a record if none was examined. */
const usualRecordBytes = 6_000;

/**
 * Maximum records per fetch so that a gateway passes the answer: a fetch whose answer is refused may have been charged.
 */
export function recordsPerFetch(profile: UpstreamProfile | undefined): number {
  if (!profile || (profile.longestAnswerBytes === null && profile.recordBytes === null)) return Infinity;
  const { longestAnswerBytes, recordBytes } = profile;
  return Math.max(1, Math.floor((longestAnswerBytes ?? gatewayBytes) / (recordBytes ?? usualRecordBytes)));
}

/** Whether a search total is a lower bound; undefined if unknown. */
export function isAtLeast(profile: UpstreamProfile | undefined, total: number): boolean | undefined {
  return profile && profile.totalsCappedAt !== null && total >= profile.totalsCappedAt;
}
