import type { ServerResponse } from 'node:http';
import type { Clock } from '../operation/session-token.ts';

/**
 * The answers over HTTP that events are being sent in, so that a graph that stops can send their clients elsewhere, and
 * none outlives its session.
 */
export class Streams {
  readonly #responses = new Set<ServerResponse>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param expiresAt when the session that asked for the stream is over, in milliseconds since 1970: it is then cut off */
  add(response: ServerResponse, expiresAt?: number): void {
    this.#responses.add(response);
    const cancel = expiresAt === undefined ? undefined : this.#clock.at(expiresAt, () => response.destroy());
    response.once('close', () => {
      cancel?.();
      this.#responses.delete(response);
    });
  }

  /** Cuts the streams off: their clients come back with `Last-Event-ID`, which they would not after an orderly end. */
  cut(): void {
    for (const response of this.#responses) response.destroy();
  }
}
