import type { Client, Credential } from '../../client/client.ts';
import { mappingStatus } from '../../contract/operation/network-mapper.ts';
import { defaultPace, type Pace, type TaskEvent, TaskWatcher } from './watcher.ts';

/** One watcher a task and credential, whoever subscribes; a watcher goes when nobody listens. */
export class TaskWatchers {
  readonly #client: Client;
  readonly #pace: Pace;
  readonly #watchers = new Map<string, TaskWatcher>();

  constructor(client: Client, pace: Pace = defaultPace) {
    this.#client = client;
    this.#pace = pace;
  }

  /** How many tasks are being watched. */
  get size(): number {
    return this.#watchers.size;
  }

  follow(taskId: string, credential: Credential, after?: string): AsyncIterableIterator<TaskEvent> {
    // The whole credential is part of the key: what one caller may see, another may not.
    const key = JSON.stringify([credential.apiKey, credential.childTeamId ?? null, taskId]);
    let watcher = this.#watchers.get(key);
    if (!watcher) {
      watcher = new TaskWatcher({
        readStatus: async () => (await this.#client.call(mappingStatus, { task_id: taskId }, credential)).body.status,
        pace: this.#pace,
        now: () => new Date(),
        random: Math.random,
        onIdle: () => this.#watchers.delete(key),
      });
      this.#watchers.set(key, watcher);
    }
    return watcher.follow(after);
  }

  /** Ends every subscription, as the process is about to stop. */
  close(error: Error): void {
    for (const watcher of this.#watchers.values()) watcher.fail(error);
  }
}
