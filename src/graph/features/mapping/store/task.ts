import type { NetworkMapperRequest } from '../../../../contract/operation/network-mapper.ts';

/** Identifies a mapping task of one credential; API keys are not stored. */
export interface TaskKey {
  /** The credential's hash (`hashCredential`). */
  readonly owner: string;
  readonly taskId: string;
}

/** A task's status at one time. */
export interface Observation {
  readonly status: string;
  /** When the graph observed it, in ISO 8601. */
  readonly observedAt: string;
}

/** A task that the graph started, and its request. */
export interface StartedTask extends TaskKey {
  /** Without its callback. Sent again after `Mapped`, it returns the result. */
  readonly request?: NetworkMapperRequest;
  /** The mapped company. It is kept when `request`, which may name people, is dropped. */
  readonly companyWebsite?: string;
  /** The name of the request's paid result. */
  readonly result?: string;
  /** The random part of the callback path; absent if no callback was requested. */
  readonly callback?: string;
  /** In ISO 8601. */
  readonly startedAt: string;
}

/** A request that may have been sent, and has no response yet. */
export interface Intent {
  /** The idempotency key of the request and its retries. */
  readonly key: string;
  /** As in `StartedTask`. */
  readonly callback?: string;
}

/** Messages between replicas about a task; only observations are stored. */
export type TaskMessage =
  /** All observations so far, in order; sent after each new one. */
  | { readonly kind: 'observed'; readonly log: readonly Observation[] }
  /** The upstream called back: poll now, as the status has probably changed. */
  | { readonly kind: 'hint' }
  /** Since when the upstream has not answered for the task, in ISO 8601; null once it answers again. */
  | { readonly kind: 'trouble'; readonly since: string | null };

export type TaskListener = (message: TaskMessage) => void;

/** A task as one string, for maps and keys. */
export const keyOf = ({ owner, taskId }: TaskKey): string => `${owner}:${taskId}`;
