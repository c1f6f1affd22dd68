import type { ServerResponse } from 'node:http';
import { endsAsStream } from '../../http/limits/load-guard.ts';
import type { Session } from '../state/sessions/session.ts';
import type { SessionSeal } from '../state/sessions/session-token.ts';

/**
 * Open HTTP event streams: they are cut when the graph stops, so that clients reconnect elsewhere, and when their
 * session ends.
 */
export class Streams {
  readonly #responses = new Set<ServerResponse>();
  readonly #seal: SessionSeal;

  constructor(seal: SessionSeal) {
    this.#seal = seal;
  }

  /** @param session the caller's; the stream is cut when it expires or is revoked */
  add(response: ServerResponse, session?: Session): void {
    this.#responses.add(response);
    endsAsStream(response);
    const cancel = session && this.#seal.whenOver(session, () => response.destroy());
    response.once('close', () => {
      cancel?.();
      this.#responses.delete(response);
    });
  }

  /** Cuts all streams: clients then reconnect with `Last-Event-ID`, which they would not do after a regular end. */
  cut(): void {
    for (const response of this.#responses) response.destroy();
  }
}
