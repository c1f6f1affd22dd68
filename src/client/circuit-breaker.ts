import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type IBreaker,
  noJitterGenerator,
  SamplingBreaker,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Operation } from '../contract/operation/operation.ts';
import {
  Cancelled,
  CircuitOpen,
  ConnectionLost,
  isRepeatable,
  UpstreamFailed,
  UpstreamMalformed,
  UpstreamTimeout,
  UpstreamUnreachable,
} from './errors.ts';

export interface BreakerOptions {
  /** Share of failed calls above which a circuit opens, 0 to 1. */
  readonly threshold: number;
  /** Sampling window, in milliseconds. */
  readonly windowMs: number;
  /** Minimum calls in the window before a circuit can open. */
  readonly leastCalls: number;
  /** Time until the first probe of an open circuit, and maximum time until a later one, in milliseconds. */
  readonly firstProbeMs: number;
  readonly lastProbeMs: number;
}

export const defaultBreaker: BreakerOptions = {
  threshold: 0.5,
  windowMs: 10_000,
  leastCalls: 10,
  firstProbeMs: 1_000,
  lastProbeMs: 10_000,
};

/** `open`: calls fail without being sent; `half-open`: a probe is in flight. */
export type CircuitStateName = 'closed' | 'half-open' | 'open';

/** The states of both circuits that all keys share. */
export interface CircuitStates {
  readonly repeatable: CircuitStateName;
  readonly charging: CircuitStateName;
}

/** Maximum keys whose circuits are remembered; beyond that, the least recently used is dropped. */
const maxKeys = 1_000;

/** Minimum interval between two neutral probes, in milliseconds. */
const neutralMs = 1_000;

/**
 * Circuit breaker of an upstream. There are two circuits: operations that can be repeated without cost are their own
 * probe; operations that may charge or have effects are probed by a free call. While a circuit is open or half-open, all
 * other calls fail at once, without being sent.
 *
 * Each key has its own two, since a key can cause failures by what it asks. Those of all keys open only if the calls of
 * two keys fail, or if a neutral free call, without a key, fails too.
 */
export class CircuitBreaker {
  readonly #options: BreakerOptions;
  readonly #all: Circuits;
  readonly #keys = new LRUCache<string, Circuits>({ max: maxKeys });
  #probing = false;
  #probedAt = Number.NEGATIVE_INFINITY;

  constructor(options: BreakerOptions) {
    this.#options = options;
    const failing = (kind: Kind) => () => this.#failingKeys(kind) > 1;
    this.#all = {
      repeatable: circuitOf(options, failing('repeatable')),
      charging: circuitOf(options, failing('charging')),
    };
  }

  get states(): CircuitStates {
    return { repeatable: stateOf(this.#all.repeatable), charging: stateOf(this.#all.charging) };
  }

  /** Whether a call can be sent directly, and then reported by `succeeded` or `failed`; otherwise use `tryAgain`. */
  isClosed(operation: Operation, apiKey: string): boolean {
    const kind = kindOf(operation);
    return isClosed(this.#all[kind]) && isClosed(this.#keys.get(apiKey)?.[kind]);
  }

  // Successes are counted directly, since executing through the policy takes four promises; failures go through it.

  succeeded(operation: Operation, apiKey: string): void {
    const kind = kindOf(operation);
    this.#all[kind].samples.success(CircuitState.Closed);
    this.#keys.get(apiKey)?.[kind].samples.success(CircuitState.Closed);
  }

  /** @param neutral sends a free call without a key; its failure shows that the upstream fails for all keys */
  async failed(operation: Operation, apiKey: string, error: unknown, neutral: () => Promise<unknown>): Promise<void> {
    const kind = kindOf(operation);
    let own = this.#keys.get(apiKey);
    if (!own) {
      own = { repeatable: circuitOf(this.#options), charging: circuitOf(this.#options) };
      this.#keys.set(apiKey, own);
    }
    const all = this.#all[kind];
    await Promise.all([fail(own[kind], error), fail(all, error)]);
    if (isClosed(all) && all.samples.isOver) void this.#askNeutrally(all, neutral);
  }

  async #askNeutrally(all: Circuit, neutral: () => Promise<unknown>): Promise<void> {
    const now = performance.now();
    if (this.#probing || now - this.#probedAt < neutralMs) return;
    this.#probing = true;
    this.#probedAt = now;
    try {
      await neutral();
    } catch (error) {
      all.samples.isConfirmed = true;
      await fail(all, error);
      all.samples.isConfirmed = false;
    } finally {
      this.#probing = false;
    }
  }

  /**
   * Sends a call as the probe of its circuit, or fails if no probe is due.
   *
   * @param attempt sends the call once
   * @param probe sends a free call of the same upstream once
   * @throws {CircuitOpen}
   */
  async tryAgain<Answer>(
    operation: Operation,
    apiKey: string,
    requestId: string | undefined,
    attempt: () => Promise<Answer>,
    probe: () => Promise<unknown>,
  ): Promise<Answer> {
    const kind = kindOf(operation);
    const all = this.#all[kind];
    const own = this.#keys.get(apiKey)?.[kind];
    // A key whose own calls fail probes its own circuit only, so that it does not keep that of all keys open.
    const { policy } = own && !isClosed(own) ? own : all;
    const open = () => new CircuitOpen({ operation, sent: false, requestId });
    if (policy.state === CircuitState.HalfOpen) throw open();
    if (kind === 'charging' && policy.state === CircuitState.Open)
      await policy.execute(probe).catch(() => {
        throw open();
      });
    try {
      const answer = await policy.execute(attempt);
      if (!isClosed(all)) await all.policy.execute(() => undefined).catch(() => undefined);
      return answer;
    } catch (error) {
      throw error instanceof BrokenCircuitError ? open() : error;
    }
  }

  /** The number of keys of which more calls fail than the threshold. */
  #failingKeys(kind: Kind): number {
    let count = 0;
    for (const circuits of this.#keys.values()) if (circuits[kind].samples.share > this.#options.threshold) count += 1;
    return count;
  }
}

type Kind = 'repeatable' | 'charging';

const kindOf = (operation: Operation): Kind => (isRepeatable(operation) ? 'repeatable' : 'charging');

/** A circuit, and the samples that open it. */
interface Circuit {
  readonly policy: CircuitBreakerPolicy;
  readonly samples: Samples;
}

type Circuits = Readonly<Record<Kind, Circuit>>;

/** Opens a circuit on the threshold, if `isForAll` holds then or a probe has confirmed it. */
class Samples implements IBreaker {
  state: unknown;
  /** Whether the threshold was reached by the last failure. */
  isOver = false;
  isConfirmed = false;
  readonly #samples: SamplingBreaker;
  readonly #isForAll: () => boolean;
  readonly #windowMs: number;
  // This window of calls, to compute the share of failures.
  #since = Number.NEGATIVE_INFINITY;
  #calls = 0;
  #failures = 0;

  constructor({ threshold, windowMs, leastCalls }: BreakerOptions, isForAll: () => boolean) {
    this.#samples = new SamplingBreaker({
      threshold,
      duration: windowMs,
      minimumRps: (leastCalls * 1000) / windowMs,
    });
    this.#isForAll = isForAll;
    this.#windowMs = windowMs;
  }

  /** Share of failed calls in the current window, 0 to 1. */
  get share(): number {
    return performance.now() - this.#since > this.#windowMs ? 0 : this.#failures / this.#calls;
  }

  success(state: CircuitState): void {
    this.#count(0);
    this.isOver = false;
    this.#samples.success(state);
  }

  failure(state: CircuitState): boolean {
    this.#count(1);
    this.isOver = this.#samples.failure(state);
    return state !== CircuitState.Closed || this.isConfirmed || (this.isOver && this.#isForAll());
  }

  #count(failures: number): void {
    const now = performance.now();
    if (now - this.#since > this.#windowMs) {
      this.#since = now;
      this.#calls = 0;
      this.#failures = 0;
    }
    this.#calls += 1;
    this.#failures += failures;
  }
}

function circuitOf(options: BreakerOptions, isForAll: () => boolean = () => true): Circuit {
  const samples = new Samples(options, isForAll);
  const policy: CircuitBreakerPolicy = circuitBreaker(
    // A cancelled probe proves nothing, so it counts as a failure and the circuit stays open.
    handleWhen((error) => isOutage(error) || (error instanceof Cancelled && policy.state !== CircuitState.Closed)),
    {
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: options.firstProbeMs,
        maxDelay: options.lastProbeMs,
        generator: noJitterGenerator,
      }),
      breaker: samples,
    },
  );
  return { policy, samples };
}

/** Counts a failure, unless a concurrent call has opened the circuit. */
async function fail({ policy }: Circuit, error: unknown): Promise<void> {
  if (policy.state !== CircuitState.Closed) return;
  await policy
    .execute(() => {
      throw error;
    })
    .catch(() => undefined);
}

const isClosed = (circuit: Circuit | undefined): boolean =>
  (circuit?.policy.state ?? CircuitState.Closed) === CircuitState.Closed;

const stateOf = ({ policy: { state } }: Circuit): CircuitStateName => {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half-open' : 'open';
};

/** Whether an error shows a problem of the upstream rather than of the call. */
const isOutage = (error: unknown): boolean =>
  error instanceof UpstreamUnreachable ||
  error instanceof ConnectionLost ||
  error instanceof UpstreamTimeout ||
  error instanceof UpstreamFailed ||
  error instanceof UpstreamMalformed;
