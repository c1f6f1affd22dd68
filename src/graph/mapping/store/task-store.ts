import type { NetworkMapped, NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';

/** A mapping task as one credential sees it; the journal never holds the key itself. */
export interface TaskKey {
  /** The credential's hash (`hashCredential`). */
  readonly owner: string;
  readonly taskId: string;
}

/** Where a task stood when the graph looked. */
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

/** A request that may have been sent, and whose answer nobody has had. */
export interface Intent {
  /** The idempotency key that it is sent with, and sent again with. */
  readonly key: string;
  /** As in `StartedTask`. */
  readonly callback?: string;
}

/** What is told of a task in passing, and not kept. */
export type TaskNews =
  /** The upstream called back: looking now is worth while. */
  | { readonly kind: 'hint' }
  /** Since when the upstream has not answered for the task, in ISO 8601; null: it answers. */
  | { readonly kind: 'trouble'; readonly since: string | null };

export interface TaskListener {
  /** All that was observed so far, in order; told again whenever there is more. */
  observed(log: readonly Observation[]): void;
  told(news: TaskNews): void;
}

/**
 * What the graph must remember of mapping tasks, beyond one process where it is shared. Observations of a task only
 * advance (`rankOf`), so that its log has one order for everybody, however many replicas look.
 */
export interface TaskStore {
  /** Whether other replicas use it too; then looking at a task takes a lease. */
  readonly shared: boolean;
  /** What was observed of a task, in order; nothing after the retention limit. */
  observations(task: TaskKey): Promise<readonly Observation[]>;
  /** Adds an observation if it is farther along than the last one, and tells every listener. Returns the whole log. */
  observe(task: TaskKey, observation: Observation): Promise<readonly Observation[]>;
  /** Tells of observations and news from now on, until the function returned is called. */
  listen(task: TaskKey, listener: TaskListener): Promise<() => void>;
  /** Tells every listener of the task, the teller's own included. */
  tell(task: TaskKey, news: TaskNews): Promise<void>;
  /** Takes or renews a lease; false while another replica holds it. */
  lease(name: string, milliseconds: number): Promise<boolean>;
  /** Gives a lease back, if this replica holds it. */
  release(name: string): Promise<void>;
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
   * Passes each result that is kept, whosever it is, through a function that says how it stays: itself, another, or not at
   * all (undefined). Resolves with how many do not stay as they were; none stays longer for it.
   */
  reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number>;
  /**
   * Notes a request before it is sent, for so many milliseconds; resolves once the note would survive a crash. Resolves
   * with what stands there already under that name: an earlier request whose answer was lost.
   */
  intend(name: string, intent: Intent, milliseconds: number): Promise<Intent | undefined>;
  /** Crosses the note out: the answer is here, or there will be none. */
  settle(name: string): Promise<void>;
  close(): Promise<void>;
}
