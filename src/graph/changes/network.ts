import Type, { type Static } from 'typebox';
import { digitsFor } from './people.ts';

export const dayMs = 86_400_000;

/** Parts of a network that are read whole, one a day: silent changes are found within four weeks, and two days may be missed. */
export const slices = 28;

/** How far a watch has come, as it is stored; its people are stored beside it. Times are in milliseconds since 1970. */
export const Network = Type.Object({
  baselineAt: Type.Number(),
  /** The last poll that succeeded. */
  pollAt: Type.Number(),
  count: Type.Number(),
  /** Who is listed but never joins: people who were purged. */
  hidden: Type.Number(),
  digits: Type.Number(),
  connectors: Type.Array(Type.String()),
  ties: Type.Array(Type.Number()),
  /** How many more people each connector is said to know: those who are hidden. */
  hiddenTies: Type.Optional(Type.Array(Type.Number())),
  /** Whether the data service searches by the dates of records, and by their ids. */
  byDate: Type.Boolean(),
  byId: Type.Boolean(),
  listedAt: Type.Number(),
  /** The last listing that is not in doubt; absent in what earlier versions stored. */
  wholeAt: Type.Optional(Type.Number()),
  dailyAt: Type.Number(),
  /** When each part was read whole last; one part, unless the data service searches by both dates and ids. */
  slicesAt: Type.Array(Type.Number()),
  /** Whom the last whole listing lacked, sealed. */
  missing: Type.Optional(Type.String()),
  /** What polls have taken on a day, such as `2026-03-01`. */
  day: Type.Object({ date: Type.String(), calls: Type.Number(), bytes: Type.Number() }),
  /** Why departures are doubted, as a sentence. */
  suspect: Type.Optional(Type.String()),
});
export type Network = Static<typeof Network>;

export interface Capabilities {
  readonly byDate: boolean;
  readonly byId: boolean;
}

/** A network whose people are about to be read for the first time. */
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

/** What polls have taken today, with one more. */
export function tallied(
  { day }: Network,
  now: number,
  { calls, bytes }: { readonly calls: number; readonly bytes: number },
) {
  const date = new Date(now).toISOString().slice(0, 10);
  return day.date === date ? { date, calls: day.calls + calls, bytes: day.bytes + bytes } : { date, calls, bytes };
}

/** The two-digit beginnings of ids that a part of a network has. */
export const prefixesOf = (slice: number): readonly string[] =>
  Array.from({ length: 256 }, (_, at) => at)
    .filter((at) => at % slices === slice)
    .map((at) => at.toString(16).padStart(2, '0'));
