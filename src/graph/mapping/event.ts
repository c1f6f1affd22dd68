import { isFinal } from '../state/tasks/status.ts';
import type { Observation } from '../state/tasks/task.ts';

/** Why a stream of events has ended. */
export type TaskEnd = 'MAPPED' | 'MAPPING_FAILED' | 'UNKNOWN_TASK' | 'TIMED_OUT';

export type TaskEventKind = 'STATUS' | 'TROUBLE' | 'RECOVERY' | 'HEARTBEAT' | 'END';

/**
 * An event of a task. Statuses only advance, so a status identifies its event, and the later ones: `after` needs no
 * sequence numbers. Every kind but STATUS is transient: not stored, and it repeats the last status.
 */
export interface TaskEvent {
  readonly kind: TaskEventKind;
  /** Undefined while none is known. */
  readonly status: string | undefined;
  /** When the graph observed it, in ISO 8601. */
  readonly observedAt: string;
  /** Since when the upstream has not answered for the task; undefined while it does. */
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
