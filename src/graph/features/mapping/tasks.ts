import type { NetworkMapped, NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';
import { reasonOf } from '../../../telemetry/reason.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { Services } from '../../services.ts';
import type { Tracking } from '../../tracking.ts';
import { ConnectorPollers } from './connectors/connector-pollers.ts';
import { Mutex } from './mutex.ts';
import type { PollingOptions } from './polling-options.ts';
import { type MappedAnew, MappingResults, nameOfResult } from './results.ts';
import { MappingStarts } from './starts.ts';
import type { StartedTask } from './store/task.ts';
import { TaskStore } from './store/task-store.ts';
import type { MappingTask } from './task.ts';
import { TaskPollers } from './task-pollers.ts';

/** Mapping tasks: starts them, follows them and loads their results. */
export class MappingTasks {
  readonly pollers: TaskPollers;
  readonly connectors: ConnectorPollers;
  readonly #store: TaskStore;
  readonly #starts: MappingStarts;
  readonly #results: MappingResults;
  readonly #onStoreTrouble: (error: unknown) => void;

  constructor(services: Services, { retentionMs, publicUrl }: Tracking, polling: PollingOptions) {
    const { state, log } = services;
    const onStoreTrouble = (error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'The store of mapping tasks failed.');
    };
    const store = new TaskStore(state, retentionMs);
    const mutex = new Mutex({ state, leaseMs: polling.paidLeaseMs, onStoreTrouble });
    this.pollers = new TaskPollers({ services, store, polling, onStoreTrouble });
    this.connectors = new ConnectorPollers(services, polling);
    this.#store = store;
    this.#starts = new MappingStarts({ store, mutex, publicUrl, onStoreTrouble });
    this.#results = new MappingResults(store, mutex, onStoreTrouble);
    this.#onStoreTrouble = onStoreTrouble;
  }

  /** Ends every subscription; later ones are refused with the same error. */
  close(error: Error): void {
    this.pollers.close(error);
    this.connectors.close(error);
  }

  /**
   * Posts a mapping. Resolves with the network if it is already mapped, else with a task, which is stored.
   *
   * @throws {import('../../../client/errors.ts').CallError}
   */
  async start(
    scope: CredentialScope,
    request: NetworkMapperRequest,
    idempotencyKey?: string,
  ): Promise<NetworkMapped | MappingTask> {
    const { owner } = this.pollers.taskOf('', scope.credential);
    return this.#starts.post(scope, owner, request, idempotencyKey, async ({ answer, callback }) =>
      'task_id' in answer ? this.#remember(scope, answer.task_id, request, callback) : answer,
    );
  }

  /**
   * Follows a task until it ends, for at most `seconds`; resolves with its last known status, even if it cannot be
   * followed: it was started and continues, so the caller needs its id more than the error.
   */
  async waitFor(task: MappingTask, seconds: number): Promise<MappingTask> {
    const { scope, id } = task;
    const { signal } = scope;
    let { status } = task;
    // The caller may have left, or the deadline passed, while the task was being started.
    if (signal?.aborted) return task;
    try {
      const events = this.pollers.follow(id, scope.credential);
      const unsubscribe = () => void events.return?.();
      const timer = setTimeout(unsubscribe, seconds * 1000);
      signal?.addEventListener('abort', unsubscribe);
      try {
        for await (const event of events) status = event.status ?? status;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', unsubscribe);
      }
    } catch {
      // Whatever asks for the status next reports it.
    }
    return { ...task, status };
  }

  /** A stored task; undefined if the graph did not start it, or its retention has ended. */
  async started({ scope, id }: MappingTask): Promise<StartedTask | undefined> {
    return this.#store.started(this.pollers.taskOf(id, scope.credential));
  }

  /** The tasks that this credential started through the graph, latest first. */
  async recent(scope: CredentialScope, first: number): Promise<readonly MappingTask[]> {
    const { owner } = this.pollers.taskOf('', scope.credential);
    const tasks = await this.#store.recent(owner, first);
    return tasks.map(({ taskId }) => ({ scope, id: taskId, status: undefined }));
  }

  /**
   * A mapped task's result; charged once.
   *
   * @throws {import('../../../client/errors.ts').CallError}
   */
  async result(task: MappingTask, request: NetworkMapperRequest): Promise<NetworkMapped | MappingTask> {
    const { scope, id } = task;
    const result: NetworkMapped | MappedAnew = await this.#results.load(
      scope,
      this.pollers.taskOf(id, scope.credential),
      request,
    );
    return 'taskId' in result ? this.#remember(scope, result.taskId, request) : result;
  }

  /**
   * Like `result`, with the stored request or result; undefined if neither is stored.
   */
  async rememberedResult(task: MappingTask): Promise<NetworkMapped | MappingTask | undefined> {
    const { request = task.request, result } = (await this.started(task)) ?? {};
    if (result !== undefined) return this.#store.result(result);
    if (!request) return undefined;
    const found = await this.result(task, request);
    if ('items' in found) await this.#settle(task, request).catch(this.#onStoreTrouble);
    return found;
  }

  /** Replaces a stored request by the name of its result, unless that is not stored and must be requested again. */
  async #settle({ scope, id }: MappingTask, request: NetworkMapperRequest): Promise<void> {
    const key = this.pollers.taskOf(id, scope.credential);
    const name = nameOfResult(key, request);
    if (await this.#store.result(name)) await this.#store.settle(key, name);
  }

  /** Handles a callback: the replica that polls the task polls soon. False if the path is unknown. */
  async calledBack(callback: string): Promise<boolean> {
    const task = await this.#store.calledBack(callback);
    if (task) await this.#store.publish(task, { kind: 'hint' });
    return task !== undefined;
  }

  async #remember(
    scope: CredentialScope,
    id: string,
    asked: NetworkMapperRequest,
    callback?: string,
  ): Promise<MappingTask> {
    const { callback_url: _url, ...request } = asked;
    const started: StartedTask = {
      ...this.pollers.taskOf(id, scope.credential),
      request,
      ...(callback !== undefined && { callback }),
      startedAt: new Date().toISOString(),
    };
    // The task was started: the caller needs its id even if it can't be stored.
    await this.#store.remember(started).catch(this.#onStoreTrouble);
    return { scope, id, status: undefined, request };
  }
}
