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
 * Whose WebSockets of the page are. Browsers let pages of any origin open one, send the cookie with it, and set no header, so
 * that the cookie counts under two conditions: the upgrade comes from the graph's own origin, and `connection_init` has a
 * single-use token in `pageToken`, which only the page's own POST gets.
 */
export class PageSockets {
  readonly #codes: Parts['codes'];
  readonly #list: Parts['list'];

  constructor({ codes, list }: Parts) {
    this.#codes = codes;
    this.#list = list;
  }

  /** The session's token in the cookie of an upgrade, if the graph's own page sends it. */
  cookieOf(headers: IncomingHttpHeaders): string | undefined {
    const { origin = '', host } = headers;
    return URL.parse(origin)?.host === host?.toLowerCase() ? cookieIn(headers)?.token : undefined;
  }

  /** Whether a token was made for the session and team of a cookie; it is used up by this. */
  async admits(cookie: string, pageToken: string): Promise<boolean> {
    return (await this.#codes.exchange(pageToken, 'socket')) === cookie;
  }

  /** Calls back when a session acts for another team; the result cancels it. */
  whenSwitched({ id }: Session, call: () => void): () => void {
    return this.#list.whenSwitched(id, call);
  }
}
