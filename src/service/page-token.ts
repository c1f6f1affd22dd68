import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonical } from './canonical.ts';
import { badRequest } from './problem.ts';

/** The request that a token continues. It excludes `limit`, so that the next page may have another size. */
export interface PagedRequest {
  readonly operation: string;
  readonly teamId: string;
  readonly query: unknown;
  readonly inNetworkOnly: boolean;
  readonly stable: boolean;
}

/** Start of the next page: after an id, or in a snapshot. */
export type Position = { readonly after: string; readonly snapshot?: never } | SnapshotPosition;

/** An offset in a stored snapshot. For a point in time of a search cluster, `after` is the last id before it. */
export interface SnapshotPosition {
  readonly snapshot: string;
  readonly offset: number;
  readonly after?: string | undefined;
}

/** The secret that signs page tokens, and a second one that is accepted. */
interface Secrets {
  readonly secret: string;
  readonly acceptedSecret: string | undefined;
}

/** An opaque token, signed with `secret`, for the page of `request` that starts at `position`. */
export function pageToken(secret: string, request: PagedRequest, position: Position): string {
  const content = Buffer.from(JSON.stringify([fingerprint(request), position])).toString('base64url');
  return `${content}.${signature(secret, content).toString('base64url')}`;
}

/** The position in a page token. Throws a 400 `Problem` if it is forged or belongs to another request. */
export function positionOf({ secret, acceptedSecret }: Secrets, request: PagedRequest, token: string): Position {
  const [content = '', sent = ''] = token.split('.');
  const given = Buffer.from(sent, 'base64url');
  const isSignedWith = (one: string | undefined): boolean => {
    const expected = one === undefined ? undefined : signature(one, content);
    return expected !== undefined && given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!isSignedWith(secret) && !isSignedWith(acceptedSecret)) {
    throw badRequest('pagination_token: must be a token that this service gave, but got another text');
  }
  // Safe: the signature proves that `pageToken` wrote it.
  const [of, position] = JSON.parse(Buffer.from(content, 'base64url').toString()) as readonly [string, Position];
  if (of !== fingerprint(request)) {
    throw badRequest(
      'pagination_token: must be sent with the operation, team and request that it was given for, but got it with another',
    );
  }
  return position;
}

const signature = (secret: string, content: string): Buffer =>
  createHmac('sha256', secret).update(`page-token.${content}`).digest();

const fingerprint = (request: PagedRequest): string =>
  createHash('sha256').update(canonical(request)).digest('base64url');
