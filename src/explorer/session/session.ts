import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Viewer } from '../generated/documents.ts';
import { pageHeaders } from '../graph/graph.ts';
import { useQuery } from '../graph/use-query.ts';

const inHash = (name: string): string | undefined => new URLSearchParams(location.hash.slice(1)).get(name) ?? undefined;

/** Whether the address contains a single-use code or an invitation. */
export const hasCode = (): boolean => inHash('code') !== undefined || invitationToken() !== undefined;

/** The token of an invitation in the address. It remains there until it is used, so that a reload keeps it. */
export const invitationToken = (): string | undefined => inHash('invitation');

const withoutHash = (): void => history.replaceState(history.state, '', location.pathname + location.search);

/** Removes the single-use code from the address, so that it is not in the history or in copied addresses. */
export const takeCode = (): string | undefined => {
  const code = inHash('code');
  if (code !== undefined) withoutHash();
  return code;
};

/** Result of exchanging a code: `refused` is used or expired; `unavailable` may be retried. */
export type Exchange = 'accepted' | 'refused' | 'unavailable';

/**
 * Result of switching teams: `refused` for this team; `ended`: the session has ended; `unavailable` may be retried.
 */
export type Switch = 'switched' | 'refused' | 'ended' | 'unavailable';

/**
 * Opens and ends the session. All tabs share its cookie, so a tab that opens or ends one, or switches teams, notifies
 * the others, whose data belongs to another session.
 */
export class Session {
  readonly #tabs = new BroadcastChannel('kith session');

  /** @param onOther is called when another tab has opened or ended a session */
  constructor(onOther: () => void) {
    this.#tabs.onmessage = onOther;
  }

  /** Exchanges a single-use code for the session's cookie. */
  async exchange(code: string): Promise<Exchange> {
    const { status } = await this.#send('POST', '/session/exchange', { code });
    if (isDone(status)) return 'accepted';
    return status === 401 ? 'refused' : 'unavailable';
  }

  /**
   * Uses an invitation. Resolves with the graph's sentence if it refuses, or with an empty one if it does not answer.
   */
  async accept(token: string): Promise<string | undefined> {
    const { status, message } = await this.#send('POST', '/session/invited', { token });
    if (!isDone(status)) return message;
    withoutHash();
    return undefined;
  }

  /** Opens a session of a sample team. */
  async openDemo(team: string): Promise<boolean> {
    return isDone((await this.#send('POST', '/session/demo', { team, total: demoCredits })).status);
  }

  /** Switches to a child team, or to the key's own team. */
  async switchTeam(childTeamId: string | undefined): Promise<Switch> {
    const { status } = await this.#send('PATCH', '/session/current', { childTeamId: childTeamId ?? null });
    if (isDone(status)) return 'switched';
    if (status === 401) return 'ended';
    return status === 403 ? 'refused' : 'unavailable';
  }

  /** Ends the session: the graph revokes it and deletes the cookie. */
  async end(): Promise<boolean> {
    return isDone((await this.#send('DELETE', '/session/current')).status);
  }

  async #send(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await send(method, path, body);
    if (isDone(answer.status)) this.#tabs.postMessage('changed');
    return answer;
  }
}

/** An answer of the graph's session endpoints. */
export interface Answer {
  /** Undefined if there is no answer. */
  readonly status: number | undefined;
  /** The graph's sentence, if it refuses. */
  readonly message: string;
  readonly body: unknown;
}

/** Sends a request marked as the page's own. */
export const send = async (method: string, path: string, body?: object): Promise<Answer> => {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { ...pageHeaders, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    const told = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, message: told?.errors?.[0]?.message ?? '', body: told };
  } catch {
    return { status: undefined, message: '', body: undefined };
  }
};

export const isDone = (status: number | undefined): boolean => status !== undefined && status < 300;

/** Credit limit of a session of a sample team. */
const demoCredits = 200;

export const SessionContext = createContext<Session | undefined>(undefined);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Expected a session around this component, but there is none.');
  return session;
};

/** A name of the session and its team; undefined if nobody is signed in. Rejects if the graph does not answer. */
export const currentSession = async (): Promise<string | undefined> => {
  const { status, body } = await send('GET', '/session/current');
  if (status === 401) return undefined;
  if (!isDone(status)) throw new Error(`Expected GET /session/current to answer 200 or 401, but got ${status}.`);
  // Safe: an answer of the graph, as below.
  const { id, childTeamId = '' } = body as { readonly id: string; readonly childTeamId?: string };
  return `${id} ${childTeamId}`;
};

/** A child team that the session may switch to. */
export interface ChildTeam {
  readonly id: string;
  readonly name?: string;
}

/** A team of the sample, open to anyone on this machine. */
export interface DemoTeam {
  readonly team: string;
  readonly label: string;
  /** Its purpose in a few words. */
  readonly meaning: string;
}

/** Teams that the graph offers; none if it does not, or does not answer. */
const teamsAt = async <Team>(path: string): Promise<readonly Team[]> => {
  const { status, body } = await send('GET', path);
  return isDone(status) ? (body as { readonly teams: readonly Team[] }).teams : [];
};

/** The child teams that the session may switch to; none if it may not. */
export const childTeams = () => teamsAt<ChildTeam>('/session/teams');

/** The teams of the sample; none without it, and on other machines. */
export const demoTeams = () => teamsAt<DemoTeam>('/session/demo');

/** Rights of the session beyond reading; all false until the graph has answered. */
export interface Rights {
  /** May change data that the graph itself stores: lists and exclusions. */
  readonly keep: boolean;
  /** May do everything that the key may. */
  readonly act: boolean;
}

export const useRights = (): Rights => {
  const { keep = false, act = false } = useQuery(Viewer, {}).data?.viewer.can ?? {};
  return { keep, act };
};
