import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { requestIdHeader } from '../../contract/headers.ts';
import { creditsHeader } from './http-answer.ts';
import { varying } from './uncached.ts';

/** Headers that pages of other origins may read. */
const exposed = [
  creditsHeader,
  requestIdHeader,
  ...['retry-after', 'ratelimit', 'ratelimit-policy', 'www-authenticate'],
].join(', ');

/** Size of the LRU that keeps an unlisted origin from being logged twice. */
const maxLogged = 100;

/** Cross-origin rules (Fetch standard, CORS protocol) of every answer, refusals included. */
export class Cors {
  readonly #origins: () => readonly string[];
  readonly #log: Pick<Logger, 'warn'>;
  readonly #logged = new LRUCache<string, true>({ max: maxLogged });

  /** @param origins the current list of allowed origins */
  constructor(origins: () => readonly string[], log: Pick<Logger, 'warn'>) {
    this.#origins = origins;
    this.#log = log;
  }

  /** Headers of an answer, names and values in turn; none unless the request's origin is listed. */
  headers({ origin }: IncomingHttpHeaders): readonly string[] {
    if (origin === undefined) return [];
    if (this.#origins().includes(origin))
      return ['access-control-allow-origin', origin, 'access-control-expose-headers', exposed];
    return [];
  }

  /** Additional headers of a preflight answer. An unlisted origin gets no explanation; the refusal is logged. */
  preflight(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
    const { origin, 'access-control-request-method': method } = headers;
    const { 'access-control-request-headers': names } = headers;
    const vary = `${varying}, access-control-request-headers`;
    if (origin === undefined) return { vary };
    if (!this.#origins().includes(origin)) {
      this.#report(origin);
      return { vary };
    }
    return {
      vary,
      ...(method && { 'access-control-allow-methods': method }),
      ...(names && { 'access-control-allow-headers': names }),
    };
  }

  #report(origin: string): void {
    if (this.#logged.has(origin)) return;
    this.#logged.set(origin, true);
    const shown = origin.slice(0, 200);
    this.#log.warn(
      { origin: shown },
      'A page whose origin is not in KITH_ORIGINS tried to call the graph, and was refused.',
    );
  }
}
