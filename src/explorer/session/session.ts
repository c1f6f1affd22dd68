import { pageHeaders } from '../graph/graph.ts';

/** Takes the single-use code out of the address, so that neither history nor a copied address has it. */
export const takeCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
};

/** Exchanges a single-use code for the session's cookie. */
export const exchangeCode = async (code: string): Promise<boolean> => send('POST', '/session/exchange', { code });

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
    return response.ok;
  } catch {
    return false;
  }
};
