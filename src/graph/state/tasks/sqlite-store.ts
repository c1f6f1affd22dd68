import { EventEmitter } from 'node:events';
import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import type { Database } from '../database.ts';
import { migrateTables, nameHash } from './sqlite-tables.ts';
import { rankOf } from './status.ts';
import { readIntent, readResult, readStartedTask } from './stored-values.ts';
import {
  type Intent,
  keyOf,
  type Observation,
  type StartedTask,
  type TaskKey,
  type TaskListener,
  type TaskMessage,
  type TaskStore,
} from './task-store.ts';

interface Options {
  readonly database: Database;
  readonly retentionMs: number;
  readonly now?: () => number;
}

/** The embedded store: tables in the graph's own database. Its one process is its only user, so that messages stay in it. */
export class SqliteTaskStore implements TaskStore {
  readonly #database: Database;
  readonly #retentionMs: number;
  readonly #now: () => number;
  readonly #messages = new EventEmitter<Record<string, [TaskMessage]>>().setMaxListeners(0);

  constructor({ database, retentionMs, now = Date.now }: Options) {
    this.#database = database;
    this.#retentionMs = retentionMs;
    this.#now = now;
    migrateTables(database);
    this.#forget();
  }

  async observations({ owner, taskId }: TaskKey): Promise<readonly Observation[]> {
    return this.#database.all`
      SELECT status, observed_at FROM mapping_observation JOIN mapping_task USING (owner, task_id)
      WHERE owner = ${owner} AND task_id = ${taskId} AND touched_at >= ${this.#oldest} ORDER BY rank`.map((row) => ({
      status: String(row.status),
      observedAt: String(row.observed_at),
    }));
  }

  async observe(task: TaskKey, { status, observedAt }: Observation): Promise<readonly Observation[]> {
    const { owner, taskId } = task;
    const database = this.#database;
    this.#forget();
    const isNew = database.transaction(() => {
      const last = database.get`SELECT max(rank) AS rank FROM mapping_observation WHERE owner = ${owner} AND task_id = ${taskId}`;
      if (typeof last?.rank === 'number' && last.rank >= rankOf(status)) return false;
      database.run`INSERT INTO mapping_task (owner, task_id, touched_at) VALUES (${owner}, ${taskId}, ${this.#now()})
              ON CONFLICT DO UPDATE SET touched_at = excluded.touched_at`;
      database.run`INSERT INTO mapping_observation (owner, task_id, rank, status, observed_at)
              VALUES (${owner}, ${taskId}, ${rankOf(status)}, ${status}, ${observedAt})`;
      return true;
    });
    const log = await this.observations(task);
    if (isNew) await this.publish(task, { kind: 'observed', log });
    return log;
  }

  async subscribe(task: TaskKey, listener: TaskListener): Promise<() => void> {
    this.#messages.on(keyOf(task), listener);
    return () => this.#messages.off(keyOf(task), listener);
  }

  async publish(task: TaskKey, message: TaskMessage): Promise<void> {
    this.#messages.emit(keyOf(task), message);
  }

  async remember(task: StartedTask): Promise<void> {
    this.#forget();
    this.#database.run`
      INSERT INTO mapping_task (owner, task_id, started, touched_at)
      VALUES (${task.owner}, ${task.taskId}, ${JSON.stringify(task)}, ${this.#now()})
      ON CONFLICT DO UPDATE SET started = excluded.started, touched_at = excluded.touched_at`;
    await this.#database.flush();
  }

  async started({ owner, taskId }: TaskKey): Promise<StartedTask | undefined> {
    const row = this.#database.get`
      SELECT started FROM mapping_task
      WHERE owner = ${owner} AND task_id = ${taskId} AND touched_at >= ${this.#oldest}`;
    return readStartedTask(row?.started);
  }

  async calledBack(callback: string): Promise<TaskKey | undefined> {
    const row = this.#database.get`
      SELECT started FROM mapping_task WHERE started ->> 'callback' = ${callback} AND touched_at >= ${this.#oldest}`;
    return readStartedTask(row?.started);
  }

  async recent(owner: string, limit: number): Promise<readonly StartedTask[]> {
    const rows = this.#database.all`
      SELECT started FROM mapping_task
      WHERE owner = ${owner} AND started IS NOT NULL AND touched_at >= ${this.#oldest}
      ORDER BY started ->> 'startedAt' DESC LIMIT ${limit}`;
    return rows.map(({ started }) => readStartedTask(started)).filter((task) => task !== undefined);
  }

  async keepResult(name: string, result: NetworkMapped): Promise<void> {
    this.#forget();
    this.#database.run`
      INSERT INTO mapping_result (name, result, kept_at)
      VALUES (${nameHash(name)}, ${JSON.stringify(result)}, ${this.#now()})
      ON CONFLICT DO UPDATE SET result = excluded.result, kept_at = excluded.kept_at`;
    await this.#database.flush();
  }

  async result(name: string): Promise<NetworkMapped | undefined> {
    const row = this.#database.get`
      SELECT result FROM mapping_result WHERE name = ${nameHash(name)} AND kept_at >= ${this.#oldest}`;
    return readResult(row?.result);
  }

  async reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number> {
    const database = this.#database;
    let count = 0;
    // One at a time: a result may be megabytes.
    for (const { name } of database.all`SELECT name FROM mapping_result`) {
      const known = readResult(database.get`SELECT result FROM mapping_result WHERE name = ${name ?? null}`?.result);
      const result = known && revise(known);
      if (result && result === known) continue;
      if (result)
        database.run`UPDATE mapping_result SET result = ${JSON.stringify(result)} WHERE name = ${name ?? null}`;
      else database.run`DELETE FROM mapping_result WHERE name = ${name ?? null}`;
      count += 1;
    }
    if (count > 0) database.erase();
    return count;
  }

  async intend(name: string, intent: Intent, milliseconds: number): Promise<Intent | undefined> {
    this.#forget();
    const row = this.#database.get`SELECT intent FROM mapping_intent WHERE name = ${nameHash(name)}`;
    const known = readIntent(row?.intent);
    if (known) return known;
    this.#database.run`
      INSERT OR REPLACE INTO mapping_intent (name, intent, until)
      VALUES (${nameHash(name)}, ${JSON.stringify(intent)}, ${this.#now() + milliseconds})`;
    await this.#database.flush();
    return undefined;
  }

  async clearIntent(name: string): Promise<void> {
    this.#database.run`DELETE FROM mapping_intent WHERE name = ${nameHash(name)}`;
  }

  /** Leaves the database open, which its opener closes. */
  async close(): Promise<void> {
    this.#messages.removeAllListeners();
  }

  /** What was touched before this moment is past the retention limit. */
  get #oldest(): number {
    return this.#now() - this.#retentionMs;
  }

  #forget(): void {
    const database = this.#database;
    database.run`DELETE FROM mapping_task WHERE touched_at < ${this.#oldest}`;
    database.run`DELETE FROM mapping_result WHERE kept_at < ${this.#oldest}`;
    database.run`DELETE FROM mapping_intent WHERE until < ${this.#now()}`;
  }
}
