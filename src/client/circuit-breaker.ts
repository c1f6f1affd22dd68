import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  noJitterGenerator,
  SamplingBreaker,
} from 'cockatiel';
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

/** The states of both circuits. */
export interface CircuitStates {
  readonly repeatable: CircuitStateName;
  readonly charging: CircuitStateName;
}

/**
 * Circuit breaker of an upstream, with two circuits. Operations that can be repeated without cost are their own probe;
 * operations that may charge or have effects are probed by a free call. While a circuit is open or half-open, all other
 * calls fail at once, without being sent.
 */
export class CircuitBreaker {
  readonly #repeatable: Circuit;
  readonly #charging: Circuit;

  constructor(options: BreakerOptions) {
    this.#repeatable = circuitOf(options);
    this.#charging = circuitOf(options);
  }

  get states(): CircuitStates {
    return { repeatable: stateOf(this.#repeatable), charging: stateOf(this.#charging) };
  }

  /** Whether a call can be sent directly, and then reported by `succeeded` or `failed`; otherwise use `tryAgain`. */
  isClosed(operation: Operation): boolean {
    return this.#circuitOf(operation).policy.state === CircuitState.Closed;
  }

  // Successes are counted directly, since executing through the policy takes four promises; failures go through it.

  succeeded(operation: Operation): void {
    this.#circuitOf(operation).samples.success(CircuitState.Closed);
  }

  async failed(operation: Operation, error: unknown): Promise<void> {
    const { policy } = this.#circuitOf(operation);
    // A concurrent call may have opened it.
    if (policy.state !== CircuitState.Closed) return;
    await policy
      .execute(() => {
        throw error;
      })
      .catch(() => undefined);
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
    requestId: string | undefined,
    attempt: () => Promise<Answer>,
    probe: () => Promise<unknown>,
  ): Promise<Answer> {
    const circuit = this.#circuitOf(operation);
    const { policy } = circuit;
    const open = () => new CircuitOpen({ operation, sent: false, requestId });
    if (policy.state === CircuitState.HalfOpen) throw open();
    if (circuit === this.#charging && policy.state === CircuitState.Open)
      await policy.execute(probe).catch(() => {
        throw open();
      });
    try {
      return await policy.execute(attempt);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? open() : error;
    }
  }

  #circuitOf(operation: Operation): Circuit {
    return isRepeatable(operation) ? this.#repeatable : this.#charging;
  }
}

/** A circuit, and the samples that open it. */
interface Circuit {
  readonly policy: CircuitBreakerPolicy;
  readonly samples: SamplingBreaker;
}

function circuitOf({ threshold, windowMs, leastCalls, firstProbeMs, lastProbeMs }: BreakerOptions): Circuit {
  const samples = new SamplingBreaker({
    threshold,
    duration: windowMs,
    minimumRps: (leastCalls * 1000) / windowMs,
  });
  const policy: CircuitBreakerPolicy = circuitBreaker(
    // A cancelled probe proves nothing, so it counts as a failure and the circuit stays open.
    handleWhen((error) => isOutage(error) || (error instanceof Cancelled && policy.state !== CircuitState.Closed)),
    {
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: firstProbeMs,
        maxDelay: lastProbeMs,
        generator: noJitterGenerator,
      }),
      breaker: samples,
    },
  );
  return { policy, samples };
}

const stateOf = ({ policy: { state } }: Circuit): CircuitStateName => {
  if (state === CircuitState.Closed) return 'closed';
  return state === CircuitState.HalfOpen ? 'half-open' : 'open';
};

/** Whether an error shows a problem of the upstream rather than of the call. */
const isOutage = (error: Error): boolean =>
  error instanceof UpstreamUnreachable ||
  error instanceof ConnectionLost ||
  error instanceof UpstreamTimeout ||
  error instanceof UpstreamFailed ||
  error instanceof UpstreamMalformed;
