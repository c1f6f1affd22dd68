import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import type { Balance } from '../../credits/purse/balance.ts';
import { isPeriod } from '../../credits/purse/period.ts';
import type { Purse } from '../../credits/purse/purse.ts';
import { PurseRefused } from '../../credits/purse/purse-refused.ts';
import { parse } from '../../validate.ts';
import { storedFormat } from '../stored-format.ts';

/** The partition of all purses of an API key, and the channel on which processes hear that one of them has changed. */
export const partitionOf = (owner: string): string => `purses:${owner}`;

/** A key, and each of its child teams, is a place of one open purse. */
export const keyPlace = 'key';

/** The open purse's id; empty once one was closed, which tells a place without a purse from one whose purse is lost. */
export const placeKey = (place: string): string => `place/${place}`;

export const purseKey = (id: string): string => `purse/${id}`;

/** Lists purses by when they end: those that last until they are closed come last. Their value is empty. */
export const endKey = (end: number | undefined, id: string): string =>
  `by-end/${digitsOf(end ?? Number.MAX_SAFE_INTEGER)}/${id}`;

export const balancesOf = (purse: string): string => `balance/${purse}/`;

/** A purse in one of its periods. */
export interface Account {
  readonly purse: string;
  /** When the period began. */
  readonly start: number;
}

export const balanceKey = ({ purse, start }: Account): string => balancesOf(purse) + start;

export const hoursOf = (purse: string): string => `hour/${purse}/`;

/** What was paid from a purse for one cause within one hour. */
export const hourKey = (purse: string, hour: number, cause: string): string =>
  `${hoursOf(purse)}${digitsOf(hour)}/${cause}`;

/** The payments in flight of a process, a line each. */
export const heldKey = (holder: string): string => `held/${holder}`;

export const uncertainKeys = 'uncertain/';

/** A payment whose process has died; if it has not, it is settled yet. */
export const lostKey = (id: string): string => `${uncertainKeys}lost/${id}`;

/** A payment whose answer was lost. */
export const unansweredKey = (id: string): string => `${uncertainKeys}unanswered/${id}`;

/** The last part of a key. */
export const idIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

export const endIn = (key: string): number => Number(key.split('/', 2)[1]);

const digitsOf = (time: number): string => String(time).padStart(16, '0');

/** Every version can read these members. */
const AnyPurse = Type.Object({ id: Type.String(), format: Type.Number(), label: Type.String(), period: Type.String() });

const PurseShape = Type.Object({
  scope: Type.Enum(['key', 'team', 'session'] as const),
  childTeamId: Type.Optional(Type.String()),
  total: Type.Number(),
  createdAt: Type.Number(),
  expiresAt: Type.Optional(Type.Number()),
  closedAt: Type.Optional(Type.Number()),
});

/** A purse of a key, without its sums. */
export interface KeptPurse extends Omit<Purse, 'owner'> {
  readonly closedAt: number | undefined;
}

export const purseText = (purse: KeptPurse): string => JSON.stringify({ ...purse, format: storedFormat });

/** Parsed purses by their texts: to validate one takes longer than all else about a payment. */
const parsed = new LRUCache<string, KeptPurse>({ max: 10_000 });

/** @throws {PurseRefused} if a later version made it, whose sums may mean something else */
export function purseOf(text: string): KeptPurse {
  const known = parsed.get(text);
  if (known) return known;
  const value: unknown = JSON.parse(text);
  const { id, format, label: given, period } = parse(AnyPurse, value);
  // A purge has emptied one that named a person.
  const label = given === '' ? `purse ${id.slice(0, 8)}` : given;
  if (format > storedFormat || !isPeriod(period)) throw PurseRefused.ofLaterVersion(label);
  const { scope, childTeamId, total, createdAt, expiresAt, closedAt } = parse(PurseShape, value);
  const purse = { id, scope, childTeamId, label, total, period, createdAt, expiresAt, closedAt };
  parsed.set(text, purse);
  return purse;
}

/** A payment, and the credits that it holds in each of its accounts. */
export interface Reservation {
  readonly id: string;
  readonly credits: number;
  readonly cause: string;
  /** When it was reserved, in milliseconds since 1970. */
  readonly at: number;
  readonly accounts: readonly Account[];
}

/** A line, which begins with its break. Parts are cut by tabs, as payments wait for it. */
export const lineOf = ({ id, credits, cause, at, accounts }: Reservation): string =>
  `\n${id}\t${credits}\t${cause}\t${at}${accounts.map(({ purse, start }) => `\t${start} ${purse}`).join('')}`;

/** Lines by the ids of their reservations. */
export function linesIn(text: string): Map<string, string> {
  const lines = text.split('\n').slice(1);
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('\t')), `\n${line}`]));
}

export function reservationOf(line: string): Reservation {
  const [id = '', credits, cause = '', at, ...accounts] = line.trimStart().split('\t');
  return {
    ...{ id, cause, credits: Number(credits), at: Number(at) },
    accounts: accounts.map((account) => {
      const [start = '', purse = ''] = account.split(' ');
      return { start: Number(start), purse };
    }),
  };
}

export const balanceText = ({ spent, held, uncertain }: Balance): string => `${spent} ${held} ${uncertain}`;

export function balanceOf(text: string): Balance {
  const [spent, held, uncertain] = text.split(' ').map(Number);
  return { spent: spent ?? 0, held: held ?? 0, uncertain: uncertain ?? 0 };
}

/** What was paid within an hour. */
export interface Sums {
  readonly spent: number;
  readonly uncertain: number;
  readonly payments: number;
}

export const sumsText = ({ spent, uncertain, payments }: Sums): string => `${spent} ${uncertain} ${payments}`;

export function sumsOf(text: string): Sums {
  const [spent, uncertain, payments] = text.split(' ').map(Number);
  return { spent: spent ?? 0, uncertain: uncertain ?? 0, payments: payments ?? 0 };
}
