import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { pageHeaders } from '../graph/graph.ts';

const inHash = (name: string): string | undefined => new URLSearchParams(location.hash.slice(1)).get(name) ?? undefined;

/** Whether the address brings a single-use code, or an invitation. */
export const hasCode = (): boolean => inHash('code') !== undefined || invitationToken() !== undefined;

/** The token of an invitation in the address. It stays there until it is used, so that a reload keeps it. */
export const invitationToken = (): string | undefined => inHash('invitation');

const withoutHash = (): void => history.replaceState(history.state, '', location.pathname + location.search);

/** Takes the single-use code out of the address, so that neither history nor a copied address has it. */
export const takeCode = (): string | undefined => {
  const code = inHash('code');
  if (code !== undefined) withoutHash();
  return code;
};

/** What became of a code: `refused` is used up, or too old; `unavailable` may still be good. */
export type Exchange = 'accepted' | 'refused' | 'unavailable';

/** What became of a switch to another team: `refused` for this team, `ended` with the session; `unavailable` may be tried again. */
export type Switch = 'switched' | 'refused' | 'ended' | 'unavailable';

/**
 * Begins and ends the session, whose cookie all tabs share: a tab that does either, or acts for another team, tells the
 * others, since what they have in memory is another session's.
 */
export class Session {
  readonly #tabs = new BroadcastChannel('kith session');

  /** @param onOther is called when another tab has begun or ended a session */
  constructor(onOther: () => void) {
    this.#tabs.onmessage = onOther;
  }

  /** Exchanges a single-use code for the session's cookie. */
  async exchange(code: string): Promise<Exchange> {
    const { status } = await this.#send('POST', '/session/exchange', { code });
    if (isDone(status)) return 'accepted';
    return status === 401 ? 'refused' : 'unavailable';
  }

  /** Uses an invitation; resolves with the graph's sentence if it refuses, which is empty where it does not answer. */
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

  /** Acts for a child team, or for the key's own without one. */
  async switchTeam(childTeamId: string | undefined): Promise<Switch> {
    const { status } = await this.#send('PATCH', '/session/current', { childTeamId: childTeamId ?? null });
    if (isDone(status)) return 'switched';
    if (status === 401) return 'ended';
    return status === 403 ? 'refused' : 'unavailable';
  }

  /** Ends the session: the graph revokes it, and takes the cookie back. */
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
  /** Undefined where there is no answer. */
  readonly status: number | undefined;
  /** The graph's sentence, if it refuses. */
  readonly message: string;
  readonly body: unknown;
}

/** Sends a request as the page's own. */
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

/** Credits that a session of a sample team may spend. */
const demoCredits = 200;

export const SessionContext = createContext<Session | undefined>(undefined);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('Expected a session around this component, but there is none.');
  return session;
};

/** Names the session and the team that it acts for; undefined where nobody is signed in. Rejects where the graph does not tell. */
export const currentSession = async (): Promise<string | undefined> => {
  const response = await fetch('/session/current', { credentials: 'same-origin', headers: pageHeaders });
  if (response.status === 401) return undefined;
  if (!response.ok) throw new Error(`Expected GET /session/current to answer 200 or 401, but got ${response.status}.`);
  const { id, childTeamId }: { readonly id: string; readonly childTeamId?: string } = await response.json();
  return childTeamId === undefined ? id : `${id} ${childTeamId}`;
};

/** A child team that the session may act for. */
export interface ChildTeam {
  readonly id: string;
  readonly name?: string;
}

/** The child teams that the session may act for; none where it may not choose, or the graph does not tell. */
export const childTeams = async (): Promise<readonly ChildTeam[]> => {
  try {
    const response = await fetch('/session/teams', { credentials: 'same-origin', headers: pageHeaders });
    if (!response.ok) return [];
    const { teams }: { readonly teams: readonly ChildTeam[] } = await response.json();
    return teams;
  } catch {
    return [];
  }
};

/** A team of the sample that anybody on this machine may look through. */
export interface DemoTeam {
  readonly team: string;
  readonly label: string;
  /** What it is good for, in a few words. */
  readonly meaning: string;
}

/** The sample's teams; none but on this machine, with the sample. */
export const demoTeams = async (): Promise<readonly DemoTeam[]> => {
  try {
    const response = await fetch('/session/demo', { credentials: 'same-origin', headers: pageHeaders });
    if (!response.ok) return [];
    const { teams }: { readonly teams: readonly DemoTeam[] } = await response.json();
    return teams;
  } catch {
    return [];
  }
};
