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
  /** A circuit opens when more than this part of its calls failed, from 0 to 1. */
  readonly threshold: number;
  /** The time over which they are counted, in milliseconds. */
  readonly windowMs: number;
  /** Fewer calls in that time open no circuit. */
  readonly leastCalls: number;
  /** How long a circuit stays open before the first probe, and at most before a later one, in milliseconds. */
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

/** `open`: calls fail unsent; `half-open`: one is under way that decides. */
export type CircuitStateName = 'closed' | 'half-open' | 'open';

/** The states of both circuits. */
export interface CircuitStates {
  readonly repeatable: CircuitStateName;
  readonly charging: CircuitStateName;
}

/**
 * Circuit breaker of an upstream, one circuit for each class of operations: those that can be repeated without cost, of
 * which one is the probe when its time has come, and those that may charge or act, which a free call probes for. While a
 * circuit is open, and while its probe is under way, all other calls fail at once and unsent.
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

  /** Whether a call is sent as it is, and then told of by `succeeded` or `failed`; else it goes through `tryAgain`. */
  isClosed(operation: Operation): boolean {
    return this.#circuitOf(operation).policy.state === CircuitState.Closed;
  }

  // Successes are counted here, since the policy would take four promises for each call; of failures it judges.

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
   * Sends a call while its circuit is not closed: as the probe, or not at all.
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

/** A circuit, and the samples by which it opens. */
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
    // A probe whose caller left has told nothing: the circuit stays open.
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

/** What tells of the upstream, and not of the call. */
const isOutage = (error: Error): boolean =>
  error instanceof UpstreamUnreachable ||
  error instanceof ConnectionLost ||
  error instanceof UpstreamTimeout ||
  error instanceof UpstreamFailed ||
  error instanceof UpstreamMalformed;
