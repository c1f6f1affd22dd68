import { type StatusEvent, statusEvent, type TaskEnd, type TaskEvent } from './event.ts';
import { isFinal, rankOf } from './store/status.ts';
import type { Observation } from './store/task.ts';

/** State of a followed task. */
export interface TaskState {
  readonly phase: /** Nothing is emitted yet: it is not confirmed that this credential may see the task. */
    | 'opening'
    /** Subscribers have received their snapshot and receive each change. */
    | 'open'
    /** The task has its final status. */
    | 'ended'
    /** The graph has stopped following a task that has not ended. */
    | 'abandoned';
  /** Each status seen, ranks ascending. Subscribers share the event objects, so that each is serialized once. */
  readonly log: readonly StatusEvent[];
  /** Since when polls have failed, in ISO 8601; undefined while the upstream answers. */
  readonly staleSince: string | undefined;
  /** When the upstream began to answer `Unknown`, in milliseconds since 1970; undefined after another status. */
  readonly unknownSince: number | undefined;
}

/** Input of `reduce`; `at` in milliseconds since 1970. */
export type TaskInput =
  /** The upstream answered a poll. */
  | { readonly kind: 'answered'; readonly status: string; readonly at: number }
  /** The log in the store, in the same order for all replicas. */
  | { readonly kind: 'observed'; readonly log: readonly Observation[] }
  /** A poll failed with a transient error, here or on the replica that polls. */
  | { readonly kind: 'unavailable'; readonly since: string; readonly at: number }
  /** The upstream answers again, as the replica that polls reports. */
  | { readonly kind: 'available'; readonly at: number }
  /** A poll ended without a refusal, or another replica has observed the task. */
  | { readonly kind: 'confirmed'; readonly at: number };

/** Limits after which a task is abandoned, in milliseconds. */
export interface TaskLimits {
  /** How long the upstream may answer `Unknown`. */
  readonly unknownMs: number;
  /** Time since the first observation. */
  readonly limitMs: number;
}

export interface Transition {
  readonly state: TaskState;
  /** To emit in order to each subscriber that has received its snapshot. */
  readonly events: readonly TaskEvent[];
}

export const initialState: TaskState = { phase: 'opening', log: [], staleSince: undefined, unknownSince: undefined };

/** Whether the state is terminal. */
export const isOver = ({ phase }: TaskState): boolean => phase === 'ended' || phase === 'abandoned';

/** The next state, and the events to emit; see the table in the README. */
export function reduce(state: TaskState, input: TaskInput, limits: TaskLimits): Transition {
  if (isOver(state)) return { state, events: [] };
  switch (input.kind) {
    case 'answered': {
      const unknownSince = input.status === 'Unknown' ? (state.unknownSince ?? input.at) : undefined;
      return recover({ ...state, unknownSince }, input.at);
    }
    case 'observed':
      return observe(state, input.log);
    case 'unavailable': {
      if (state.staleSince !== undefined) return { state, events: [] };
      const stale = { ...state, staleSince: input.since };
      return { state: stale, events: ifOpen(state, [transientEvent(stale, 'TROUBLE', input.at)]) };
    }
    case 'available':
      return recover(state, input.at);
    case 'confirmed':
      return state.log.some(({ end }) => end)
        ? { state: { ...state, phase: 'ended' }, events: [] }
        : expire(state, input.at, limits);
  }
}

/** The first events of a subscriber: the last status, or each one after the rank `after`; then `TROUBLE` if stale. */
export function snapshot(state: TaskState, after: number | undefined, at: number): readonly TaskEvent[] {
  const { log, staleSince } = state;
  const missed = after === undefined ? log.slice(-1) : log.filter(({ status }) => rankOf(status) > after);
  if (isOver(state) || staleSince === undefined) return missed;
  return [...missed, transientEvent(state, 'TROUBLE', at)];
}

/** An event that repeats the present state. */
export const transientEvent = (
  { log, staleSince }: TaskState,
  kind: Exclude<TaskEvent['kind'], 'STATUS'>,
  at: number,
  end?: TaskEnd,
): TaskEvent => ({ kind, status: log.at(-1)?.status, observedAt: new Date(at).toISOString(), staleSince, end });

/** Nothing is emitted before the snapshot. */
const ifOpen = ({ phase }: TaskState, events: readonly TaskEvent[]): readonly TaskEvent[] =>
  phase === 'open' ? events : [];

/** Appends the statuses of a higher rank than the last one; the others are known, or came late. */
function observe(state: TaskState, observations: readonly Observation[]): Transition {
  const events: StatusEvent[] = [];
  let last = state.log.at(-1)?.status;
  for (const observation of observations) {
    if (last !== undefined && rankOf(observation.status) <= rankOf(last)) continue;
    events.push(statusEvent(observation));
    last = observation.status;
  }
  if (events.length === 0) return { state, events };
  const phase = state.phase === 'open' && isFinal(last) ? 'ended' : state.phase;
  return { state: { ...state, phase, log: [...state.log, ...events] }, events: ifOpen(state, events) };
}

function recover(state: TaskState, at: number): Transition {
  if (state.staleSince === undefined) return { state, events: [] };
  const recovered = { ...state, staleSince: undefined };
  return { state: recovered, events: ifOpen(state, [transientEvent(recovered, 'RECOVERY', at)]) };
}

/** Opens the task, or abandons it if a limit has passed. */
function expire(state: TaskState, at: number, { unknownMs, limitMs }: TaskLimits): Transition {
  const first = state.log[0];
  const isUnknown = state.unknownSince !== undefined && at - state.unknownSince >= unknownMs;
  const isTooOld = first !== undefined && at - Date.parse(first.observedAt) >= limitMs;
  if (!isUnknown && !isTooOld) return { state: { ...state, phase: 'open' }, events: [] };
  const end = transientEvent(state, 'END', at, isUnknown ? 'UNKNOWN_TASK' : 'TIMED_OUT');
  return { state: { ...state, phase: 'abandoned' }, events: [end] };
}
