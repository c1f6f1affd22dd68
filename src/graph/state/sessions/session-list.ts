import { EventEmitter } from 'node:events';
import Type, { type Static } from 'typebox';
import { parseStored } from '../../validate.ts';
import type { StateStore } from '../state-store.ts';
import { RevokedHere } from './revoked-sessions.ts';
import { isStanding, type SessionKind, sessionRights } from './session.ts';
import type { RevokedSessions } from './session-token.ts';

const kinds = ['app', 'page', 'agent', 'guest', 'watch'] as const satisfies readonly SessionKind[];

/** An open session, without its key or token. */
export const ListedSession = Type.Object({
  id: Type.String(),
  kind: Type.Enum(kinds),
  rights: Type.Enum(sessionRights),
  label: Type.Optional(Type.String()),
  childTeamId: Type.Optional(Type.String()),
  /** Child teams that it acted for before, apart from the current one; older tokens still name them. */
  formerTeams: Type.Optional(Type.Array(Type.String())),
  /** The maximum credits for one operation. */
  budget: Type.Optional(Type.Number()),
  /** Its purse's id. */
  purse: Type.Optional(Type.String()),
  confirmAbove: Type.Optional(Type.Number()),
  /** The sessions that invited it, closest first. */
  inviters: Type.Optional(Type.Array(Type.Object({ id: Type.String(), purse: Type.Optional(Type.String()) }))),
  /** Milliseconds since 1970. */
  createdAt: Type.Number(),
  expiresAt: Type.Number(),
});
export interface ListedSession extends Static<typeof ListedSession> {}

/** The default maximum number of sessions of a key. */
export const maxSessions = 10_000;

/** The maximum number of agents' and guests' sessions of a key, and that of its watches'. */
const maxStandingSessions = 500;

/** The maximum number of a key's standing sessions that were revoked, until they would have expired. */
const maxRevoked = 10_000;

/** How much longer than sessions revocations are kept, in milliseconds, since clocks may be changed. */
const slackMs = 86_400_000;

/** The partition of all revocations, and the channel that announces them: expiry, space, session id. */
const revocations = 'revoked-sessions';

/** The channel that announces the ids of sessions that switched teams. */
const switches = 'switched-sessions';

/**
 * The sessions of each key until they expire, in all processes that share the store. `owner` is the keyed hash of the
 * key.
 *
 * Each process holds the revocations in memory, so that requests do not wait for the store. This memory is bounded:
 * revoked sessions are counted until they would have expired, standing ones apart from open ones, whose places they
 * give back. Sessions of watches have no token, so they end by not being listed (`has`), and leave nothing to remember.
 */
export class SessionList {
  /** The revoked sessions known to this process; a revocation in another process arrives within moments. */
  readonly revoked: RevokedSessions;
  readonly #revoked: RevokedHere;
  readonly #switched = new EventEmitter<Record<string, []>>().setMaxListeners(0);
  readonly #store: StateStore;
  readonly #now: () => number;
  readonly #max: number;

  private constructor(store: StateStore, now: () => number, max: number) {
    this.#store = store;
    this.#now = now;
    this.#max = max;
    this.#revoked = new RevokedHere(now);
    this.revoked = this.#revoked;
  }

  /** @param max the maximum number of a key's sessions, not counting standing ones */
  static async open(store: StateStore, now: () => number, max = maxSessions): Promise<SessionList> {
    const list = new SessionList(store, now, max);
    await store.subscribe(revocations, (text) => {
      if (text === undefined) return void list.#catchUp().catch(() => undefined);
      const [end, id = ''] = text.split(' ');
      list.#revoked.note(id, Number(end) + slackMs);
    });
    await store.subscribe(switches, (id) => list.#noteSwitch(id));
    await list.#catchUp();
    return list;
  }

  /** The maximum number of a key's sessions of this kind. */
  maxOf(kind: SessionKind): number {
    return isStanding(kind) ? maxStandingSessions : this.#max;
  }

  /**
   * Adds a session, or replaces the one of its id; false if the key has the maximum of open sessions of its kind, or of
   * revoked ones.
   */
  async add(owner: string, session: ListedSession): Promise<boolean> {
    const { kind, id } = session;
    const done = await this.#store.commit(partitionOf(owner), {
      writes: new Map([[openKey(kind, id), this.#write(session)]]),
      limits: isStanding(kind)
        ? [
            { prefix: `${groupOf(kind)}open/`, max: maxStandingSessions },
            { prefix: `${groupOf(kind)}ended/`, max: maxRevoked },
          ]
        : [{ prefix: groupOf(kind), max: this.#max }],
    });
    return done.kind === 'committed';
  }

  /** The open sessions of a key, or its open standing ones, latest first. */
  async sessions(owner: string, which: 'passing' | 'standing' = 'passing'): Promise<readonly ListedSession[]> {
    const groups = which === 'standing' ? ['standing/', 'watch/'] : ['passing/'];
    const found = await Promise.all(
      groups.map((group) => this.#store.list(partitionOf(owner), { prefix: `${group}open/` })),
    );
    return this.#store
      .intact(found.flat(), ({ value }) => sessionIn(value))
      .filter(
        ({ expiresAt, inviters = [] }) => expiresAt > this.#now() && !inviters.some(({ id }) => this.revoked.has(id)),
      )
      .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  }

  /**
   * Sets the child team (undefined: the key's own team) that a session acts for. False if the key has no such session.
   */
  async switchTeam(owner: string, id: string, childTeamId: string | undefined): Promise<boolean> {
    const isSwitched = await this.#store.update(partitionOf(owner), (read) => {
      const found = foundIn(read, id, this.#now());
      if (!found) return { value: false };
      const { childTeamId: former, formerTeams = [], ...session } = found.session;
      const teams = new Set([...formerTeams, ...(former === undefined ? [] : [former])]);
      if (childTeamId !== undefined) teams.delete(childTeamId);
      const switched = {
        ...session,
        ...(childTeamId !== undefined && { childTeamId }),
        ...(teams.size > 0 && { formerTeams: [...teams] }),
      };
      return { value: true, writes: new Map([[found.key, this.#write(switched)]]) };
    });
    if (isSwitched) await this.#store.publish(switches, id);
    return isSwitched;
  }

  /**
   * Calls back when a session switches teams, and when a switch may have been missed; the returned function
   * unsubscribes.
   */
  whenSwitched(id: string, call: () => void): () => void {
    this.#switched.on(id, call);
    return () => this.#switched.off(id, call);
  }

  /** @param id undefined if messages may have been missed */
  #noteSwitch(id: string | undefined): void {
    for (const one of id === undefined ? this.#switched.eventNames() : [id]) this.#switched.emit(one);
  }

  async has(owner: string, id: string): Promise<boolean> {
    const text = await this.#store.get(partitionOf(owner), openKey('watch', id));
    return text !== undefined && sessionIn(text).expiresAt > this.#now();
  }

  /** Revokes a session, and those that it invited; resolves with these sessions, none if the key has no such session. */
  async revoke(owner: string, id: string): Promise<readonly ListedSession[]> {
    const invited = (await this.sessions(owner, 'standing')).filter(({ inviters = [] }) =>
      inviters.some((inviter) => inviter.id === id),
    );
    const revoked = await this.#revoke(owner, id);
    if (!revoked) return [];
    // From now on they are refused: what follows gives back their places in the list.
    const ended = await Promise.all(invited.map((session) => this.#revoke(owner, session.id)));
    return [revoked, ...ended.filter((session) => session !== undefined)];
  }

  async #revoke(owner: string, id: string): Promise<ListedSession | undefined> {
    const revoked = await revokeSession(this.#store, { owner, id, now: this.#now() });
    if (revoked && revoked.kind !== 'watch') this.#revoked.note(id, revoked.expiresAt + slackMs);
    return revoked;
  }

  #write(session: ListedSession) {
    return { value: JSON.stringify(session), ttlMs: session.expiresAt - this.#now() };
  }

  async #catchUp(): Promise<void> {
    for (const { key, value } of await this.#store.list(revocations, { prefix: '' }))
      this.#revoked.note(key, Number(value) + slackMs);
  }
}

/**
 * Revokes a session and announces it to all processes that share the store. Resolves with it; undefined if there is no
 * such session.
 */
export async function revokeSession(
  store: StateStore,
  { owner, id, now }: { readonly owner: string; readonly id: string; readonly now: number },
): Promise<ListedSession | undefined> {
  const partition = partitionOf(owner);
  const found = await store.update(partition, (read) => ({ value: foundIn(read, id, now)?.session }));
  if (!found) return undefined;
  const { kind, expiresAt: end } = found;
  if (kind === 'watch') {
    await store.remove(partition, [openKey(kind, id)]);
    return found;
  }
  await store.commit(revocations, {
    writes: new Map([[id, { value: String(end), ttlMs: end - now + slackMs }]]),
    messages: [{ channel: revocations, text: `${end} ${id}` }],
  });
  // One commit, so that the session always counts.
  await store.commit(partition, {
    writes: new Map([
      [openKey(kind, id), undefined],
      [`${groupOf(kind)}ended/${id}`, { value: '', ttlMs: end - now }],
    ]),
  });
  return found;
}

function foundIn(read: (key: string) => string | undefined, id: string, now: number) {
  for (const kind of ['app', 'agent', 'watch'] as const) {
    const key = openKey(kind, id);
    const text = read(key);
    const session = text === undefined ? undefined : sessionIn(text);
    if (session && session.expiresAt > now) return { key, session };
  }
  return undefined;
}

const sessionIn = (text: string): ListedSession => parseStored('session', ListedSession, text);

const partitionOf = (owner: string): string => `sessions:${owner}`;

const groupOf = (kind: SessionKind): string =>
  kind === 'watch' ? 'watch/' : isStanding(kind) ? 'standing/' : 'passing/';

const openKey = (kind: SessionKind, id: string): string => `${groupOf(kind)}open/${id}`;
