import type { Redis } from 'ioredis';
import { keptMs } from './purse-store.ts';
import { latestFirst, type ReceiptEntry, type ReceiptStore } from './session-receipts.ts';

const members = ['operations', 'charged', 'shared', 'savedByPayload', 'savedByIdentity', 'savedByCache'] as const;

/** Receipts in the Redis that graphs share: a hash for each purse, whose fields are minute, member and name. */
export class RedisReceiptStore implements ReceiptStore {
  readonly #commands: Redis;

  constructor(commands: Redis) {
    this.#commands = commands;
  }

  async add(owner: string, purse: string, entries: readonly ReceiptEntry[]): Promise<void> {
    const key = keyOf(owner, purse);
    const transaction = this.#commands.multi();
    for (const entry of entries)
      for (const member of members)
        if (entry[member] > 0) transaction.hincrby(key, `${entry.minute}:${member}:${entry.operation}`, entry[member]);
    await transaction.pexpire(key, keptMs).exec();
  }

  async entries(owner: string, purse: string, most: number): Promise<readonly ReceiptEntry[]> {
    const entries = new Map<string, { -readonly [Member in keyof ReceiptEntry]: ReceiptEntry[Member] }>();
    for (const [field, value] of Object.entries(await this.#commands.hgetall(keyOf(owner, purse)))) {
      const [, minute = '', name = '', operation = ''] = /^(\d+):(\w+):(.*)$/s.exec(field) ?? [];
      const member = members.find((one) => one === name);
      if (member === undefined) continue;
      const key = `${minute} ${operation}`;
      const entry = entries.get(key) ?? { minute: Number(minute), operation, ...nothing };
      entry[member] = Number(value);
      entries.set(key, entry);
    }
    return [...entries.values()].toSorted(latestFirst).slice(0, most);
  }
}

const nothing = { operations: 0, charged: 0, shared: 0, savedByPayload: 0, savedByIdentity: 0, savedByCache: 0 };

const keyOf = (owner: string, purse: string): string => `kith:purse:{${owner}}:${purse}:receipts`;
