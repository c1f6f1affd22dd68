import Type, { type Static } from 'typebox';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import type { IssuedSession } from '../../state/sessions/session-token.ts';
import type { Network } from './network.ts';

/** Bounds of watches. */
export const maxWatches = 100;
/** Of a key, in all of its teams together. */
export const maxWatchesOfKey = 1000;
/** Of those, how many sessions may make. */
export const maxWatchesBySessions = 50;
export const maxName = 200;
export const minEveryMinutes = 5;
export const maxEveryMinutes = 1440;

/** Duration of the leases for polling a watch and for delivering its changes, in milliseconds. */
export const defaultLeaseMs = 30_000;

/** Maximum lifetime of a watch created by a session, in milliseconds; the key itself may extend it. */
export const sessionWatchMs = 30 * 86_400_000;

/** How long a refused or ended watch is kept before it is deleted, in milliseconds. */
export const refusedMs = 7 * 86_400_000;

/** Stored settings of a watch; its progress is stored separately. Times are in milliseconds since 1970. */
export const StoredWatch = Type.Object({
  name: Type.String(),
  of: Type.Enum(['NETWORK', 'SEARCH']),
  /** Identifies the data service and secret of the graphs that poll it; other graphs may share the store. */
  space: Type.String(),
  /** Keyed hash of the API key that owns it. */
  owner: Type.String(),
  childTeamId: Type.Optional(Type.String()),
  everyMs: Type.Number(),
  createdAt: Type.Number(),
  endsAt: Type.Number(),
  /** The purse of the session that created it; the watch ends with the purse. */
  purse: Type.Optional(Type.String()),
  isPaused: Type.Boolean(),
  /** When and why polling was stopped: a refused key, an ended session or too many people. */
  refusal: Type.Optional(Type.Object({ at: Type.Number(), reason: Type.String() })),
  /** Salt of the encryption key for all its data about people. */
  salt: Type.String(),
  /** Its `Private`, sealed. */
  sealed: Type.String(),
});

export interface Watch extends Static<typeof StoredWatch> {
  readonly id: string;
}

export interface Webhook {
  readonly url: string;
  /** Whether payloads contain facts, not only ids and kinds. */
  readonly facts: boolean;
  /** In the Standard Webhooks format. */
  readonly secret: string;
  /** The secret before this one, which signs as well until then, in milliseconds since 1970. */
  readonly former?: { readonly secret: string; readonly until: number } | undefined;
  /** When the receiver refused further messages (410). */
  readonly goneAt?: number | undefined;
}

/** Settings that are stored only sealed. */
export interface Private {
  /** The standing session, whose id is the watch's; it contains the API key. */
  readonly session: IssuedSession;
  /** The filter; absent matches everyone. It may name people. */
  readonly query?: QueryDsl | undefined;
  readonly webhook?: Webhook | undefined;
}

/** States of a watch in order of precedence: the first that applies is the state. */
export const watchStates = ['ENDED', 'KEY_REFUSED', 'PAUSED', 'STARTING', 'SUSPECT', 'BEHIND', 'CURRENT'] as const;
export type WatchState = (typeof watchStates)[number];

/** Whether nothing is polled or delivered in a state. */
export const isStopped = (state: WatchState): boolean =>
  state === 'PAUSED' || state === 'KEY_REFUSED' || state === 'ENDED';

export function stateOf(watch: Watch, network: Network | undefined, now: number): WatchState {
  if (watch.endsAt <= now) return 'ENDED';
  if (watch.refusal) return 'KEY_REFUSED';
  if (watch.isPaused) return 'PAUSED';
  if (!network) return 'STARTING';
  if (network.suspect !== undefined) return 'SUSPECT';
  return now - network.pollAt > 2 * watch.everyMs ? 'BEHIND' : 'CURRENT';
}
