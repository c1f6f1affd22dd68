import { isDone, send } from '../session/session.ts';

export type Right = 'look' | 'keep' | 'act';

/** An invitation of the key, as visible to this session. */
export interface Invitation {
  readonly id: string;
  readonly label: string;
  readonly rights: Right;
  readonly total: number;
  readonly state: 'pending' | 'used' | 'revoked' | 'expired';
  /** Expiry of the link. */
  readonly expiresAt: string;
  /** The session opened by the invitation, until it ends. */
  readonly session?: { readonly expiresAt: string; readonly spent?: number };
}

const path = '/session/invitations';

/** Undefined if the graph does not answer. */
export const invitations = async (): Promise<readonly Invitation[] | undefined> => {
  const { status, body } = await send('GET', path);
  if (!isDone(status)) return undefined;
  // Safe: an answer of the graph.
  return (body as { readonly invitations: readonly Invitation[] }).invitations;
};

interface Asked {
  readonly label: string;
  readonly rights: Right;
  readonly total: number;
  readonly seconds: number;
}

/** A link and its expiry; or the graph's sentence, empty if it does not answer. */
export const invite = async (
  asked: Asked,
): Promise<{ readonly link: string; readonly expiresAt: string } | { readonly refusal: string }> => {
  const { status, body, message } = await send('POST', path, asked);
  if (!isDone(status)) return { refusal: message };
  const { token, expiresAt } = body as { readonly token: string; readonly expiresAt: string };
  return { link: `${location.origin}/#invitation=${token}`, expiresAt };
};

/** Revokes a link, or ends its session. */
export const uninvite = async (id: string): Promise<boolean> => isDone((await send('DELETE', `${path}/${id}`)).status);
