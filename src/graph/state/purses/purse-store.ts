import type { Purse, PurseEntry, PurseLeft, PurseState, UncertainPayment } from '../../credits/purse/purse.ts';
import type { PurseRefused } from '../../credits/purse/purse-refused.ts';

/** Credits that a payment is about to cost at most. */
export interface Draw {
  /** Names the reservation, in all processes: what is sent twice since its answer was lost reserves once. */
  readonly id: string;
  readonly childTeamId: string | undefined;
  /** The purse of the session that pays, if it has one. */
  readonly sessionPurse: string | undefined;
  readonly credits: number;
  /** Less may be granted, but no part of a unit. */
  readonly unit: number;
  /** The operation of the interface that is paid for. */
  readonly cause: string;
}

export interface Grant {
  /** Reserved, and to be settled. */
  readonly credits: number;
  /** The purses drawn on, the innermost first, with what each had left before. */
  readonly purses: readonly PurseLeft[];
}

/** What came of a payment. What was reserved beyond both is released. */
export interface Outcome {
  readonly spent: number;
  /** The most that calls without an answer may have been charged. */
  readonly uncertain: number;
}

/** Ends a reservation; one that is unknown or was settled is left alone. */
export interface Settlement extends Outcome {
  readonly reservation: string;
}

/**
 * Purses, and the reservations in them. Every method is atomic over all processes that share the store; each rejects where it
 * can't be reached.
 */
export interface PurseStore {
  /**
   * Whether a key or one of its child teams may have a purse: where this is false, none need be asked for. Other processes
   * hear of a new purse within moments.
   */
  mayBound(owner: string): boolean;
  /** False where the key, or the child team, has an open purse already; one that the store has lost is replaced. */
  create(purse: Purse): Promise<boolean>;
  /**
   * Reserves in all purses that bound a payment: the session's, the child team's, the key's; the smallest decides. Refused where
   * the session's purse is closed or unknown, where a later version made one of them in a form of its own, where the store
   * can't be reached, or where it has lost the purse of the key or the child team: one that this process has seen there, and that
   * nobody has closed.
   */
  reserve(owner: string, draw: Draw): Promise<Grant | PurseRefused>;
  /**
   * Ends a reservation. Nobody need wait, as nothing is free before it is settled: what can't be taken now is taken later.
   * Resolves once it is, or once the store has ended without it.
   */
  settle(owner: string, settlement: Settlement): Promise<void> | undefined;
  /** A key's purses, so many at most: its own and its child teams' first, then its sessions'; of these, those that end last. */
  purses(owner: string, limit: number): Promise<readonly PurseState[]>;
  /** One purse of a key. Here as everywhere, reservations of processes that died are uncertain. */
  purse(owner: string, id: string): Promise<PurseState | undefined>;
  /** The open purse of a key, or of one of its child teams. Rejects with `PurseRefused` where it is lost. */
  openPurse(owner: string, childTeamId: string | undefined): Promise<PurseState | undefined>;
  /** What was paid from a purse, the latest hour first. */
  entries(owner: string, purse: string): Promise<readonly PurseEntry[]>;
  uncertain(owner: string, purse: string): Promise<readonly UncertainPayment[]>;
  /** Labels each purse, of all keys, by its id where its label is such; returns how many there were. */
  relabel(isMeant: (label: string) => boolean): Promise<number>;
  /** Nothing more is reserved in it; payments in flight are settled. False where no open purse has this id. */
  close(owner: string, purse: string): Promise<boolean>;
  /** Calls back whenever a purse of the key may have changed, until the function returned is called. */
  subscribe(owner: string, listener: () => void): Promise<() => void>;
  /** How many open purses of keys and child teams have less than a tenth of their credits left. */
  low(): Promise<number>;
  end(): Promise<void>;
}

/** Called with each purse that is gone, since it ended long ago, and so with all that was kept beside it. */
export type OnGone = (owner: string, purse: string) => void;

/** A label for a purse that has none of its own any more: one whose label is empty would count as lost. */
export const labelOf = (id: string): string => `purse ${id.slice(0, 8)}`;

/** How long a purse is listed after it was closed, or its session ended. */
export const keptMs = 7 * 86_400_000;

/**
 * How many of a key's purses are listed that ended longer than `endedMs` ago, when nothing is under way any more that draws on
 * them: sessions of a second, each with a purse, would fill the store else.
 */
export const mostEnded = 1000;
export const endedMs = 10 * 60_000;

/** How long entries and uncertain payments of an open purse are listed. */
export const entriesKeptMs = 90 * 86_400_000;
