import { hash } from 'node:crypto';
import { BadUpstreamRequest } from '../../client/errors.ts';
import { parseJson } from '../../contract/json.ts';
import { cursorExpired, invalidArgument } from '../errors.ts';

/**
 * A position in a walk over the upstream's pages: the page (its token and size; the size is constant within a walk),
 * the offset in it, and the number of items before. A cursor encodes it with a digest of the query and needs no server
 * state, so it survives a restart.
 */
export interface Position {
  readonly token: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly before: number;
}

/** A short digest of a query, which prevents using a cursor with another query. */
export const digestOf = (operation: string, query: unknown): string =>
  hash('sha256', operation + JSON.stringify(query), 'base64url').slice(0, 12);

export const encodeCursor = ({ token, limit, offset, before }: Position, digest: string): string =>
  Buffer.from(JSON.stringify([digest, limit, offset, before, token ?? null])).toString('base64url');

/** @throws a BAD_USER_INPUT error if `cursor` is malformed or belongs to another query */
export function decodeCursor(cursor: string, digest: string): Position {
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (Array.isArray(parts)) {
    const [of, limit, offset, before, token]: readonly unknown[] = parts;
    if (isCount(limit) && isCount(offset) && isCount(before) && (token === null || typeof token === 'string')) {
      if (of === digest) return { token: token ?? undefined, limit, offset, before };
      throw invalidArgument('after', 'must be a cursor of this query, but got one of another query.');
    }
  }
  throw invalidArgument('after', 'must be a cursor that this query returned, but got something else.');
}

/**
 * Awaits a page requested with an upstream token. The rest of the request was accepted when the token was issued, so a
 * refusal must be caused by the token.
 *
 * @throws a CURSOR_EXPIRED error if the upstream does not accept the token
 */
export const orCursorExpired = <Answer>(token: string | null | undefined, page: Promise<Answer>): Promise<Answer> =>
  page.catch((error: unknown) => {
    throw token && error instanceof BadUpstreamRequest && error.status !== undefined ? cursorExpired(error) : error;
  });

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
