import Type, { type Static } from 'typebox';
import { digitsFor } from './people.ts';

export const dayMs = 86_400_000;

/** Slices of a network. One is read whole per day: finds silent changes in four weeks, 30 days if two are missed. */
export const slices = 28;

/** Stored progress of a watch; its people are stored separately. Times are in milliseconds since 1970. */
export const Network = Type.Object({
  baselineAt: Type.Number(),
  /** The last poll that succeeded. */
  pollAt: Type.Number(),
  count: Type.Number(),
  /** Number of people who are listed but not counted above, such as purged ones, who never join. */
  hidden: Type.Number(),
  digits: Type.Number(),
  connectors: Type.Array(Type.String()),
  ties: Type.Array(Type.Number()),
  /** By connector, how many hidden people its count includes. */
  hiddenTies: Type.Optional(Type.Array(Type.Number())),
  /** Whether the data service can search by update date (`byDate`) and by id (`byId`). */
  byDate: Type.Boolean(),
  byId: Type.Boolean(),
  /** The last listing that could confirm departures. */
  listedAt: Type.Number(),
  /** The last listing that was not suspect; absent in data of earlier versions. */
  wholeAt: Type.Optional(Type.Number()),
  dailyAt: Type.Number(),
  /** How late the data service dates and indexes changes, in milliseconds, as probed once a day. */
  lagMs: Type.Optional(Type.Number()),
  /** When each slice was last read. There is only one unless the data service can search by both date and id. */
  slicesAt: Type.Array(Type.Number()),
  /** Sealed ids that the last complete listing lacked, and that have not been reported as left. */
  missing: Type.Optional(Type.String()),
  /** Calls and bytes of all polls of one day (UTC), such as `2026-03-01`. */
  day: Type.Object({ date: Type.String(), calls: Type.Number(), bytes: Type.Number() }),
  /** Why departures are in doubt, as a sentence. */
  suspect: Type.Optional(Type.String()),
  /** Since when unusually many departures are held, which nothing but listings shows. */
  heldAt: Type.Optional(Type.Number()),
});
export type Network = Static<typeof Network>;

export interface Capabilities {
  readonly byDate: boolean;
  readonly byId: boolean;
}

/** The progress of a watch before its baseline is read. */
export const newNetwork = (now: number, people: number, { byDate, byId }: Capabilities): Network => ({
  baselineAt: now,
  pollAt: now,
  count: 0,
  hidden: 0,
  digits: digitsFor(people),
  connectors: [],
  ties: [],
  byDate,
  byId,
  listedAt: now,
  wholeAt: now,
  dailyAt: now,
  slicesAt: new Array<number>(byDate && byId ? slices : 1).fill(now),
  day: { date: '', calls: 0, bytes: 0 },
});

/** Times in the future were set by a clock that has been set back since: they count as now. */
export const clamped = (network: Network, now: number): Network => ({
  ...network,
  pollAt: Math.min(network.pollAt, now),
  listedAt: Math.min(network.listedAt, now),
  dailyAt: Math.min(network.dailyAt, now),
  ...(network.heldAt !== undefined && { heldAt: Math.min(network.heldAt, now) }),
  slicesAt: network.slicesAt.map((at) => Math.min(at, now)),
});

/** Adds a poll to the day's usage. */
export function tallied(
  { day }: Network,
  now: number,
  { calls, bytes }: { readonly calls: number; readonly bytes: number },
) {
  const date = new Date(now).toISOString().slice(0, 10);
  return day.date === date ? { date, calls: day.calls + calls, bytes: day.bytes + bytes } : { date, calls, bytes };
}

/** The two-digit id prefixes of a slice. */
export const prefixesOf = (slice: number): readonly string[] =>
  Array.from({ length: 256 }, (_, at) => at)
    .filter((at) => at % slices === slice)
    .map((at) => at.toString(16).padStart(2, '0'));
