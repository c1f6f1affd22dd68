import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import type { CallListener } from '../../../client/adapted-client.ts';
import type { Credential } from '../../../client/call.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import { parseStored } from '../../validate.ts';
import type { StateStore } from '../state-store.ts';

/** A child team that was used or created through the graph. */
export interface KnownTeam {
  readonly id: string;
  /** The name that it was created with, if the graph created it. */
  readonly name?: string | undefined;
}

/** A team as it is stored under its id. */
const StoredTeam = Type.Object({ name: Type.Optional(Type.String()) });

const maxTeams = 10_000;

/** The maximum number of teams that a process remembers as stored, to skip further writes. */
const maxNoted = 10_000;

/** Named teams first, by name; then the others, by id. */
const byName = (one: KnownTeam, other: KnownTeam): number => {
  if ((one.name === undefined) !== (other.name === undefined)) return one.name === undefined ? 1 : -1;
  const [left, right] = [one.name ?? one.id, other.name ?? other.id];
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/**
 * The child teams that a key has created through the graph or used in a successful call, shared by all processes that
 * share the store.
 */
export class ChildTeams implements CallListener {
  readonly #store: StateStore;
  readonly #ownerOf: (apiKey: string) => string;
  readonly #onTrouble: (error: unknown) => void;
  readonly #noted = new LRUCache<string, true>({ max: maxNoted });

  constructor(store: StateStore, ownerOf: (apiKey: string) => string, onTrouble: (error: unknown) => void) {
    this.#store = store;
    this.#ownerOf = ownerOf;
    this.#onTrouble = onTrouble;
  }

  answered(_: Operation, { apiKey, childTeamId }: Credential): void {
    if (childTeamId !== undefined) this.note(apiKey, { id: childTeamId });
  }

  /** Stores a team in the background, so that the caller does not wait for it. */
  note(apiKey: string, team: KnownTeam): void {
    const owner = this.#ownerOf(apiKey);
    const name = `${owner} ${team.id}`;
    if (team.name === undefined && this.#noted.has(name)) return;
    this.#noted.set(name, true);
    this.#put(owner, team).catch((error: unknown) => {
      this.#noted.delete(name);
      this.#onTrouble(error);
    });
  }

  /** Whether the key has created the team, or used it in a successful call; false as well if the store does not answer. */
  async knows(apiKey: string, id: string): Promise<boolean> {
    if (this.#noted.has(`${this.#ownerOf(apiKey)} ${id}`)) return true;
    return (await this.team(apiKey, id).catch(() => undefined)) !== undefined;
  }

  async team(apiKey: string, id: string): Promise<KnownTeam | undefined> {
    const text = await this.#store.get(partitionOf(this.#ownerOf(apiKey)), id);
    return text === undefined ? undefined : teamIn(id, text);
  }

  /** At most `first` teams: named ones first, by name; then the others, by id. */
  async teams(apiKey: string, first: number): Promise<readonly KnownTeam[]> {
    const all = await this.#store.list(partitionOf(this.#ownerOf(apiKey)), { prefix: '' });
    return this.#store
      .intact(all, ({ key, value }) => teamIn(key, value))
      .toSorted(byName)
      .slice(0, first);
  }

  /** A write without a name does not replace a stored team; beyond the maximum, none is stored. */
  async #put(owner: string, { id, name }: KnownTeam): Promise<void> {
    const value = JSON.stringify({ name });
    await this.#store.admit(owner, partitionOf(owner), Buffer.byteLength(id + value));
    await this.#store.commit(partitionOf(owner), {
      ...(name === undefined && { reads: new Map([[id, 0]]) }),
      writes: new Map([[id, { value }]]),
      limits: [{ prefix: '', max: maxTeams }],
    });
  }
}

const partitionOf = (owner: string): string => `child-teams:${owner}`;

const teamIn = (id: string, text: string): KnownTeam => ({
  id,
  ...parseStored('child team', StoredTeam, text),
});
