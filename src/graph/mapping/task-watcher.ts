import { type CallError, RateLimited, UpstreamFailed } from '../../client/errors.ts';
import { type StatusEvent, statusEvent, type TaskEnd, type TaskEvent } from './event.ts';
import { isPassing } from './is-transient.ts';
import type { Lease } from './lease.ts';
import { jittered, type PollingOptions } from './polling-options.ts';
import { isFinal, rankOf } from './status.ts';
import type { Observation, TaskKey, TaskMessage, TaskStore } from './store/task-store.ts';
import type { Follower } from './subscriber.ts';

interface Watching {
  readonly task: TaskKey;
  readonly store: TaskStore;
  /** The replica that holds it polls. */
  readonly lease: Lease;
  /** Whether other replicas ask for the lease. */
  readonly shared: boolean;
  readonly readStatus: () => Promise<string>;
  readonly pace: PollingOptions;
  readonly now: () => number;
  readonly random: () => number;
  /** The store could not be reached: what was seen is told here all the same. */
  readonly onStoreTrouble: (error: unknown) => void;
  /** A follower is told nothing more. */
  readonly onLeave: () => void;
  /** Nothing is watched any more: nobody follows, or the task has ended. */
  readonly onStop: () => void;
}

/**
 * Follows one task for however many subscribers: one look at the upstream at a time, quick at first and slower later,
 * quick again after a change or a callback, and none when nobody listens. What is seen goes through the journal, which
 * gives it one order; where the journal is shared, one replica looks and the others hear of it.
 */
export class TaskWatcher {
  readonly #watching: Watching;
  readonly #followers = new Set<Follower>();
  /** One event each, for all who follow: what is made of an event is made once. */
  readonly #log: StatusEvent[] = [];
  /** Whether the upstream, or a replica that asks it, has confirmed that this credential may see the task. */
  #ready = false;
  #stopped = false;
  #looking = false;
  #lookAgain = false;
  /** When a hint last made it look. */
  #hintedAt = Number.NEGATIVE_INFINITY;
  #leads = false;
  #pauseMs: number;
  /** The upstream asked not to be called before. */
  #notBefore = 0;
  #troubleSince: string | undefined;
  #unknownSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #leaseTimer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | undefined;

  constructor(watching: Watching) {
    this.#watching = watching;
    this.#pauseMs = watching.pace.firstMs;
    this.#open().catch((error: unknown) => this.fail(asError(error)));
  }

  /** Whether the task's last status is known. */
  get ended(): boolean {
    return isFinal(this.#log.at(-1)?.status);
  }

  /** Tells a follower the present state, each change and the end; with `after`, all that lies behind that status. */
  follow(follower: Follower): void {
    this.#followers.add(follower);
    if (this.#ready) this.#catchUp(follower);
  }

  /** Tells a follower nothing more. */
  leave(follower: Follower): void {
    this.#drop(follower);
    if (this.#followers.size === 0) this.#stop();
  }

  /** A sign of life: the present state once more. */
  heartbeat(): TaskEvent | undefined {
    return this.#ready && !this.#stopped ? this.#inPassing('HEARTBEAT') : undefined;
  }

  /** Ends every follower with this error. */
  fail(error: Error): void {
    const followers = [...this.#followers];
    this.#stop();
    for (const follower of followers) follower.fail(error);
  }

  async #open(): Promise<void> {
    const { store, task } = this.#watching;
    try {
      const unlisten = await store.subscribe(task, (message) => this.#hear(message));
      if (this.#stopped) return unlisten();
      this.#unlisten = unlisten;
      this.#merge(await store.observations(task));
    } catch (error) {
      this.#watching.onStoreTrouble(error);
    }
    await this.#lead();
  }

  /** Looks if this replica is the one to do so, and asks again while it is not. */
  async #lead(): Promise<void> {
    if (this.#stopped) return;
    const { store, task, lease, shared, random } = this.#watching;
    const led = this.#leads;
    this.#leads = await lease.acquire();
    if (this.#stopped) return this.#giveBack();
    if (shared) {
      this.#leaseTimer = setTimeout(() => this.#lead(), jittered(lease.renewMs, random));
    }
    if (this.#leads) {
      if (!led) this.#look();
      return;
    }
    clearTimeout(this.#timer);
    // What was told while this replica could not hear it.
    this.#merge(await store.observations(task).catch(() => []));
    if (this.#log.length > 0) this.#becomeReady();
    this.#checkLimits();
  }

  async #look(): Promise<void> {
    if (this.#stopped || !this.#leads) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#looking = true;
    this.#lookAgain = false;
    try {
      await this.#saw(await this.#watching.readStatus());
    } catch (error) {
      // Trouble on the way passes; a refused key, or a question the upstream can't take, does not.
      if (!isPassing(error)) this.fail(asError(error));
      else this.#trouble(error);
    } finally {
      this.#looking = false;
    }
    if (this.#stopped) return;
    this.#becomeReady();
    this.#checkLimits();
    if (this.#stopped || !this.#leads) return;
    if (this.#lookAgain) return this.#lookSoon();
    const { pace, random, now } = this.#watching;
    const pauseMs = jittered(this.#pauseMs, random);
    this.#pauseMs = Math.min(pace.longestMs, this.#pauseMs * pace.growth);
    // A callback that came meanwhile has set another, which would outlive the watcher.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), Math.max(pauseMs, this.#notBefore - now()));
  }

  async #saw(status: string): Promise<void> {
    const { store, task, now } = this.#watching;
    this.#unknownSince = status === 'Unknown' ? (this.#unknownSince ?? now()) : undefined;
    if (this.#troubleSince !== undefined) this.#report(undefined);
    const last = this.#log.at(-1);
    // A status that lies behind what was seen is an old answer overtaken on its way.
    if (last && rankOf(status) <= rankOf(last.status)) return;
    const observation: Observation = { status, observedAt: new Date(now()).toISOString() };
    const log = await store.observe(task, observation).catch((error: unknown) => {
      this.#watching.onStoreTrouble(error);
      return [...this.#log, observation];
    });
    // The first status is the snapshot: whoever waits for it is told by `#becomeReady`.
    this.#merge(log);
  }

  #trouble(error: CallError): void {
    const { now } = this.#watching;
    if (error instanceof RateLimited || error instanceof UpstreamFailed)
      this.#notBefore = now() + (error.retryAfterMs ?? 0);
    this.#report(this.#troubleSince ?? new Date(now()).toISOString());
  }

  /** Tells followers here and elsewhere whether the upstream answers. */
  #report(troubleSince: string | undefined): void {
    const { store, task, onStoreTrouble } = this.#watching;
    this.#setTrouble(troubleSince);
    store.publish(task, { kind: 'trouble', since: troubleSince ?? null }).catch(onStoreTrouble);
  }

  #setTrouble(since: string | undefined): void {
    if (since === this.#troubleSince) return;
    this.#troubleSince = since;
    if (this.#ready) this.#tell(this.#inPassing(since === undefined ? 'RECOVERY' : 'TROUBLE'));
  }

  #hear(message: TaskMessage): void {
    if (this.#stopped) return;
    if (message.kind === 'observed') this.#merge(message.log);
    else if (message.kind === 'trouble') this.#setTrouble(message.since ?? undefined);
    else if (this.#leads) this.#lookSoon();
  }

  #lookSoon(): void {
    const { pace, now } = this.#watching;
    this.#pauseMs = pace.firstMs;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    // However often somebody calls, looks made for it are never closer to one another than the quickest pace allows.
    const soonest = Math.max(this.#notBefore, this.#hintedAt + pace.firstMs) - now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#hintedAt = now();
        this.#look();
      },
      Math.max(0, soonest),
    );
  }

  /** Takes what is new of a log, and tells it. */
  #merge(log: readonly Observation[]): void {
    if (this.#stopped) return;
    for (const observation of log) {
      const last = this.#log.at(-1);
      if (last && rankOf(observation.status) <= rankOf(last.status)) continue;
      const event = statusEvent(observation);
      this.#log.push(event);
      this.#pauseMs = this.#watching.pace.firstMs;
      if (this.#ready) this.#tell(event);
    }
    if (this.#ready && this.ended) this.#stop();
  }

  #becomeReady(): void {
    if (this.#ready) return;
    this.#ready = true;
    for (const follower of this.#followers) this.#catchUp(follower);
    if (this.ended) this.#stop();
  }

  #catchUp(follower: Follower): void {
    const { after } = follower;
    const missed = after === undefined ? this.#log.slice(-1) : this.#log.filter(({ status }) => rankOf(status) > after);
    for (const event of missed) follower.see(event);
    if (this.ended) {
      this.#drop(follower);
      if (missed.length === 0) follower.complete();
    } else if (this.#troubleSince !== undefined) {
      follower.see(this.#inPassing('TROUBLE'));
    }
  }

  #tell(event: TaskEvent): void {
    const rank = event.kind === 'STATUS' ? rankOf(event.status ?? '') : Number.POSITIVE_INFINITY;
    for (const follower of this.#followers) {
      if (follower.after === undefined || rank > follower.after) follower.see(event);
      else if (event.end) follower.complete();
      if (event.end) this.#drop(follower);
    }
  }

  #checkLimits(): void {
    const { pace, now } = this.#watching;
    const first = this.#log[0];
    if (this.#stopped || this.ended) return;
    if (this.#unknownSince !== undefined && now() - this.#unknownSince >= pace.unknownMs) this.#giveUp('UNKNOWN_TASK');
    else if (first && now() - Date.parse(first.observedAt) >= pace.limitMs) this.#giveUp('TIMED_OUT');
  }

  #giveUp(end: TaskEnd): void {
    const event = { ...this.#inPassing('END'), end };
    this.#tell(event);
    this.#stop();
  }

  #inPassing(kind: TaskEvent['kind']): TaskEvent {
    return {
      kind,
      status: this.#log.at(-1)?.status,
      observedAt: new Date(this.#watching.now()).toISOString(),
      staleSince: this.#troubleSince,
      end: undefined,
    };
  }

  #drop(follower: Follower): void {
    if (this.#followers.delete(follower)) this.#watching.onLeave();
  }

  #stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const follower of this.#followers) this.#drop(follower);
    clearTimeout(this.#timer);
    clearTimeout(this.#leaseTimer);
    this.#unlisten?.();
    this.#giveBack();
    this.#watching.onStop();
  }

  #giveBack(): void {
    if (!this.#leads) return;
    this.#leads = false;
    this.#watching.lease.release();
  }
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
