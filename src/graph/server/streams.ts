import type { ServerResponse } from 'node:http';

/** The server-sent events that are being sent, so that a graph that stops can send their clients elsewhere. */
export class Streams {
  readonly #responses = new Set<ServerResponse>();

  add(response: ServerResponse): void {
    this.#responses.add(response);
    response.once('close', () => this.#responses.delete(response));
  }

  /** Cuts the streams off: their clients come back with `Last-Event-ID`, which they would not after an orderly end. */
  cut(): void {
    for (const response of this.#responses) response.destroy();
  }
}
