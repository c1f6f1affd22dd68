import { hash } from 'node:crypto';
import { BadUpstreamRequest } from '../../client/errors.ts';
import { parseJson } from '../../contract/json.ts';
import { cursorExpired, invalidArgument } from '../errors.ts';

/**
 * A place in a walk over an upstream's pages: which page (the token that asks for it, and its size, which stays the
 * same along a walk), how far into it, and how many items came before. Bound to the query by a digest, and to nothing
 * that a restart would lose.
 */
export interface Position {
  readonly token: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly before: number;
}

/** A short name of a query, so that a cursor is not used with another. */
export const digestOf = (operation: string, query: unknown): string =>
  hash('sha256', operation + JSON.stringify(query), 'base64url').slice(0, 12);

export const encodeCursor = ({ token, limit, offset, before }: Position, digest: string): string =>
  Buffer.from(JSON.stringify([digest, limit, offset, before, token ?? null])).toString('base64url');

/** @throws a BAD_USER_INPUT error when `cursor` is not one of this query's */
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
 * A page that continues from an upstream's token. What was asked beside the token was accepted when the token was given, so
 * a refusal is the token's.
 *
 * @throws a CURSOR_EXPIRED error when the upstream does not accept the token (any more)
 */
export const orCursorExpired = <Answer>(token: string | null | undefined, page: Promise<Answer>): Promise<Answer> =>
  page.catch((error: unknown) => {
    throw token && error instanceof BadUpstreamRequest && error.status !== undefined ? cursorExpired(error) : error;
  });

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
