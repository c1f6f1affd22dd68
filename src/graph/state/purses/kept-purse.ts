import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import type { Balance } from '../../credits/purse/balance.ts';
import { isPeriod } from '../../credits/purse/period.ts';
import type { Purse } from '../../credits/purse/purse.ts';
import { PurseRefused } from '../../credits/purse/purse-refused.ts';
import { parseStored } from '../../validate.ts';
import { storedFormat } from '../stored-format.ts';

/** The partition of an API key's purses, and the channel that announces their changes. */
export const partitionOf = (owner: string): string => `purses:${owner}`;

/** A place holds at most one open purse: one place for the key, one for each of its child teams. */
export const keyPlace = 'key';

/**
 * The open purse's id; empty once it was closed, which distinguishes a place without a purse from one with a lost
 * purse.
 */
export const placeKey = (place: string): string => `place/${place}`;

export const purseKey = (id: string): string => `purse/${id}`;

/** Index of purses by end; purses without an expiry come last. The values are empty. */
export const endKey = (end: number | undefined, id: string): string =>
  `by-end/${digitsOf(end ?? Number.MAX_SAFE_INTEGER)}/${id}`;

export const balancesOf = (purse: string): string => `balance/${purse}/`;

/** One period of a purse. */
export interface Account {
  readonly purse: string;
  /** Start of the period. */
  readonly start: number;
}

export const balanceKey = ({ purse, start }: Account): string => balancesOf(purse) + start;

export const hoursOf = (purse: string): string => `hour/${purse}/`;

/** The sums paid from a purse for one cause within one hour. */
export const hourKey = (purse: string, hour: number, cause: string): string =>
  `${hoursOf(purse)}${digitsOf(hour)}/${cause}`;

/** The reservations of one process, one per line. */
export const heldKey = (holder: string): string => `held/${holder}`;

export const uncertainKeys = 'uncertain/';

/** A payment of a process that is presumed dead; if the process is alive, its settlement removes the entry. */
export const lostKey = (id: string): string => `${uncertainKeys}lost/${id}`;

/** A payment whose answer was lost. */
export const unansweredKey = (id: string): string => `${uncertainKeys}unanswered/${id}`;

/** The last part of a key. */
export const idIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

export const endIn = (key: string): number => Number(key.split('/', 2)[1]);

const digitsOf = (time: number): string => String(time).padStart(16, '0');

/** Members that every version can read. */
const AnyPurse = Type.Object({ id: Type.String(), format: Type.Number(), label: Type.String(), period: Type.String() });

const PurseShape = Type.Object({
  scope: Type.Enum(['key', 'team', 'session'] as const),
  childTeamId: Type.Optional(Type.String()),
  total: Type.Number(),
  createdAt: Type.Number(),
  expiresAt: Type.Optional(Type.Number()),
  closedAt: Type.Optional(Type.Number()),
});

/** A stored purse of a key, without its balances. */
export interface KeptPurse extends Omit<Purse, 'owner'> {
  readonly closedAt: number | undefined;
}

export const purseText = (purse: KeptPurse): string => JSON.stringify({ ...purse, format: storedFormat });

/** Parsed purses by text: validation is the most expensive part of a payment. */
const parsed = new LRUCache<string, KeptPurse>({ max: 10_000 });

/**
 * @throws {PurseRefused} if a later version wrote it, in a format or with a period unknown here
 * @throws {import('../../validate.ts').DamagedEntry}
 */
export function purseOf(text: string): KeptPurse {
  const known = parsed.get(text);
  if (known) return known;
  const { id, format, label: given, period } = parseStored('purse', AnyPurse, text);
  // A purge empties labels that name a person.
  const label = given === '' ? `purse ${id.slice(0, 8)}` : given;
  if (format > storedFormat || !isPeriod(period)) throw PurseRefused.ofLaterVersion(label);
  const { scope, childTeamId, total, createdAt, expiresAt, closedAt } = parseStored('purse', PurseShape, text);
  const purse = { id, scope, childTeamId, label, total, period, createdAt, expiresAt, closedAt };
  parsed.set(text, purse);
  return purse;
}

/** A payment and the credits that it holds in each of its accounts. */
export interface Reservation {
  readonly id: string;
  readonly credits: number;
  readonly cause: string;
  /** When it was reserved, in milliseconds since 1970. */
  readonly at: number;
  readonly accounts: readonly Account[];
}

/** A reservation as a line that begins with its line break; tab-separated, which is faster to read than JSON. */
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

/** The sums of one hour. */
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
