import { LRUCache } from 'lru-cache';
import type { Client } from '../../../client/client.ts';

/** A child team as the graph has come to know it. */
export interface KnownTeam {
  readonly id: string;
  /** The name that it was created with, if the graph created it. */
  readonly name?: string | undefined;
}

/** The child teams of each key, shared by all processes that have the store. `owner` is the key's keyed hash. */
export interface ChildTeamStore {
  /** Remembers a team; its name stays once it is known. */
  put(owner: string, team: KnownTeam): Promise<void>;
  team(owner: string, id: string): Promise<KnownTeam | undefined>;
  /** So many at most, those with a name first, by their names. */
  teams(owner: string, first: number): Promise<readonly KnownTeam[]>;
}

/** How many teams a process knows to be in the store already. */
const mostNoted = 10_000;

/** The order in which stores list teams. */
export const byName = (one: KnownTeam, other: KnownTeam): number => {
  if ((one.name === undefined) !== (other.name === undefined)) return one.name === undefined ? 1 : -1;
  const [left, right] = [one.name ?? one.id, other.name ?? other.id];
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

/** The child teams that a key has created through the graph, or named to it, and was let into. */
export class ChildTeams {
  readonly #store: ChildTeamStore;
  readonly #ownerOf: (apiKey: string) => string;
  readonly #onTrouble: (error: unknown) => void;
  readonly #noted = new LRUCache<string, true>({ max: mostNoted });

  constructor(store: ChildTeamStore, ownerOf: (apiKey: string) => string, onTrouble: (error: unknown) => void) {
    this.#store = store;
    this.#ownerOf = ownerOf;
    this.#onTrouble = onTrouble;
  }

  /** The client, whose answers tell which child teams its callers are let into. */
  learningFrom(client: Client): Client {
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
    this.#store.put(owner, team).catch((error: unknown) => {
      this.#noted.delete(name);
      this.#onTrouble(error);
    });
  }

  team(apiKey: string, id: string): Promise<KnownTeam | undefined> {
    return this.#store.team(this.#ownerOf(apiKey), id);
  }

  teams(apiKey: string, first: number): Promise<readonly KnownTeam[]> {
    return this.#store.teams(this.#ownerOf(apiKey), first);
  }
}
