import type { Redis } from 'ioredis';
import { byName, type ChildTeamStore, type KnownTeam } from './child-teams.ts';

/** Child teams in the Redis that graphs share: a hash of names by ids for each key, empty where no name is known. */
export class RedisChildTeamStore implements ChildTeamStore {
  readonly #commands: Redis;

  constructor(commands: Redis) {
    this.#commands = commands;
  }

  async put(owner: string, { id, name }: KnownTeam): Promise<void> {
    if (name === undefined) await this.#commands.hsetnx(keyOf(owner), id, '');
    else await this.#commands.hset(keyOf(owner), id, name);
  }

  async team(owner: string, id: string): Promise<KnownTeam | undefined> {
    const name = await this.#commands.hget(keyOf(owner), id);
    return name === null ? undefined : teamIn(id, name);
  }

  async teams(owner: string, first: number): Promise<readonly KnownTeam[]> {
    const all = Object.entries(await this.#commands.hgetall(keyOf(owner)));
    return all
      .map(([id, name]) => teamIn(id, name))
      .toSorted(byName)
      .slice(0, first);
  }
}

const keyOf = (owner: string): string => `kith:child-teams:${owner}`;

const teamIn = (id: string, name: string): KnownTeam => ({ id, ...(name !== '' && { name }) });
