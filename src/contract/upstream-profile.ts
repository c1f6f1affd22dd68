import Type, { type Static } from 'typebox';
import { placeholders } from './wire-names.ts';

/**
 * How an upstream decides what the interface leaves open, as `kith doctor --upstream --json` finds it. The graph reckons with it
 * where KITH_UPSTREAM_PROFILE names such a file. Paths are in the contract's words.
 */
export const UpstreamProfile = Type.Object(
  {
    format: Type.Literal(1),
    /** The base address that was examined, without a credential. */
    url: Type.String(),
    examinedAt: Type.String(),
    /** The words that the upstream has in place of the contract's, as far as it has shown them. */
    names: Type.Object(Object.fromEntries(placeholders.map((name) => [name, Type.Optional(Type.String())]))),
    /** Records, and people whom the team's connectors know; null where it did not say. */
    people: Type.Union([Type.Integer(), Type.Null()]),
    companies: Type.Union([Type.Integer(), Type.Null()]),
    network: Type.Union([Type.Integer(), Type.Null()]),
    /** What a query by a path that nobody has is answered with: a refusal, or no results. */
    unknownPaths: Type.Union([Type.Literal('refused'), Type.Literal('empty')]),
    /** Paths by which it does not search, as far as they were asked. */
    unindexed: Type.Array(Type.String()),
    /** How many records have each field, with `--fields`. */
    fields: Type.Record(Type.String(), Type.Object({ filled: Type.Integer(), of: Type.Integer() })),
    /** Results on the longest page of a search, and of relationships. */
    longestPage: Type.Object({ search: Type.Integer(), relationships: Type.Integer() }),
    /** The greatest total that it tells; null where its totals are exact. */
    totalsCappedAt: Type.Union([Type.Integer(), Type.Null()]),
    relationshipsNeedQuery: Type.Boolean(),
    /** Two fetches under one `Idempotency-Key` are charged once; null where that was not tried (`--spend 2`). */
    chargesOncePerKey: Type.Union([Type.Boolean(), Type.Null()]),
    /** Bytes of the longest answer that came whole, where a gateway cut off a longer one (413, 502, 504); null where none was cut. */
    longestAnswerBytes: Type.Union([Type.Integer(), Type.Null()]),
    /** Bytes of one record, with `--spend`. */
    recordBytes: Type.Union([Type.Integer(), Type.Null()]),
    /** It answered 429 while it was examined. */
    limitsRate: Type.Boolean(),
  },
  { title: 'UpstreamProfile' },
);
export type UpstreamProfile = Static<typeof UpstreamProfile>;

/** Statuses with which gateways cut answers short that are too long for them, or take too long. */
export const tooLongStatuses: readonly number[] = [413, 502, 504];

/** Known gateways cut answers off at 6 MB and above. */
const gatewayBytes = 6_000_000;
/** Of a record where none was looked at. */
const usualRecordBytes = 6_000;

/**
 * How many records one fetch may ask for so that a gateway lets its answer through: a fetch that it cuts off may have been
 * charged.
 */
export function recordsPerFetch(profile: UpstreamProfile | undefined): number {
  if (!profile || (profile.longestAnswerBytes === null && profile.recordBytes === null)) return Infinity;
  const { longestAnswerBytes, recordBytes } = profile;
  return Math.max(1, Math.floor((longestAnswerBytes ?? gatewayBytes) / (recordBytes ?? usualRecordBytes)));
}

/** Whether a total of a search is a lower bound; undefined where that is not known. */
export function isAtLeast(profile: UpstreamProfile | undefined, total: number): boolean | undefined {
  return profile && profile.totalsCappedAt !== null && total >= profile.totalsCappedAt;
}
