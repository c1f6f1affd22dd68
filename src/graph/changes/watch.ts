import Type, { type Static } from 'typebox';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import type { Network } from './network.ts';

/** Bounds of watches. */
export const maxWatches = 100;
export const maxName = 200;
export const minEveryMinutes = 5;
export const maxEveryMinutes = 1440;

/** How long one replica polls a watch, or delivers its changes, unless it renews that, in milliseconds. */
export const defaultLeaseMs = 30_000;

/** How long a watch lasts that a session has made, until the key renews it, in milliseconds. */
export const sessionWatchMs = 30 * 86_400_000;

/** How long a watch is kept whose key was refused, in milliseconds. */
export const refusedMs = 7 * 86_400_000;

/** A watch as it is stored; times are in milliseconds since 1970. How far it has come is stored beside it. */
export const StoredWatch = Type.Object({
  name: Type.String(),
  of: Type.Enum(['NETWORK', 'SEARCH']),
  /** Names the data service and secret of the graphs that poll it: others may share their store. */
  space: Type.String(),
  /** Keyed hash of the key that it belongs to. */
  owner: Type.String(),
  childTeamId: Type.Optional(Type.String()),
  everyMs: Type.Number(),
  createdAt: Type.Number(),
  endsAt: Type.Number(),
  /** The purse of the session that made it, with which it ends. */
  purse: Type.Optional(Type.String()),
  /** Its standing session. */
  session: Type.String(),
  isPaused: Type.Boolean(),
  /** Why its key was refused. */
  refusal: Type.Optional(Type.Object({ at: Type.Number(), reason: Type.String() })),
  /** Of the key under which all that it keeps of people is sealed. */
  salt: Type.String(),
  /** Its `Private`, sealed. */
  sealed: Type.String(),
});

export interface Watch extends Static<typeof StoredWatch> {
  readonly id: string;
}

export interface Webhook {
  readonly url: string;
  /** Whether payloads hold facts, and not ids and kinds alone. */
  readonly facts: boolean;
  /** In the form of Standard Webhooks. */
  readonly secret: string;
  /** The receiver wanted no more (410). */
  readonly goneAt?: number | undefined;
}

/** What nobody reads in the store. */
export interface Private {
  /** The token of the standing session, which holds the key. */
  readonly token: string;
  /** Whom the watch is of; absent: everyone. It may name people. */
  readonly query?: QueryDsl | undefined;
  readonly webhook?: Webhook | undefined;
}

/** What a watch does, in the order in which they are looked for: the first that holds is the state. */
export const watchStates = ['ENDED', 'KEY_REFUSED', 'PAUSED', 'STARTING', 'SUSPECT', 'BEHIND', 'CURRENT'] as const;
export type WatchState = (typeof watchStates)[number];

export function stateOf(watch: Watch, network: Network | undefined, now: number): WatchState {
  if (watch.endsAt <= now) return 'ENDED';
  if (watch.refusal) return 'KEY_REFUSED';
  if (watch.isPaused) return 'PAUSED';
  if (!network) return 'STARTING';
  if (network.suspect !== undefined) return 'SUSPECT';
  return now - network.pollAt > 2 * watch.everyMs ? 'BEHIND' : 'CURRENT';
}
