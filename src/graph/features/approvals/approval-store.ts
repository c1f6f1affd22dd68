import { randomUUID } from 'node:crypto';
import { foldedId } from '../../../reading/uuid.ts';
import type { People } from '../../state/people/people.ts';
import type { PersonalData } from '../../state/people/personal-data.ts';
import type { StateStore } from '../../state/state-store.ts';
import { parseStored } from '../../validate.ts';
import { Approval, type Asked, asked, decided, stateOf, textsIn, used } from './approval.ts';

/** How long an approval is stored after its request, in milliseconds. */
const keptMs = 3_600_000;

/** Maximum pending approvals of one session, and of all that are stored for it. */
const maxWaiting = 20;
const maxStored = 100;

/** The approvals of all keys, shared by all processes that have the store. `owner` is the key's keyed hash. */
export class ApprovalStore implements PersonalData {
  readonly #store: StateStore;
  readonly #now: () => number;

  constructor(store: StateStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  get now(): number {
    return this.#now();
  }

  /** The approvals of a key, the latest first. */
  async all(owner: string): Promise<readonly Approval[]> {
    const entries = await this.#store.list(partitionOf(owner), { prefix: '' });
    return this.#store
      .intact(entries, ({ value }) => approvalIn(value))
      .toSorted((one, other) => other.askedAt - one.askedAt || (one.id < other.id ? -1 : 1));
  }

  async byId(owner: string, id: string): Promise<Approval | undefined> {
    return (await this.all(owner)).find((approval) => approval.id === foldedId(id));
  }

  /**
   * The operation's approval, requested if there is none yet; undefined if the session already has the maximum of
   * pending ones, or of all.
   *
   * @throws {import('../../state/storage-quota.ts').QuotaReached}
   */
  async ask(owner: string, request: Asked): Promise<Approval | undefined> {
    const now = this.#now();
    const key = keyOf(request);
    const stored = await this.#store.list(partitionOf(owner), { prefix: `${request.session}/` });
    const others = stored.filter((one) => one.key !== key);
    const waiting = this.#store
      .intact(others, ({ value }) => stateOf(approvalIn(value), now))
      .filter((state) => state === 'pending');
    if (waiting.length >= maxWaiting || others.length >= maxStored) return undefined;
    const id = randomUUID();
    if (others.length === stored.length)
      await this.#store.admit(owner, partitionOf(owner), Buffer.byteLength(JSON.stringify(request)));
    return this.#change(owner, key, (known) => asked(known, request, id, now));
  }

  /** Records the answer; undefined if the approval is not pending. */
  async decide(owner: string, approval: Approval, give: boolean): Promise<Approval | undefined> {
    const { id } = approval;
    const now = this.#now();
    return this.#change(owner, keyOf(approval), (known) => (known?.id === id ? decided(known, give, now) : undefined));
  }

  /**
   * Uses up a given approval; undefined if there is none, or it does not cover the credits that the caller has set.
   *
   * @param of the session that runs the operation, the operation's digest, and the approval's id
   */
  async use(
    owner: string,
    of: Pick<Approval, 'session' | 'hash' | 'id'>,
    credits: number | undefined,
  ): Promise<Approval | undefined> {
    const now = this.#now();
    return this.#change(owner, keyOf(of), (known) => (known?.id === of.id ? used(known, credits, now) : undefined));
  }

  /** Calls back whenever an approval of the key may have changed, until the function returned is called. */
  subscribe(owner: string, call: () => void): Promise<() => void> {
    return this.#store.subscribe(partitionOf(owner), call);
  }

  /** Removes the approvals of operations that name certain people; returns the number removed. */
  async removePeople(people: Pick<People, 'isMeantBy'>): Promise<number> {
    let removed = 0;
    for await (const { partition, entries } of this.#store.readable(start)) {
      const named = this.#store.intact(entries, ({ key, value }) =>
        textsIn(approvalIn(value)).some((text) => people.isMeantBy(text)) ? [key] : [],
      );
      removed += await this.#store.remove(partition, named.flat());
    }
    if (removed > 0) this.#store.erase();
    return removed;
  }

  /** Removes every approval; returns the number removed. */
  async clear(): Promise<number> {
    const removed = await this.#store.clear(start);
    if (removed.length > 0) this.#store.erase();
    return removed.length;
  }

  /** Applies a pure function to the entry, writes the result if it differs, and notifies subscribers. */
  #change<Next extends Approval | undefined>(
    owner: string,
    key: string,
    change: (known: Approval | undefined) => Next,
  ): Promise<Next> {
    const partition = partitionOf(owner);
    return this.#store.update(partition, (read) => {
      const text = read(key);
      const known = text === undefined ? undefined : approvalIn(text);
      const next = change(known);
      if (next === undefined || next === known) return { value: next };
      const ttlMs = next.askedAt + keptMs - this.#now();
      return {
        value: next,
        writes: new Map([[key, { value: JSON.stringify(next), ttlMs }]]),
        messages: [{ channel: partition, text: next.id }],
      };
    });
  }
}

const start = 'approvals:';

const partitionOf = (owner: string): string => `${start}${owner}`;

/** An operation of a session has one approval at a time, so that asking again changes nothing. */
const keyOf = ({ session, hash }: Pick<Approval, 'session' | 'hash'>): string => `${session}/${hash}`;

const approvalIn = (text: string): Approval => parseStored('approval', Approval, text);
