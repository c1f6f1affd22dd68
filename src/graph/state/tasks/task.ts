import type { NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';

/** A mapping task as one credential sees it; the store never holds the key itself. */
export interface TaskKey {
  /** The credential's hash (`hashCredential`). */
  readonly owner: string;
  readonly taskId: string;
}

/** A task’s status when the graph polled. */
export interface Observation {
  readonly status: string;
  /** When the graph saw it, in ISO 8601. */
  readonly observedAt: string;
}

/** A task that the graph started, and what it asked for. */
export interface StartedTask extends TaskKey {
  /** Without its callback: posted again after `Mapped`, it answers with the result. */
  readonly request?: NetworkMapperRequest;
  /** The company that it maps; what remains of the request once that is not needed any more, as it may name people. */
  readonly companyWebsite?: string;
  /** The name of the result that was paid for in answer to the request. */
  readonly result?: string;
  /** The random part of the path at which the upstream calls back; absent where the graph asked for no call. */
  readonly callback?: string;
  /** In ISO 8601. */
  readonly startedAt: string;
}

/** A request that may have been sent, and whose answer has not been received. */
export interface Intent {
  /** The idempotency key that it is sent with, and sent again with. */
  readonly key: string;
  /** As in `StartedTask`. */
  readonly callback?: string;
}

/** Messages between replicas about a task; only observations are stored. */
export type TaskMessage =
  /** All that was observed so far, in order; sent whenever there is more. */
  | { readonly kind: 'observed'; readonly log: readonly Observation[] }
  /** The upstream called back: poll now, as the status has probably changed. */
  | { readonly kind: 'hint' }
  /** Since when the upstream has not answered for the task, in ISO 8601; null: it answers. */
  | { readonly kind: 'trouble'; readonly since: string | null };

export type TaskListener = (message: TaskMessage) => void;

/** A task as one string, for maps and keys. */
export const keyOf = ({ owner, taskId }: TaskKey): string => `${owner}:${taskId}`;
