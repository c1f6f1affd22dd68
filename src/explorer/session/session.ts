import { pageHeaders } from '../graph/graph.ts';

/** Takes the single-use code out of the address, so that neither history nor a copied address has it. */
export const takeCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
};

/** Exchanges a single-use code for the session's cookie. */
export const exchangeCode = async (code: string): Promise<boolean> => send('POST', '/session/exchange', { code });

/** The session's id; undefined where nobody is signed in. Rejects where the graph does not answer. */
export const currentSession = async (): Promise<string | undefined> => {
  const response = await fetch('/session/current', { credentials: 'same-origin', headers: pageHeaders });
  if (response.status === 401) return undefined;
  const { id }: { readonly id: string } = await response.json();
  return id;
};

/** Ends the session: the graph revokes it, and takes the cookie back. */
export const endSession = async (): Promise<boolean> => send('DELETE', '/session/current');

const send = async (method: string, path: string, body?: object): Promise<boolean> => {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { ...pageHeaders, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    // A body that nobody reads keeps its connection.
    await response.text();
    return response.ok;
  } catch {
    return false;
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

/** Credits that a session of a sample team may spend. */
const demoCredits = 200;

export const openDemo = async (team: string): Promise<boolean> =>
  send('POST', '/session/demo', { team, total: demoCredits });
