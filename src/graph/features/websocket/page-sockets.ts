import type { IncomingHttpHeaders } from 'node:http';
import { cookieIn } from '../../http/session-cookie.ts';
import type { Services } from '../../services.ts';
import type { Session } from '../../state/sessions/session.ts';

/**
 * Authenticates the page's WebSockets by cookie. Browsers let a page of any origin open one, send the cookie with it, and
 * cannot add a header. The cookie is therefore accepted only if the upgrade comes from the graph's own origin, and
 * `connection_init` has a single-use token in `pageToken`, from `POST /session/socket`.
 */
export class PageSockets {
  readonly #services: Pick<Services, 'codes' | 'sessions'>;

  constructor(services: Pick<Services, 'codes' | 'sessions'>) {
    this.#services = services;
  }

  /** The session's token in an upgrade's cookie, if `origin` is the graph's own. */
  cookieOf(headers: IncomingHttpHeaders): string | undefined {
    const { origin = '', host } = headers;
    return URL.parse(origin)?.host === host?.toLowerCase() ? cookieIn(headers)?.token : undefined;
  }

  /** Whether a page token was issued for this cookie, hence its session and team. Single use: this consumes it. */
  async admits(cookie: string, pageToken: string): Promise<boolean> {
    return (await this.#services.codes.exchange(pageToken, 'socket')) === cookie;
  }

  /** Calls back when a session switches its team; the result unsubscribes. */
  whenSwitched({ id }: Session, call: () => void): () => void {
    return this.#services.sessions.whenSwitched(id, call);
  }
}
