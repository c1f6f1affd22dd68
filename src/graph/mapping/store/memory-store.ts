import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import { rankOf } from '../status.ts';
import type { Intent, Observation, StartedTask, TaskKey, TaskListener, TaskNews, TaskStore } from './task-store.ts';

/** All that is known of one task. */
export interface TaskRecord extends TaskKey {
  readonly started?: StartedTask | undefined;
  readonly log: readonly Observation[];
}

/** One line of what happens; a log of them is the whole journal, results aside. */
export type Entry =
  | { readonly kind: 'started'; readonly task: StartedTask }
  | { readonly kind: 'observed'; readonly task: TaskKey; readonly observation: Observation }
  /** `until` in milliseconds since 1970. */
  | { readonly kind: 'intended'; readonly name: string; readonly intent: Intent; readonly until: number }
  | { readonly kind: 'settled'; readonly name: string };

/** A journal within one process, which forgets everything when it ends. */
export class MemoryJournal implements TaskStore {
  readonly shared: boolean = false;
  protected readonly retentionMs: number;
  protected readonly now: () => number;
  readonly #tasks = new Map<string, TaskRecord>();
  readonly #callbacks = new Map<string, TaskKey>();
  readonly #listeners = new Map<string, Set<TaskListener>>();
  readonly #intents = new Map<string, { readonly intent: Intent; readonly until: number }>();
  readonly #results = new Map<string, { readonly result: NetworkMapped; readonly keptAt: number }>();

  constructor({ retentionMs, now = Date.now }: { readonly retentionMs: number; readonly now?: () => number }) {
    this.retentionMs = retentionMs;
    this.now = now;
  }

  async observations(task: TaskKey): Promise<readonly Observation[]> {
    return this.record(task)?.log ?? [];
  }

  async observe(task: TaskKey, observation: Observation): Promise<readonly Observation[]> {
    const log = this.record(task)?.log ?? [];
    const last = log.at(-1);
    if (last && rankOf(observation.status) <= rankOf(last.status)) return log;
    const entry: Entry = { kind: 'observed', task: { owner: task.owner, taskId: task.taskId }, observation };
    this.apply(entry);
    await this.write(entry, false);
    const whole = this.record(task)?.log ?? [];
    for (const listener of this.#listeners.get(nameOf(task)) ?? []) listener.observed(whole);
    return whole;
  }

  async listen(task: TaskKey, listener: TaskListener): Promise<() => void> {
    const name = nameOf(task);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(name) === listeners) this.#listeners.delete(name);
    };
  }

  async tell(task: TaskKey, news: TaskNews): Promise<void> {
    for (const listener of this.#listeners.get(nameOf(task)) ?? []) listener.told(news);
  }

  /** Nobody else is here to hold one. */
  async lease(): Promise<boolean> {
    return true;
  }

  async release(): Promise<void> {}

  async remember(task: StartedTask): Promise<void> {
    const entry: Entry = { kind: 'started', task };
    this.apply(entry);
    await this.write(entry, true);
  }

  async started(task: TaskKey): Promise<StartedTask | undefined> {
    return this.record(task)?.started;
  }

  async calledBack(callback: string): Promise<TaskKey | undefined> {
    const task = this.#callbacks.get(callback);
    return task && this.record(task) ? task : undefined;
  }

  async recent(owner: string, limit: number): Promise<readonly StartedTask[]> {
    return this.records()
      .flatMap(({ started }) => (started?.owner === owner ? [started] : []))
      .sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
      .slice(0, limit);
  }

  async keepResult(name: string, result: NetworkMapped): Promise<void> {
    for (const [old, { keptAt }] of this.#results) if (this.isOver(keptAt)) this.#results.delete(old);
    this.#results.set(name, { result, keptAt: this.now() });
  }

  async result(name: string): Promise<NetworkMapped | undefined> {
    const kept = this.#results.get(name);
    return kept && !this.isOver(kept.keptAt) ? kept.result : undefined;
  }

  async reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number> {
    let count = 0;
    for (const [name, kept] of this.#results) {
      const result = revise(kept.result);
      if (result === kept.result) continue;
      if (result) this.#results.set(name, { ...kept, result });
      else this.#results.delete(name);
      count += 1;
    }
    return count;
  }

  async intend(name: string, intent: Intent, milliseconds: number): Promise<Intent | undefined> {
    const known = this.intents().get(name);
    if (known) return known.intent;
    const entry: Entry = { kind: 'intended', name, intent, until: this.now() + milliseconds };
    this.apply(entry);
    await this.write(entry, true);
    return undefined;
  }

  async settle(name: string): Promise<void> {
    if (!this.intents().has(name)) return;
    const entry: Entry = { kind: 'settled', name };
    this.apply(entry);
    await this.write(entry, false);
  }

  async close(): Promise<void> {}

  /** Makes an entry last; this journal has nowhere to write to. */
  protected async write(_entry: Entry, _surely: boolean): Promise<void> {}

  /** Takes an entry into what is known. */
  protected apply(entry: Entry): void {
    if (entry.kind === 'settled') {
      this.#intents.delete(entry.name);
      return;
    }
    if (entry.kind === 'intended') {
      this.#intents.set(entry.name, entry);
      return;
    }
    const { owner, taskId } = entry.task;
    const name = nameOf(entry.task);
    const known = this.#tasks.get(name) ?? { owner, taskId, log: [] };
    if (entry.kind === 'started') {
      this.#tasks.set(name, { ...known, started: entry.task });
      if (entry.task.callback !== undefined) this.#callbacks.set(entry.task.callback, { owner, taskId });
    } else {
      this.#tasks.set(name, { ...known, log: [...known.log, entry.observation] });
    }
  }

  /** The records that the retention limit has not passed; the others are forgotten. */
  protected records(): readonly TaskRecord[] {
    for (const [name, record] of this.#tasks) if (this.isOver(Date.parse(latestOf(record)))) this.#tasks.delete(name);
    for (const [callback, task] of this.#callbacks)
      if (!this.#tasks.has(nameOf(task))) this.#callbacks.delete(callback);
    return [...this.#tasks.values()];
  }

  /** Requests whose answer nobody has had, by name. */
  protected intents(): ReadonlyMap<string, { readonly intent: Intent; readonly until: number }> {
    for (const [name, { until }] of this.#intents) if (this.now() > until) this.#intents.delete(name);
    return this.#intents;
  }

  protected record(task: TaskKey): TaskRecord | undefined {
    const record = this.#tasks.get(nameOf(task));
    return record && !this.isOver(Date.parse(latestOf(record))) ? record : undefined;
  }

  /** Whether something of that moment has passed the retention limit. */
  protected isOver(moment: number): boolean {
    return this.now() - moment > this.retentionMs;
  }
}

/** A task's name, for a map. */
export const nameOf = ({ owner, taskId }: TaskKey): string => `${owner}:${taskId}`;

const latestOf = ({ started, log }: TaskRecord): string => log.at(-1)?.observedAt ?? started?.startedAt ?? '';
