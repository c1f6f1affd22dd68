import type { PurseState } from '../../credits/purse/purse.ts';
import type { PurseStore } from '../../state/purses/purse-store.ts';
import { EventQueue } from '../../subscriptions/event-queue.ts';
import type { SubscriptionQuota } from '../../subscriptions/subscription-quota.ts';

/** The state of a purse. `end` is set on the last event, when the purse is closed. */
export interface PurseEvent {
  readonly purse: PurseState;
  readonly end: 'closed' | undefined;
}

/** Follows purses for subscribers: the present state, then each change. Slow readers receive only the latest state. */
export class PurseMeters {
  readonly #store: PurseStore;
  readonly #quota: SubscriptionQuota;
  readonly #open = new Set<EventQueue<PurseEvent>>();

  constructor(store: PurseStore, quota: SubscriptionQuota) {
    this.#store = store;
    this.#quota = quota;
  }

  /** @throws a TOO_MANY_SUBSCRIPTIONS error at the limit of the key */
  async follow({ owner, id }: PurseState): Promise<AsyncIterableIterator<PurseEvent>> {
    this.#quota.take(owner);
    let stop: (() => void) | undefined;
    let unsubscribed = false;
    const queue = new EventQueue<PurseEvent>({
      coalesce: () => 'replace',
      onUnsubscribed: () => {
        if (unsubscribed) return;
        unsubscribed = true;
        stop?.();
        this.#open.delete(queue);
        this.#quota.release(owner);
      },
    });
    this.#open.add(queue);
    let reading = false;
    let again = false;
    let last = '';
    const read = async (): Promise<void> => {
      again = true;
      if (reading) return;
      reading = true;
      while (again) {
        again = false;
        const purse = await this.#store.purse(owner, id).catch(() => undefined);
        const text = JSON.stringify(purse);
        if (!purse || text === last) continue;
        last = text;
        queue.push({ purse, end: purse.closedAt === undefined ? undefined : 'closed' });
      }
      reading = false;
    };
    stop = await this.#store.subscribe(owner, () => void read());
    if (unsubscribed) stop();
    await read();
    return queue;
  }

  /** Ends every subscription. */
  close(error: Error): void {
    for (const queue of this.#open) queue.fail(error);
  }
}
