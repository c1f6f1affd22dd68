import type { NetworkMapped, NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';

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
  readonly request: NetworkMapperRequest;
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

/**
 * What the graph must remember of mapping tasks, beyond one process where it is shared. Observations of a task only
 * advance (`rankOf`), so that its log has one order for everybody, however many replicas poll.
 */
export interface TaskStore {
  /** What was observed of a task, in order; nothing after the retention limit. */
  observations(task: TaskKey): Promise<readonly Observation[]>;
  /** Adds an observation if it is farther along than the last one, and publishes the log. Returns the whole log. */
  observe(task: TaskKey, observation: Observation): Promise<readonly Observation[]>;
  /** Calls the listener with messages about a task, until the function returned is called. */
  subscribe(task: TaskKey, listener: TaskListener): Promise<() => void>;
  /** Sends a message to every listener of the task, the sender's own included. */
  publish(task: TaskKey, message: Exclude<TaskMessage, { kind: 'observed' }>): Promise<void>;
  /** Remembers a task that was started; resolves once it would survive a crash. */
  remember(task: StartedTask): Promise<void>;
  started(task: TaskKey): Promise<StartedTask | undefined>;
  /** The task whose callback path this is. */
  calledBack(callback: string): Promise<TaskKey | undefined>;
  /** A credential's tasks, the latest first. */
  recent(owner: string, limit: number): Promise<readonly StartedTask[]>;
  /** Keeps a paid result until the retention limit; resolves once it would survive a crash. */
  keepResult(name: string, result: NetworkMapped): Promise<void>;
  result(name: string): Promise<NetworkMapped | undefined>;
  /**
   * Replaces each result that is kept, of all owners, by what the function returns: the same, another, or undefined to
   * remove it. Resolves with how many were replaced or removed; retention is not prolonged.
   */
  reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number>;
  /**
   * Notes a request before it is sent, for so many milliseconds; resolves once the note would survive a crash. Resolves
   * with the note that is there already under that name: an earlier request whose answer was lost.
   */
  intend(name: string, intent: Intent, milliseconds: number): Promise<Intent | undefined>;
  /** Removes the note: the answer has come, or there will be none. */
  clearIntent(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A task as one string, for maps and keys. */
export const keyOf = ({ owner, taskId }: TaskKey): string => `${owner}:${taskId}`;
