import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../../../telemetry/reason.ts';
import { maxStandingMs } from '../sessions/session.ts';
import { type Clock, sessionPurpose } from '../sessions/session-token.ts';
import type { Write } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import { SealBroken } from './seal.ts';
import { statePurpose } from './sealed-adapter.ts';

/** Interval of sweeps while a second secret is accepted, in milliseconds: replicas may still seal with theirs. */
const sweepMs = 600_000;

/** Maximum entries sealed again per commit. */
const perCommit = 50;

const presentKey = 'present';
const sweptKey = 'swept';
const keptPrefix = 'key/';
const keptPurpose = 'kept key';

/** Seals what a feature stores, wherever its secret is not the present one; resolves with the number of values. */
export type SealAnew = () => Promise<number>;

interface Options {
  readonly state: StateStore;
  /** In addition to the sealed partitions of the state. */
  readonly sweeps: readonly SealAnew[];
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Rotation of the secret: seals stored values with the present secret while a second one is accepted, and keeps the key
 * of standing sessions' tokens, so that these outlive their secret.
 */
export class SealRotation {
  readonly #options: Options;
  readonly #partition: string;
  #cancel: (() => void) | undefined;
  #sweeping: Promise<void> | undefined;
  #isClosed = false;

  private constructor(options: Options) {
    this.#options = options;
    this.#partition = `seal:${options.state.seal.space}`;
  }

  /** Records the present secret, reads kept keys, and begins to sweep if a second secret is accepted. */
  static async open(options: Options): Promise<SealRotation> {
    const rotation = new SealRotation(options);
    await rotation.#begin();
    if (options.state.seal.acceptedId !== undefined) rotation.#sweepAndWait();
    return rotation;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#sweeping;
  }

  async #begin(): Promise<void> {
    const { state, log } = this.#options;
    const { seal } = state;
    const former = await state.update(this.#partition, (read) => {
      const present = read(presentKey);
      if (present === seal.keyId) return { value: undefined };
      const writes = new Map<string, Write>([[presentKey, { value: seal.keyId }]]);
      const key = present === undefined ? undefined : seal.keyOf(present, sessionPurpose);
      if (present === undefined) writes.set(sweptKey, { value: seal.keyId });
      if (present !== undefined && key)
        writes.set(keptPrefix + present, {
          value: seal.sealText(keptPurpose, present, key),
          ttlMs: maxStandingMs,
        });
      return { value: present, writes };
    });
    if (former !== undefined && seal.keyOf(former, sessionPurpose) === undefined)
      log.error(
        'KITH_SECRET was replaced, and the former one is not accepted: sessions have ended, and lists, watches and other stored values cannot be read. Set KITH_SECRET_ACCEPTED to the former KITH_SECRET.',
      );
    else if (seal.acceptedId === undefined && (await state.get(this.#partition, sweptKey)) !== seal.keyId)
      log.error(
        'KITH_SECRET was replaced, and some stored values are still sealed with the former one: set KITH_SECRET_ACCEPTED to it, until the log says that it may be removed.',
      );
    for (const { key, value } of await state.list(this.#partition, { prefix: keptPrefix })) {
      const id = key.slice(keptPrefix.length);
      const kept = unlessBroken(() => seal.openText(keptPurpose, id, value));
      if (kept) seal.accept(id, sessionPurpose, kept);
    }
  }

  #sweepAndWait(): void {
    const { clock, log } = this.#options;
    this.#sweeping = this.#sweep()
      .catch((error: unknown) => {
        log.warn(
          { reason: reasonOf(error) },
          'Stored values could not be sealed with the present secret; this is tried again.',
        );
      })
      .then(() => {
        if (!this.#isClosed) this.#cancel = clock.at(clock.now() + sweepMs, () => this.#sweepAndWait());
      });
  }

  async #sweep(): Promise<void> {
    const { state, sweeps, log } = this.#options;
    const { seal } = state;
    // Before the rotation has reached it, or while it has not restarted, this process has another secret.
    if ((await state.get(this.#partition, presentKey)) !== seal.keyId) return;
    let sealed = await this.#sealKept();
    for (const family of state.sealedFamilies)
      for await (const partition of state.partitions(`${family}:`)) {
        if (this.#isClosed) return;
        sealed += await sealPartition(state, partition);
      }
    for (const sweep of sweeps) {
      if (this.#isClosed) return;
      sealed += await sweep();
    }
    if (sealed > 0) {
      state.erase();
      log.info({ sealed }, 'Stored values were sealed with the present secret.');
      return this.#sweep();
    }
    if ((await state.get(this.#partition, sweptKey)) === seal.keyId) return;
    await state.put(this.#partition, sweptKey, seal.keyId);
    log.info(
      'Everything stored is sealed with the present KITH_SECRET: KITH_SECRET_ACCEPTED may be removed once all graphs have the present one, and KITH_SESSION_SECONDS have passed.',
    );
  }

  /** The kept keys of earlier rotations. */
  async #sealKept(): Promise<number> {
    const { state } = this.#options;
    const { seal } = state;
    return sealAnew(state, this.#partition, keptPrefix, (key, value) => {
      const id = key.slice(keptPrefix.length);
      return seal.isPresent(value) ? undefined : seal.sealText(keptPurpose, id, seal.openText(keptPurpose, id, value));
    });
  }
}

const sealPartition = (state: StateStore, partition: string): Promise<number> =>
  sealAnew(state, partition, '', (_, value) =>
    state.seal.isPresent(value)
      ? undefined
      : state.seal.sealText(statePurpose, partition, state.seal.openText(statePurpose, partition, value)),
  );

/**
 * Replaces stored values of a partition by what a function returns; undefined keeps one, as does `SealBroken`: other
 * graphs, with other secrets, may share the store. A value that changes meanwhile stays.
 */
export async function sealAnew(
  state: StateStore,
  partition: string,
  prefix: string,
  anew: (key: string, value: string) => string | undefined,
): Promise<number> {
  let sealed = 0;
  let after: string | undefined;
  for (;;) {
    const entries = await state.stored.list(partition, { prefix, after, first: perCommit });
    const last = entries.at(-1);
    if (!last) return sealed;
    after = last.key;
    const changed = entries.flatMap(({ key, value, version, ttlMs }) => {
      const next = unlessBroken(() => anew(key, value));
      return next === undefined ? [] : [{ key, version, write: { value: next, ttlMs } }];
    });
    if (changed.length > 0) {
      const done = await state.stored.commit(partition, {
        reads: new Map(changed.map(({ key, version }) => [key, version])),
        writes: new Map(changed.map(({ key, write }) => [key, write])),
      });
      // Counted even after a collision, so that the sweep is repeated.
      sealed += changed.length;
      if (done.kind === 'full') return sealed;
    }
    await endOfTurn();
  }
}

function unlessBroken<Value>(open: () => Value): Value | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}
