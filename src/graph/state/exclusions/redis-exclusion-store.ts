import type { Redis } from 'ioredis';
import { parse } from '../../validate.ts';
import { type ExclusionOwner, type ExclusionStore, KeptExclusion } from './kept-exclusions.ts';

/** KEYS: a list. ARGV: an entry's key, what it is, what it is to be. Leaves what was changed since it was read. */
const replaceScript = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`;

/** Lists in the Redis that graphs share: a hash of entries for each key and child team. */
export class RedisExclusionStore implements ExclusionStore {
  readonly #commands: Redis;

  constructor(commands: Redis) {
    this.#commands = commands;
  }

  async all(of: ExclusionOwner): Promise<ReadonlyMap<string, KeptExclusion>> {
    const entries = Object.entries(await this.#commands.hgetall(keyOf(of)));
    return new Map(entries.map(([key, entry]) => [key, parse(KeptExclusion, JSON.parse(entry))]));
  }

  async put(of: ExclusionOwner, entries: ReadonlyMap<string, KeptExclusion>): Promise<void> {
    const fields = new Map([...entries].map(([key, entry]) => [key, JSON.stringify(entry)]));
    if (fields.size > 0) await this.#commands.hset(keyOf(of), fields);
  }

  async remove(of: ExclusionOwner, keys: readonly string[]): Promise<number> {
    return keys.length === 0 ? 0 : this.#commands.hdel(keyOf(of), ...keys);
  }

  async removeReasons(isOf: (value: string) => boolean): Promise<number> {
    let changed = 0;
    for await (const list of this.#lists())
      for (const [key, entry] of Object.entries(await this.#commands.hgetall(list))) {
        const { reason, ...kept } = parse(KeptExclusion, JSON.parse(entry));
        if (reason === undefined || !isOf(kept.value)) continue;
        changed += Number(await this.#commands.eval(replaceScript, 1, list, key, entry, JSON.stringify(kept)));
      }
    return changed;
  }

  async clear(): Promise<number> {
    let removed = 0;
    for await (const list of this.#lists()) {
      removed += await this.#commands.hlen(list);
      await this.#commands.del(list);
    }
    return removed;
  }

  /** The lists of every key and child team; one may come twice. */
  async *#lists(): AsyncGenerator<string> {
    let cursor = '0';
    do {
      const [next, lists] = await this.#commands.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 100);
      cursor = next;
      yield* lists;
    } while (cursor !== '0');
  }
}

const prefix = 'kith:intro-exclusions:';

const keyOf = ({ owner, childTeamId = '' }: ExclusionOwner): string => `${prefix}${owner}:${childTeamId}`;
