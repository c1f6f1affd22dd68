import Type, { type Static } from 'typebox';
import { parse } from '../../validate.ts';
import type { StateStore } from '../state-store.ts';
import { RevokedHere } from './revoked-sessions.ts';
import { isStanding, type SessionKind, sessionRights } from './session.ts';
import type { RevokedSessions } from './session-token.ts';

const kinds = ['app', 'page', 'agent', 'guest', 'watch'] as const satisfies readonly SessionKind[];

/** A session that was made and has not ended; it holds neither key nor token. */
export const ListedSession = Type.Object({
  id: Type.String(),
  kind: Type.Enum(kinds),
  rights: Type.Enum(sessionRights),
  label: Type.Optional(Type.String()),
  childTeamId: Type.Optional(Type.String()),
  /** The child teams that it has acted for and may act for again, apart from the present one. */
  formerTeams: Type.Optional(Type.Array(Type.String())),
  /** Credits that an operation may spend at most. */
  budget: Type.Optional(Type.Number()),
  /** Its purse's id. */
  purse: Type.Optional(Type.String()),
  confirmAbove: Type.Optional(Type.Number()),
  /** Milliseconds since 1970. */
  createdAt: Type.Number(),
  expiresAt: Type.Number(),
});
export interface ListedSession extends Static<typeof ListedSession> {}

/** How many sessions a key may have at a time, unless configured otherwise. */
export const maxSessions = 10_000;

/** How many standing sessions a key may have at a time. */
const maxStandingSessions = 500;

/** Revocations are kept so much longer than sessions live, in milliseconds, as clocks may be set forward and back. */
const slackMs = 86_400_000;

/** The partition of all revocations, and the channel on which processes hear of one: its end, a space, its id. */
const revocations = 'revoked-sessions';

/** The channel on which processes hear of sessions that act for another team: their ids. */
const switches = 'switched-sessions';

/**
 * The sessions of each key until they end, shared by all processes that have the store. `owner` is the key's keyed hash.
 *
 * Which sessions were revoked is known in each process, so that a request waits for no store. What it knows is bounded: revoked
 * sessions count among those that a key may have, until they would have ended.
 */
export class SessionList {
  /** Those that were revoked, as far as this process has heard, which takes moments. */
  readonly revoked: RevokedSessions;
  readonly #revoked: RevokedHere;
  readonly #onSwitch = new Map<string, Set<() => void>>();
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

  /** @param max how many a key may have at a time, standing ones not counted */
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

  /** How many sessions of a kind a key may have at a time. */
  maxOf(kind: SessionKind): number {
    return isStanding(kind) ? maxStandingSessions : this.#max;
  }

  /** False if the key has as many already: revoked ones count until they would have ended, since they are remembered until then. */
  async add(owner: string, session: ListedSession): Promise<boolean> {
    const { kind, id } = session;
    const done = await this.#store.commit(partitionOf(owner), {
      writes: new Map([[openKey(kind, id), this.#write(session)]]),
      limits: [{ prefix: groupOf(kind), max: this.maxOf(kind) }],
    });
    return done.kind === 'committed';
  }

  /** The sessions of a key that are open, or its standing ones, the latest first. */
  async sessions(owner: string, which: 'passing' | 'standing' = 'passing'): Promise<readonly ListedSession[]> {
    const found = await this.#store.list(partitionOf(owner), { prefix: `${which}/open/` });
    return found
      .map(({ value }) => parse(ListedSession, JSON.parse(value)))
      .filter(({ expiresAt }) => expiresAt > this.#now())
      .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  }

  /** Notes for which child team, or the key's own, a session acts from now on. False if the key has no such session. */
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

  /** Calls back when a session acts for another team, and whenever it may do so unheard; the result cancels it. */
  whenSwitched(id: string, call: () => void): () => void {
    const calls = this.#onSwitch.get(id) ?? new Set();
    this.#onSwitch.set(id, calls.add(call));
    return () => {
      calls.delete(call);
      if (calls.size === 0 && this.#onSwitch.get(id) === calls) this.#onSwitch.delete(id);
    };
  }

  /** @param id undefined where something may have been missed */
  #noteSwitch(id: string | undefined): void {
    const calls = id === undefined ? [...this.#onSwitch.values()].flatMap((some) => [...some]) : this.#onSwitch.get(id);
    for (const call of [...(calls ?? [])]) call();
  }

  /** False if the key has no such session. */
  async revoke(owner: string, id: string): Promise<boolean> {
    const end = await revokeSession(this.#store, { owner, id, now: this.#now() });
    if (end !== undefined) this.#revoked.note(id, end + slackMs);
    return end !== undefined;
  }

  #write(session: ListedSession) {
    return { value: JSON.stringify(session), ttlMs: session.expiresAt - this.#now() };
  }

  async #catchUp(): Promise<void> {
    for (const { key, value } of await this.#store.list(revocations, { prefix: '' }))
      this.#revoked.note(key, Number(value) + slackMs);
  }
}

/** Ends a session, of which all processes that have the store hear. Resolves with when it would have ended; undefined: there is none. */
export async function revokeSession(
  store: StateStore,
  { owner, id, now }: { readonly owner: string; readonly id: string; readonly now: number },
): Promise<number | undefined> {
  const partition = partitionOf(owner);
  const found = await store.update(partition, (read) => ({ value: foundIn(read, id, now)?.session }));
  if (!found) return undefined;
  const { kind, expiresAt: end } = found;
  await store.commit(revocations, {
    writes: new Map([[id, { value: String(end), ttlMs: end - now + slackMs }]]),
    messages: [{ channel: revocations, text: `${end} ${id}` }],
  });
  // It counts as revoked in the step in which it ceases to be open.
  await store.commit(partition, {
    writes: new Map([
      [openKey(kind, id), undefined],
      [`${groupOf(kind)}ended/${id}`, { value: '', ttlMs: end - now }],
    ]),
  });
  return end;
}

function foundIn(read: (key: string) => string | undefined, id: string, now: number) {
  for (const kind of ['app', 'agent'] as const) {
    const key = openKey(kind, id);
    const text = read(key);
    const session = text === undefined ? undefined : parse(ListedSession, JSON.parse(text));
    if (session && session.expiresAt > now) return { key, session };
  }
  return undefined;
}

const partitionOf = (owner: string): string => `sessions:${owner}`;

const groupOf = (kind: SessionKind): string => (isStanding(kind) ? 'standing/' : 'passing/');

const openKey = (kind: SessionKind, id: string): string => `${groupOf(kind)}open/${id}`;
