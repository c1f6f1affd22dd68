import { isFinal } from './store/status.ts';
import type { Observation } from './store/task.ts';

/** Why a stream of events has ended. */
export type TaskEnd = 'MAPPED' | 'MAPPING_FAILED' | 'UNKNOWN_TASK' | 'TIMED_OUT';

export type TaskEventKind = 'STATUS' | 'TROUBLE' | 'RECOVERY' | 'HEARTBEAT' | 'END';

/**
 * An event of a task. Statuses only advance, so a status identifies its event and those after it: `after` needs no
 * sequence numbers. Kinds other than STATUS are transient: not stored, and repeat the last status.
 */
export interface TaskEvent {
  readonly kind: TaskEventKind;
  /** Undefined while no status is known. */
  readonly status: string | undefined;
  /** When the graph observed the status, or emitted a transient event, in ISO 8601. */
  readonly observedAt: string;
  /** Since when polls have failed, in ISO 8601; undefined while the upstream answers. */
  readonly staleSince: string | undefined;
  /** Present on the last event. */
  readonly end: TaskEnd | undefined;
}

export interface StatusEvent extends TaskEvent {
  readonly status: string;
}

export const statusEvent = ({ status, observedAt }: Observation): StatusEvent => ({
  kind: 'STATUS',
  status,
  observedAt,
  staleSince: undefined,
  end: endOf(status),
});

const endOf = (status: string): TaskEnd | undefined =>
  isFinal(status) ? (status === 'Mapped' ? 'MAPPED' : 'MAPPING_FAILED') : undefined;
