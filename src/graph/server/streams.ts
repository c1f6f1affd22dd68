import type { ServerResponse } from 'node:http';
import { endsAsStream } from '../../http/limits/load-guard.ts';
import type { Session } from '../state/sessions/session.ts';
import type { SessionSeal } from '../state/sessions/session-token.ts';

/**
 * The answers over HTTP that events are being sent in, so that a graph that stops can send their clients elsewhere, and
 * none outlives its session.
 */
export class Streams {
  readonly #responses = new Set<ServerResponse>();
  readonly #seal: SessionSeal;

  constructor(seal: SessionSeal) {
    this.#seal = seal;
  }

  /** @param session that asked for the stream, which is cut off when that is over */
  add(response: ServerResponse, session?: Session): void {
    this.#responses.add(response);
    endsAsStream(response);
    const cancel = session && this.#seal.whenOver(session, () => response.destroy());
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
