import type { IncomingHttpHeaders } from 'node:http';
import type { Session } from '../../state/sessions/session.ts';
import type { SessionCodes } from '../../state/sessions/session-codes.ts';
import type { SessionList } from '../../state/sessions/session-list.ts';
import { cookieIn } from './session-cookie.ts';

interface Parts {
  readonly codes: Pick<SessionCodes, 'exchange'>;
  readonly list: Pick<SessionList, 'whenSwitched'>;
}

/**
 * Authenticates the page's WebSockets by cookie. Browsers let a page of any origin open one, send the cookie with it, and
 * cannot add a header. The cookie is therefore accepted only if the upgrade comes from the graph's own origin, and
 * `connection_init` has a single-use token in `pageToken`, from `POST /session/socket`.
 */
export class PageSockets {
  readonly #codes: Parts['codes'];
  readonly #list: Parts['list'];

  constructor({ codes, list }: Parts) {
    this.#codes = codes;
    this.#list = list;
  }

  /** The session's token in an upgrade's cookie, if `origin` is the graph's own. */
  cookieOf(headers: IncomingHttpHeaders): string | undefined {
    const { origin = '', host } = headers;
    return URL.parse(origin)?.host === host?.toLowerCase() ? cookieIn(headers)?.token : undefined;
  }

  /** Whether a page token was issued for this cookie, hence its session and team. Single use: this consumes it. */
  async admits(cookie: string, pageToken: string): Promise<boolean> {
    return (await this.#codes.exchange(pageToken, 'socket')) === cookie;
  }

  /** Calls back when a session switches its team; the result unsubscribes. */
  whenSwitched({ id }: Session, call: () => void): () => void {
    return this.#list.whenSwitched(id, call);
  }
}
