import { EventQueue } from './event-queue.ts';
import type { SubscriptionQuota } from './subscription-quota.ts';

/** Stored values that a subscriber follows. */
interface Followed<Event> {
  /** The credential whose quota the subscription counts against. */
  readonly owner: string;
  /** Calls `onChange` after each change of the values, until the returned function is called. */
  readonly subscribe: (onChange: () => void) => Promise<() => void>;
  /** Returns what has changed since the last call, oldest first; at first the present state. It does not reject. */
  readonly changes: () => Promise<readonly Event[]>;
  /** Decides about an event that is pushed while a slow reader has another queued. */
  readonly coalesce: (waiting: Event, event: Event) => 'append' | 'replace';
}

/** Follows stored values for subscribers: the present state, then each change. */
export class StoredFeeds {
  readonly #quota: SubscriptionQuota;
  readonly #open = new Set<{ fail(error: Error): void }>();

  constructor(quota: SubscriptionQuota) {
    this.#quota = quota;
  }

  /** @throws a TOO_MANY_SUBSCRIPTIONS error at the limit of the key */
  async follow<Event extends { readonly end: string | undefined }>(
    followed: Followed<Event>,
  ): Promise<AsyncIterableIterator<Event>> {
    const { owner } = followed;
    this.#quota.take(owner);
    let stop: (() => void) | undefined;
    let unsubscribed = false;
    const queue = new EventQueue<Event>({
      coalesce: followed.coalesce,
      onUnsubscribed: () => {
        if (unsubscribed) return;
        unsubscribed = true;
        stop?.();
        this.#open.delete(queue);
        this.#quota.release(owner);
      },
    });
    this.#open.add(queue);
    // One read at a time, so that each compares with what the one before it read; one that waits covers later changes.
    let reading = Promise.resolve();
    let waiting = false;
    const read = () => {
      if (waiting) return reading;
      waiting = true;
      reading = reading.then(async () => {
        waiting = false;
        for (const event of await followed.changes()) queue.push(event);
      });
      return reading;
    };
    stop = await followed.subscribe(() => void read());
    if (unsubscribed) stop();
    await read();
    return queue;
  }

  /** Ends every subscription. */
  close(error: Error): void {
    for (const queue of this.#open) queue.fail(error);
  }
}
