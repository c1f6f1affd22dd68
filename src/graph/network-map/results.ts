import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { NetworkMapped, NetworkMapperRequest } from '../../contract/operation/network-mapper.ts';
import { BudgetReached } from '../credits/budget-reached.ts';
import type { Journal, TaskKey } from '../journal/journal.ts';
import { Unpaid } from '../quote/unpaid.ts';
import type { Scope } from '../scope.ts';
import { buyMapping } from './buy.ts';

/** How long a replica may go without saying that it is still asking for a result. */
const leaseMs = 15_000;

/** How soon a replica that waits for another's result looks for it again. */
const waitMs = 100;

/** The upstream has to map the company once more: the same request started another task. */
export interface MappedAnew {
  readonly taskId: string;
}

/**
 * What tasks led to. The result costs a credit, so it is asked for once a task, credential and request, however many
 * ask at once and on however many replicas; it is kept in the journal until the retention limit.
 */
export class MappingResults {
  readonly #journal: Journal;
  readonly #onJournalTrouble: (error: unknown) => void;
  readonly #asking = new Map<string, Promise<NetworkMapped | MappedAnew>>();

  constructor(journal: Journal, onJournalTrouble: (error: unknown) => void) {
    this.#journal = journal;
    this.#onJournalTrouble = onJournalTrouble;
  }

  /**
   * The result of a task that is mapped, as `scope` may see it. The first to ask is charged.
   *
   * @throws {import('../../client/errors.ts').CallError} which all who asked at once share
   * @throws {BudgetReached} where the asker's own budget does not allow it
   */
  async load(scope: Scope, task: TaskKey, request: NetworkMapperRequest): Promise<NetworkMapped | MappedAnew> {
    const name = nameOfResult(task, request);
    for (let asked = this.#asking.get(name); asked; asked = this.#asking.get(name))
      try {
        return await asked;
      } catch (error) {
        // The first asker was not allowed to buy; who waited with it may be.
        if (!(error instanceof Unpaid || error instanceof BudgetReached)) throw error;
      }
    const asked = this.#load(scope, name, request).finally(() => this.#asking.delete(name));
    this.#asking.set(name, asked);
    return asked;
  }

  async #load(scope: Scope, name: string, request: NetworkMapperRequest): Promise<NetworkMapped | MappedAnew> {
    for (;;) {
      const kept = await this.#journal.result(name);
      if (kept) return kept;
      if (await this.#journal.lease(name, leaseMs)) break;
      await wait(waitMs);
    }
    const renewing = setInterval(() => {
      this.#journal.lease(name, leaseMs).catch(() => undefined);
    }, leaseMs / 3);
    try {
      // The one who held the lease before may just have kept it.
      return (await this.#journal.result(name)) ?? (await this.#pay(scope, name, request));
    } finally {
      clearInterval(renewing);
      await this.#journal.release(name).catch(() => undefined);
    }
  }

  async #pay(scope: Scope, name: string, request: NetworkMapperRequest): Promise<NetworkMapped | MappedAnew> {
    const answer = await buyMapping(scope, request);
    if ('task_id' in answer) return { taskId: answer.task_id };
    // It is paid for: who asked has it, even where it can't be kept.
    await this.#journal.keepResult(name, answer).catch(this.#onJournalTrouble);
    return answer;
  }
}

const nameOfResult = ({ owner, taskId }: TaskKey, request: NetworkMapperRequest): string =>
  `result:${createHash('sha256')
    .update(JSON.stringify([owner, taskId, request.query, request.mapping_company_website ?? null]))
    .digest('base64url')}`;
