import ipaddr from 'ipaddr.js';
import { type Kysely, sql } from 'kysely';
import type { Operation } from '../contract/operation/operation.ts';
import { isUuid } from '../reading/uuid.ts';
import type { Database } from '../store/database.ts';
import { hashKey } from '../store/team/key.ts';
import type { Caller } from './endpoint.ts';
import { badRequest, Problem } from './problem.ts';

/** The credentials in a request's headers. */
export interface Credentials {
  /** The value of `x-api-key`. */
  readonly key: string | undefined;
  /** The value of `x-authenticate-team`. */
  readonly childTeam: string | undefined;
  /** Whether this connection may use demo keys. */
  readonly demoKeys: boolean;
}

/**
 * Authenticates a request before its body is read. Throws a `Problem` for the first rule broken, in this order: 401 if
 * the key is not valid; 403 if the caller may not use the operation or the team; 400 if the operation does not support
 * child teams.
 */
export async function authenticate(
  db: Kysely<Database>,
  operation: Operation,
  credentials: Credentials,
  now: Date,
): Promise<Caller> {
  const { key, childTeam } = credentials;
  const found = key ? await findKey(db, key, childTeam) : undefined;
  if (
    !found ||
    found.revoked_at ||
    (found.expires_at && found.expires_at <= now) ||
    (found.demo && !credentials.demoKeys)
  ) {
    throw new Problem(401, [
      'x-api-key: must be a valid API key, but got one that is missing, unknown, expired or revoked',
    ]);
  }
  if (operation.partnerOnly && !found.is_partner) throw partnersOnly();
  const own = found.team_id;
  if (childTeam !== undefined && childTeam.toLowerCase() !== own && !(found.is_partner && found.child_id)) {
    throw new Problem(403, ["x-authenticate-team: must be a child team of the key's own team, but got another"]);
  }
  if (childTeam !== undefined && !operation.childTeam) {
    throw badRequest('x-authenticate-team: must be left out, since this operation does not support it');
  }
  return {
    keyId: found.id,
    ownTeamId: own,
    teamId: found.child_id ?? own,
    payerId: found.partner_id ?? own,
    isPartner: found.is_partner,
  };
}

/**
 * The key, its team, and the named child team if it belongs to that team. Looked up by hash, so that timing reveals
 * nothing.
 */
function findKey(db: Kysely<Database>, key: string, childTeam: string | undefined) {
  const childId = childTeam !== undefined && isUuid(childTeam) ? childTeam : null;
  return db
    .selectFrom('api_key')
    .innerJoin('team', 'team.id', 'api_key.team_id')
    .leftJoin('team as child', (join) =>
      join.onRef('child.partner_id', '=', 'team.id').on(sql<boolean>`child.id = ${childId}::uuid`),
    )
    .select([
      'api_key.id',
      'api_key.team_id',
      'api_key.demo',
      'api_key.expires_at',
      'api_key.revoked_at',
      'team.is_partner',
      'team.partner_id',
      'child.id as child_id',
    ])
    .where('api_key.hash', '=', hashKey(key))
    .executeTakeFirst();
}

/** 403: the operation needs the partner permission. */
export const partnersOnly = (): Problem =>
  new Problem(403, ['x-api-key: must be the key of a team with the partner permission, but this team has none']);

/** Whether a request comes from this machine. A proxied request does not, even if the proxy's connection does. */
export function isFromThisMachine(address: string | undefined, headers: Readonly<Record<string, unknown>>): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
