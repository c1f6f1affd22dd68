import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import type { Client } from '../../../client/client.ts';
import { parse } from '../../validate.ts';
import type { StateStore } from '../state-store.ts';

/** A child team as the graph has come to know it. */
export interface KnownTeam {
  readonly id: string;
  /** The name that it was created with, if the graph created it. */
  readonly name?: string | undefined;
}

/** A team as it is stored under its id. */
const StoredTeam = Type.Object({ name: Type.Optional(Type.String()) });

/** How many teams a process knows to be in the store already. */
const maxNoted = 10_000;

/** Those with a name first, by their names. */
const byName = (one: KnownTeam, other: KnownTeam): number => {
  if ((one.name === undefined) !== (other.name === undefined)) return one.name === undefined ? 1 : -1;
  const [left, right] = [one.name ?? one.id, other.name ?? other.id];
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/**
 * The child teams that a key has created through the graph, or named to it, and was let into, as all processes that share the
 * store know them.
 */
export class ChildTeams {
  readonly #store: StateStore;
  readonly #ownerOf: (apiKey: string) => string;
  readonly #onTrouble: (error: unknown) => void;
  readonly #noted = new LRUCache<string, true>({ max: maxNoted });

  constructor(store: StateStore, ownerOf: (apiKey: string) => string, onTrouble: (error: unknown) => void) {
    this.#store = store;
    this.#ownerOf = ownerOf;
    this.#onTrouble = onTrouble;
  }

  /** The client, whose answers tell which child teams its callers are let into. */
  trackTeams(client: Client): Client {
    return {
      ...client,
      call: (operation, request, credential, options) => {
        const answer = client.call(operation, request, credential, options);
        const { apiKey, childTeamId } = credential;
        if (childTeamId !== undefined)
          answer.then(
            () => this.note(apiKey, { id: childTeamId }),
            () => undefined,
          );
        return answer;
      },
    };
  }

  /** Remembers a team, in the background: that it is listed is no part of what its caller waits for. */
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

  async team(apiKey: string, id: string): Promise<KnownTeam | undefined> {
    const text = await this.#store.get(partitionOf(this.#ownerOf(apiKey)), id);
    return text === undefined ? undefined : teamIn(id, text);
  }

  /** So many at most, those with a name first, by their names. */
  async teams(apiKey: string, first: number): Promise<readonly KnownTeam[]> {
    const all = await this.#store.list(partitionOf(this.#ownerOf(apiKey)), { prefix: '' });
    return all
      .map(({ key, value }) => teamIn(key, value))
      .toSorted(byName)
      .slice(0, first);
  }

  /** A name stays once it is known. */
  #put(owner: string, { id, name }: KnownTeam): Promise<void> {
    return this.#store.update(partitionOf(owner), (read) =>
      name === undefined && read(id) !== undefined
        ? { value: undefined }
        : { value: undefined, writes: new Map([[id, { value: JSON.stringify({ name }) }]]) },
    );
  }
}

const partitionOf = (owner: string): string => `child-teams:${owner}`;

const teamIn = (id: string, text: string): KnownTeam => ({ id, ...parse(StoredTeam, JSON.parse(text)) });
