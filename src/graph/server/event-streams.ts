import type { ServerResponse } from 'node:http';

/**
 * The answers over HTTP that events are being sent in, so that a graph that stops can send their clients elsewhere, and
 * none outlives its session.
 */
export class Streams {
  readonly #responses = new Set<ServerResponse>();

  /** @param expiresAt when the session that asked for the stream is over, in milliseconds since 1970: it is then cut off */
  add(response: ServerResponse, expiresAt?: number): void {
    this.#responses.add(response);
    const timer =
      expiresAt === undefined
        ? undefined
        : setTimeout(() => response.destroy(), Math.max(0, expiresAt - Date.now())).unref();
    response.once('close', () => {
      clearTimeout(timer);
      this.#responses.delete(response);
    });
  }

  /** Cuts the streams off: their clients come back with `Last-Event-ID`, which they would not after an orderly end. */
  cut(): void {
    for (const response of this.#responses) response.destroy();
  }
}
