import { createHash } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { isObject } from '../../../contract/json.ts';
import { HttpError } from '../../http/http-error.ts';
import { unreachable } from '../../http/open-session.ts';
import type { Services } from '../../services.ts';
import type { Session } from '../../state/sessions/session.ts';

/** An authorization server whose tokens authorize tool calls. */
export interface McpIssuer {
  /** The `iss` of its tokens, without a trailing slash. */
  readonly url: string;
  /** The audience (`aud`) of its tokens: the URL of the tools. */
  readonly resource: string;
  /** The API key that its subjects use. */
  readonly apiKey: string;
  /** Credits that each subject may spend in 30 days. */
  readonly total: number;
}

/** Path of the protected resource metadata (RFC 9728), which names the authorization server. */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp';

export const resourceMetadata = ({ url, resource }: McpIssuer) => ({
  resource,
  authorization_servers: [url],
  bearer_methods_supported: ['header'],
});

/** `www-authenticate` of a 401: points clients to the resource metadata. */
export const challenge = ({ resource }: McpIssuer): string =>
  `Bearer resource_metadata="${new URL(resourceMetadataPath, resource).href}"`;

/**
 * Period after which a subject gets a new session and purse, in milliseconds; counted from 1970, not from first use.
 */
const periodMs = 30 * 86_400_000;

/** Maximum sessions remembered as created; past it, the set is cleared and sessions are looked up again. */
const maxKnown = 10_000;

const timeoutMs = 5_000;

/**
 * Exchanges JWTs of an authorization server for sessions of their subjects: read-only agent sessions with a purse. A
 * subject's session is the same in every process until the 30-day period ends; revoking it locks the subject out until
 * then.
 */
export class IssuedTokens {
  readonly #issuer: McpIssuer;
  readonly #services: Services;
  #keys: Promise<JWTVerifyGetKey> | undefined;
  readonly #known = new Set<string>();

  constructor(issuer: McpIssuer, services: Services) {
    this.#issuer = issuer;
    this.#services = services;
  }

  /**
   * The session token for a token of the authorization server.
   *
   * @throws {HttpError} 401 for an invalid token; 503 if it cannot be checked, or the store does not answer; 429 if the
   *   key has the maximum number of standing sessions
   */
  async sessionToken(token: string): Promise<string> {
    const subject = await this.#subjectOf(token);
    const { seal } = this.#services;
    const session = this.#sessionOf(subject, seal.clock.now());
    const sealed = seal.seal(session);
    // A revoked session is not created again.
    if (seal.open(sealed) !== undefined && !this.#known.has(session.id)) await this.#make(session);
    return sealed;
  }

  async #subjectOf(token: string): Promise<string> {
    const { jwtVerify, errors } = await import('jose');
    const { url, resource } = this.#issuer;
    this.#keys ??= keysOf(url);
    const keys = await this.#keys.catch(() => {
      this.#keys = undefined;
      throw new HttpError(503, 'UNAVAILABLE', 'The authorization server does not answer: try again.');
    });
    try {
      const options = { issuer: [url, `${url}/`], audience: resource, requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(token, keys, options);
      if (payload.sub) return payload.sub;
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError))
        throw new HttpError(503, 'UNAVAILABLE', 'The authorization server does not answer: try again.');
    }
    throw new HttpError(401, 'UNAUTHENTICATED', `authorization: must be a token of ${url} for ${resource}.`, {
      'www-authenticate': challenge(this.#issuer),
    });
  }

  #sessionOf(subject: string, now: number): Session {
    const { apiKey, url } = this.#issuer;
    const period = Math.floor(now / periodMs);
    const id = uuidOf(JSON.stringify([url, subject, period]));
    const label = [...subject].slice(0, 60).join('');
    return { id, kind: 'agent', rights: 'look', apiKey, purse: id, label, expiresAt: (period + 1) * periodMs };
  }

  async #make({ apiKey, id, kind, rights, label = '', expiresAt }: Session): Promise<void> {
    const { ownerOf, sessions, audit, seal } = this.#services;
    const purses = this.#services.purses.store;
    const [owner, createdAt] = [ownerOf(apiKey), seal.clock.now()];
    const { total } = this.#issuer;
    const isMade = async () => (await purses.purse(owner, id).catch(unreachable)) !== undefined;
    if (!(await isMade())) {
      const listed = { id, kind, rights, label, purse: id, expiresAt, createdAt };
      const added = await sessions.add(owner, listed).catch(unreachable);
      if (!added) throw new HttpError(429, 'TOO_MANY_SESSIONS', 'The key has the maximum number of standing sessions.');
      const purse = { id, owner, scope: 'session', childTeamId: undefined, label, total, period: 'none' } as const;
      // Another process may have created it in the meantime.
      await purses.create({ ...purse, createdAt, expiresAt }).catch(async () => (await isMade()) || unreachable());
      audit?.('session.opened', { session: id, owner, total, expires_at: new Date(expiresAt).toISOString() });
    }
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.add(id);
  }
}

/** A uuid derived from a text by SHA-256. */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

/** The key set of an authorization server, from its metadata (RFC 8414 or OpenID Connect Discovery); jose caches it. */
async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import('jose');
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  for (const address of [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    const metadata: unknown = answer.ok ? await answer.json() : undefined;
    if (isObject(metadata) && typeof metadata.jwks_uri === 'string')
      return createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: timeoutMs });
  }
  throw new Error(`${issuer} has no metadata that names its keys.`);
}
