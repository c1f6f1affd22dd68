import { createHash } from 'node:crypto';
import { Cancelled } from '../../../client/errors.ts';
import type { NetworkMapped, NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';
import { PaymentRequired, SpendingRefused } from '../../credits/spending-refused.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { buyMapping } from './buy.ts';
import type { Mutex } from './mutex.ts';
import type { TaskKey } from './store/task.ts';
import type { TaskStore } from './store/task-store.ts';

/** The upstream maps the company again: the request started another task instead of returning the result. */
export interface MappedAnew {
  readonly taskId: string;
}

/**
 * Results of tasks. A result costs a credit, so calls with equal task, credential and request share one, on all
 * replicas; it is stored until its retention ends. One that could not be stored is requested again with the same
 * idempotency key: an upstream that honours keys does not charge again.
 */
export class MappingResults {
  readonly #store: TaskStore;
  readonly #mutex: Mutex;
  readonly #onStoreTrouble: (error: unknown) => void;
  readonly #inFlight = new Map<string, Promise<NetworkMapped | MappedAnew>>();

  constructor(store: TaskStore, mutex: Mutex, onStoreTrouble: (error: unknown) => void) {
    this.#store = store;
    this.#mutex = mutex;
    this.#onStoreTrouble = onStoreTrouble;
  }

  /**
   * The result of a mapped task. Of concurrent callers, the first is charged.
   *
   * @throws {import('../../../client/errors.ts').CallError} shared by all concurrent callers
   * @throws {SpendingRefused} if the caller's own budget or purse does not allow it
   */
  async load(
    scope: CredentialScope,
    task: TaskKey,
    request: NetworkMapperRequest,
  ): Promise<NetworkMapped | MappedAnew> {
    const name = nameOfResult(task, request);
    for (let asked = this.#inFlight.get(name); asked; asked = this.#inFlight.get(name))
      try {
        return await asked;
      } catch (error) {
        // The first caller was not allowed to spend, or left before it was sent; those that waited for it may go on.
        const isOwn =
          error instanceof PaymentRequired || error instanceof SpendingRefused || error instanceof Cancelled;
        if (!isOwn) throw error;
      }
    const asked = this.#load(scope, name, request).finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, asked);
    return asked;
  }

  async #load(
    scope: CredentialScope,
    name: string,
    request: NetworkMapperRequest,
  ): Promise<NetworkMapped | MappedAnew> {
    const kept = await this.#store.result(name);
    // The last holder of the mutex may just have stored it.
    return (
      kept ??
      this.#mutex.run(name, async () => (await this.#store.result(name)) ?? (await this.#pay(scope, name, request)))
    );
  }

  async #pay(scope: CredentialScope, name: string, request: NetworkMapperRequest): Promise<NetworkMapped | MappedAnew> {
    const purged = await this.#store.purged.all();
    const answer = await buyMapping(scope, request, name);
    if ('task_id' in answer) return { taskId: answer.task_id };
    // It is paid for: the caller gets it even if it can't be stored.
    await this.#store.keepResult(name, answer, purged).catch(this.#onStoreTrouble);
    return answer;
  }
}

export const nameOfResult = ({ owner, taskId }: TaskKey, request: NetworkMapperRequest): string =>
  `result:${createHash('sha256')
    .update(JSON.stringify([owner, taskId, request.query, request.mapping_company_website ?? null]))
    .digest('base64url')}`;
