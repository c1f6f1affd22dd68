import { type Balance, freeOf } from './balance.ts';
import type { Period } from './period.ts';

/** The payments that a purse limits: all of a key, those of a key for a child team, or those of a session. */
export type PurseScope = 'key' | 'team' | 'session';

/** A limit of credits, in total or per period. Times are milliseconds since 1970. */
export interface Purse {
  readonly id: string;
  /** The keyed hash of the API key that pays. */
  readonly owner: string;
  readonly scope: PurseScope;
  /** The child team that the key or session pays for, if any. */
  readonly childTeamId: string | undefined;
  readonly label: string;
  /** Credits per period; a non-negative safe integer. */
  readonly total: number;
  readonly period: Period;
  readonly createdAt: number;
  /** When its session ends; undefined for a purse that lasts until it is closed. */
  readonly expiresAt: number | undefined;
}

export interface PurseState extends Purse, Balance {
  readonly periodStart: number;
  readonly closedAt: number | undefined;
}

/** What a purse has left, in credits. */
export interface PurseLeft {
  readonly id: string;
  readonly label: string;
  readonly left: number;
}

export const leftIn = (purse: PurseState): number => freeOf(purse.total, purse);

/** Whether less than a tenth is left. */
export const isLow = (purse: PurseState): boolean => leftIn(purse) * 10 < purse.total;

/** Payments for one cause within one hour. */
export interface PurseEntry {
  /** Start of the hour. */
  readonly hour: number;
  /** The operation of the interface that was paid for, such as `fetchProfiles`. */
  readonly cause: string;
  readonly spent: number;
  readonly uncertain: number;
  readonly payments: number;
}

/** A payment with unknown outcome: its answer was lost, or its process died. */
export interface UncertainPayment {
  readonly id: string;
  readonly cause: string;
  readonly credits: number;
  readonly reservedAt: number;
}

const hourMs = 3_600_000;

export const hourOf = (time: number): number => Math.floor(time / hourMs) * hourMs;
