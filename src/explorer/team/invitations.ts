import { isDone, send } from '../session/session.ts';

export type Right = 'look' | 'keep' | 'act';

/** An invitation of the key, as this session may see it. */
export interface Invitation {
  readonly id: string;
  readonly label: string;
  readonly rights: Right;
  readonly total: number;
  readonly state: 'pending' | 'used' | 'revoked' | 'expired';
  /** When the link ends. */
  readonly expiresAt: string;
  /** The session that it opened, while that is open. */
  readonly session?: { readonly expiresAt: string; readonly spent?: number };
}

const path = '/session/invitations';

/** Undefined where the graph does not tell. */
export const invitations = async (): Promise<readonly Invitation[] | undefined> => {
  const { status, body } = await send('GET', path);
  if (!isDone(status)) return undefined;
  // The graph's own answer.
  return (body as { readonly invitations: readonly Invitation[] }).invitations;
};

interface Asked {
  readonly label: string;
  readonly rights: Right;
  readonly total: number;
  readonly seconds: number;
}

/** A link, and until when it works; or the graph's sentence, empty where it does not answer. */
export const invite = async (
  asked: Asked,
): Promise<{ readonly link: string; readonly expiresAt: string } | { readonly refusal: string }> => {
  const { status, body, message } = await send('POST', path, asked);
  if (!isDone(status)) return { refusal: message };
  const { token, expiresAt } = body as { readonly token: string; readonly expiresAt: string };
  return { link: `${location.origin}/#invitation=${token}`, expiresAt };
};

/** Takes a link back, or ends its session. */
export const uninvite = async (id: string): Promise<boolean> => isDone((await send('DELETE', `${path}/${id}`)).status);
