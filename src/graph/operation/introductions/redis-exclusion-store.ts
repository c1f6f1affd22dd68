import type { Redis } from 'ioredis';
import Value from 'typebox/value';
import { type ExclusionOwner, type ExclusionStore, KeptExclusion } from './kept-exclusions.ts';

/** Lists in the Redis that graphs share: a hash of entries for each key and child team. */
export class RedisExclusionStore implements ExclusionStore {
  readonly #commands: Redis;

  constructor(commands: Redis) {
    this.#commands = commands;
  }

  async all(of: ExclusionOwner): Promise<ReadonlyMap<string, KeptExclusion>> {
    const entries = Object.entries(await this.#commands.hgetall(keyOf(of)));
    return new Map(entries.map(([key, entry]) => [key, Value.Parse(KeptExclusion, JSON.parse(entry))]));
  }

  async put(of: ExclusionOwner, entries: ReadonlyMap<string, KeptExclusion>): Promise<void> {
    const fields = new Map([...entries].map(([key, entry]) => [key, JSON.stringify(entry)]));
    if (fields.size > 0) await this.#commands.hset(keyOf(of), fields);
  }

  async remove(of: ExclusionOwner, keys: readonly string[]): Promise<number> {
    return keys.length === 0 ? 0 : this.#commands.hdel(keyOf(of), ...keys);
  }
}

const keyOf = ({ owner, childTeamId = '' }: ExclusionOwner): string => `kith:intro-exclusions:${owner}:${childTeamId}`;
