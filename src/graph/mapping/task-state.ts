import { isFinal, rankOf } from '../state/tasks/status.ts';
import type { Observation } from '../state/tasks/task.ts';
import { type StatusEvent, statusEvent, type TaskEnd, type TaskEvent } from './event.ts';

/** What is known of a task that is followed. */
export interface TaskState {
  readonly phase: /** Nothing is emitted: it is not confirmed yet that this credential may see the task. */
    | 'opening'
    /** Subscribers have had their snapshot, and receive each change. */
    | 'open'
    /** The task has its last status. */
    | 'ended'
    /** The graph has stopped following it, though the task has not ended. */
    | 'abandoned';
  /** Each status seen, ranks ascending. Subscribers share the event objects, so that each is serialized once. */
  readonly log: readonly StatusEvent[];
  /** Since when the upstream has not answered, in ISO 8601. */
  readonly staleSince: string | undefined;
  /** Since when the upstream has said `Unknown`, in milliseconds since 1970. */
  readonly unknownSince: number | undefined;
}

/** What happens to a task that is followed; `at` in milliseconds since 1970. */
export type TaskInput =
  /** The upstream answered a poll. */
  | { readonly kind: 'answered'; readonly status: string; readonly at: number }
  /** The store has this log, whose order all replicas share. */
  | { readonly kind: 'observed'; readonly log: readonly Observation[] }
  /** A poll failed in a way that may pass, here or at the replica that polls. */
  | { readonly kind: 'unavailable'; readonly since: string; readonly at: number }
  /** The upstream answers again, as the replica that polls reports. */
  | { readonly kind: 'available'; readonly at: number }
  /** A poll is over and was not refused, or a replica that polls has observed the task. */
  | { readonly kind: 'confirmed'; readonly at: number };

/** When a task is abandoned, in milliseconds. */
export interface TaskLimits {
  /** After the upstream has answered `Unknown` for so long. */
  readonly unknownMs: number;
  /** So long after its first observation. */
  readonly limitMs: number;
}

export interface Transition {
  readonly state: TaskState;
  /** To emit to each subscriber that has had its snapshot, in order. */
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

/** The first events of a subscriber: the last status, or each one behind the rank `after`; `TROUBLE` where it is stale. */
export function snapshot(state: TaskState, after: number | undefined, at: number): readonly TaskEvent[] {
  const { log, staleSince } = state;
  const missed = after === undefined ? log.slice(-1) : log.filter(({ status }) => rankOf(status) > after);
  if (isOver(state) || staleSince === undefined) return missed;
  return [...missed, transientEvent(state, 'TROUBLE', at)];
}

/** An event that repeats the state as it is. */
export const transientEvent = (
  { log, staleSince }: TaskState,
  kind: Exclude<TaskEvent['kind'], 'STATUS'>,
  at: number,
  end?: TaskEnd,
): TaskEvent => ({ kind, status: log.at(-1)?.status, observedAt: new Date(at).toISOString(), staleSince, end });

/** Nothing is emitted before the snapshot. */
const ifOpen = ({ phase }: TaskState, events: readonly TaskEvent[]): readonly TaskEvent[] =>
  phase === 'open' ? events : [];

/** Appends what is farther along than the last status; the rest is known, or an older answer that came late. */
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

/** Opens the task, or abandons it where a limit has passed. */
function expire(state: TaskState, at: number, { unknownMs, limitMs }: TaskLimits): Transition {
  const first = state.log[0];
  const isUnknown = state.unknownSince !== undefined && at - state.unknownSince >= unknownMs;
  const isTooOld = first !== undefined && at - Date.parse(first.observedAt) >= limitMs;
  if (!isUnknown && !isTooOld) return { state: { ...state, phase: 'open' }, events: [] };
  const end = transientEvent(state, 'END', at, isUnknown ? 'UNKNOWN_TASK' : 'TIMED_OUT');
  return { state: { ...state, phase: 'abandoned' }, events: [end] };
}
