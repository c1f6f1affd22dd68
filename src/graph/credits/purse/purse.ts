import { type Balance, freeOf } from './balance.ts';
import type { Period } from './period.ts';

/** Whose payments a purse bounds: all of a key, those of a key for a child team, or those of one session. */
export type PurseScope = 'key' | 'team' | 'session';

/** A sum of credits that payments draw on, once or in each period. All times are milliseconds since 1970. */
export interface Purse {
  readonly id: string;
  /** The keyed hash of the API key that pays. */
  readonly owner: string;
  readonly scope: PurseScope;
  /** The child team for which the key pays; a session may be bound to one, too. */
  readonly childTeamId: string | undefined;
  readonly label: string;
  /** Credits of one period, a non-negative safe integer. */
  readonly total: number;
  readonly period: Period;
  readonly createdAt: number;
  /** When its session ends; undefined: it lasts until it is closed. */
  readonly expiresAt: number | undefined;
}

/** A purse as it stands. */
export interface PurseState extends Purse, Balance {
  /** When the period began that the balance is of. */
  readonly periodStart: number;
  readonly closedAt: number | undefined;
}

/** What a purse has left. */
export interface PurseLeft {
  readonly id: string;
  readonly label: string;
  readonly left: number;
}

export const leftIn = (purse: PurseState): number => freeOf(purse.total, purse);

/** Less than a tenth is left. */
export const isLow = (purse: PurseState): boolean => leftIn(purse) * 10 < purse.total;

/** What was paid for one cause within one hour. */
export interface PurseEntry {
  /** The hour's beginning. */
  readonly hour: number;
  /** The operation of the interface that was paid for, such as `fetchProfiles`. */
  readonly cause: string;
  readonly spent: number;
  readonly uncertain: number;
  readonly payments: number;
}

/** A payment whose outcome nobody knows: its answer was lost, or its process died. */
export interface UncertainPayment {
  readonly id: string;
  readonly cause: string;
  readonly credits: number;
  readonly reservedAt: number;
}

const hourMs = 3_600_000;

export const hourOf = (time: number): number => Math.floor(time / hourMs) * hourMs;
