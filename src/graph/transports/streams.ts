import type { ServerResponse } from 'node:http';
import { endsAsStream } from '../../http/limits/load-guard.ts';
import type { StreamType } from '../http/negotiate.ts';
import { noStore, varyingCompressed } from '../http/uncached.ts';
import type { Session } from '../state/sessions/session.ts';
import type { SessionSeal } from '../state/sessions/session-token.ts';

/**
 * The head of every event stream. It has no `connection`, which Node sets as the request asks, and no content coding.
 * Without `x-accel-buffering: no`, nginx collects events until its buffer is full.
 */
export const streamHead = (type: StreamType): Readonly<Record<string, string>> => ({
  'content-type': type === 'text/event-stream' ? type : 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
  'cache-control': noStore,
  vary: varyingCompressed,
  'x-accel-buffering': 'no',
});

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
