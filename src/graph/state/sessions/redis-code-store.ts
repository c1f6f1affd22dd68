import type { Redis } from 'ioredis';
import type { CodeStore, KeptCode } from './session-codes.ts';

/** Codes in the Redis that graphs share. */
export class RedisCodeStore implements CodeStore {
  readonly #commands: Redis;
  readonly #now: () => number;

  constructor(commands: Redis, now: () => number) {
    this.#commands = commands;
    this.#now = now;
  }

  async put({ id, sealed, expiresAt }: KeptCode): Promise<void> {
    await this.#commands.set(keyOf(id), sealed, 'PX', Math.max(1, expiresAt - this.#now()));
  }

  async take(id: string): Promise<string | undefined> {
    return (await this.#commands.getdel(keyOf(id))) ?? undefined;
  }
}

const keyOf = (id: string): string => `kith:session-code:${id}`;
