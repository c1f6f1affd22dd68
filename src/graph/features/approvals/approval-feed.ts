import { EventQueue } from '../../subscriptions/event-queue.ts';
import type { SubscriptionQuota } from '../../subscriptions/subscription-quota.ts';
import { type Approval, type ApprovalState, stateOf } from './approval.ts';
import type { ApprovalStore } from './approval-store.ts';

/** The present state of an approval. No event is the last, so `end` is never set. */
export interface ApprovalEvent {
  readonly approval: Approval;
  readonly end: undefined;
}

/** Follows approvals for subscribers: first the pending ones, then each approval whenever its state changes. */
export class ApprovalFeed {
  readonly #store: ApprovalStore;
  readonly #quota: SubscriptionQuota;
  readonly #open = new Set<EventQueue<ApprovalEvent>>();

  constructor(store: ApprovalStore, quota: SubscriptionQuota) {
    this.#store = store;
    this.#quota = quota;
  }

  /** @throws a TOO_MANY_SUBSCRIPTIONS error at the limit of the key */
  async follow(owner: string, isShown: (approval: Approval) => boolean): Promise<AsyncIterableIterator<ApprovalEvent>> {
    this.#quota.take(owner);
    let stop: (() => void) | undefined;
    let unsubscribed = false;
    const queue = new EventQueue<ApprovalEvent>({
      coalesce: (waiting, { approval }) => (waiting.approval.id === approval.id ? 'replace' : 'append'),
      onUnsubscribed: () => {
        if (unsubscribed) return;
        unsubscribed = true;
        stop?.();
        this.#open.delete(queue);
        this.#quota.release(owner);
      },
    });
    this.#open.add(queue);
    let states: ReadonlyMap<string, ApprovalState> | undefined;
    const read = async (): Promise<void> => {
      const { now } = this.#store;
      const shown = (await this.#store.all(owner).catch(() => [])).filter(isShown).toReversed();
      const before = states;
      states = new Map(shown.map((approval) => [approval.id, stateOf(approval, now)]));
      for (const approval of shown) {
        const state = stateOf(approval, now);
        const isNews = before === undefined ? state === 'pending' : state !== (before.get(approval.id) ?? 'ended');
        if (isNews) queue.push({ approval, end: undefined });
      }
    };
    let reading = Promise.resolve();
    const next = () => {
      reading = reading.then(read);
      return reading;
    };
    stop = await this.#store.subscribe(owner, () => void next());
    if (unsubscribed) stop();
    await next();
    return queue;
  }

  /** Ends every subscription. */
  close(error: Error): void {
    for (const queue of this.#open) queue.fail(error);
  }
}
