import { hash, randomBytes } from 'node:crypto';
import { Seal } from '../../state/seal/seal.ts';
import type { StateStore } from '../../state/state-store.ts';
import { parseStored } from '../../validate.ts';
import { Invitation, linkMs, listedMs, revoked, stateOf, usedBy } from './invitation.ts';

/** The maximum number of a key's invitations that are listed: those of some five weeks. */
export const maxInvitations = 1000;

/** What an inviter decides. */
export type Terms = Omit<Invitation, 'id' | 'createdAt' | 'expiresAt' | 'sealed' | 'used' | 'revokedAt'>;

/** A pending invitation, found by its token. */
export interface Found {
  readonly owner: string;
  readonly invitation: Invitation;
}

/**
 * The invitations of all keys, shared by all processes on the store. `owner` is the key's keyed hash.
 *
 * A token is 256 random bits. It is looked up by its hash, so that the time of a look-up tells nothing about it.
 */
export class InvitationStore {
  readonly #store: StateStore;
  readonly #now: () => number;

  constructor(store: StateStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Resolves with undefined if the key has the maximum of invitations. */
  async create(
    owner: string,
    apiKey: string,
    terms: Terms,
  ): Promise<{ readonly token: string; readonly invitation: Invitation } | undefined> {
    const token = prefix + randomBytes(32).toString('base64url');
    const id = idOf(token);
    const createdAt = this.#now();
    const sealed = sealOf(token).sealText(purpose, id, apiKey);
    const invitation: Invitation = { ...terms, id, createdAt, expiresAt: createdAt + linkMs, sealed };
    const ttlMs = linkMs + listedMs;
    // First, so that an invitation that is listed can be found.
    await this.#store.put(links, id, owner, ttlMs);
    const done = await this.#store.commit(partitionOf(owner), {
      writes: new Map([[id, { value: JSON.stringify(invitation), ttlMs }]]),
      limits: [{ prefix: '', max: maxInvitations }],
    });
    return done.kind === 'committed' ? { token, invitation } : undefined;
  }

  /** The invitations of a key, latest first. */
  async all(owner: string): Promise<readonly Invitation[]> {
    const entries = await this.#store.list(partitionOf(owner), { prefix: '' });
    return this.#store
      .intact(entries, ({ value }) => invitationIn(value))
      .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  }

  /** The invitation of a token in whatever state; undefined if there was none in the last weeks. */
  async find(token: string): Promise<Found | undefined> {
    const id = idOf(token);
    const owner = await this.#store.get(links, id);
    const text = owner === undefined ? undefined : await this.#store.get(partitionOf(owner), id);
    return owner === undefined || text === undefined ? undefined : { owner, invitation: invitationIn(text) };
  }

  /** The API key of a pending invitation. */
  keyIn(token: string, { id, sealed = '' }: Invitation): string {
    return sealOf(token).openText(purpose, id, sealed).toString();
  }

  /** Uses it for a session: of several who try at once, one. Resolves with the invitation as it was; undefined if it is not pending. */
  use(owner: string, id: string, session: string): Promise<Invitation | undefined> {
    return this.#change(owner, id, (known, now) =>
      stateOf(known, now) === 'pending' ? usedBy(known, session, now) : undefined,
    );
  }

  /** Makes it pending again: the session could not be made. */
  async giveBack(owner: string, invitation: Invitation, session: string): Promise<void> {
    await this.#change(owner, invitation.id, ({ used }) => (used?.session === session ? invitation : undefined));
  }

  /** Resolves with the invitation as it was; undefined if it is not pending. */
  revoke(owner: string, id: string): Promise<Invitation | undefined> {
    return this.#change(owner, id, (known, now) =>
      stateOf(known, now) === 'pending' ? revoked(known, now) : undefined,
    );
  }

  #change(
    owner: string,
    id: string,
    change: (known: Invitation, now: number) => Invitation | undefined,
  ): Promise<Invitation | undefined> {
    return this.#store.update(partitionOf(owner), (read) => {
      const text = read(id);
      const known = text === undefined ? undefined : invitationIn(text);
      const now = this.#now();
      const next = known && change(known, now);
      if (!known || !next) return { value: undefined };
      const ttlMs = known.createdAt + linkMs + listedMs - now;
      return { value: known, writes: new Map([[id, { value: JSON.stringify(next), ttlMs }]]) };
    });
  }
}

/** By which secret scanners know a link's token. */
const prefix = 'kithi_';
const purpose = 'invitation';

/** The partition that names the owner of each invitation. */
const links = 'invitation-links';
const partitionOf = (owner: string): string => `invitations:${owner}`;

const idOf = (token: string): string => hash('sha256', `kith invitation ${token}`, 'base64url').slice(0, 22);
const sealOf = (token: string): Seal => new Seal({ secret: token });
const invitationIn = (text: string): Invitation => parseStored('invitation', Invitation, text);
