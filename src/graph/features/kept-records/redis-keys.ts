import { createHash, randomBytes } from 'node:crypto';
import type { CacheScope, SharedKind } from '../../cache/shared-cache.ts';

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Stands for the key's own team instead of a child team's hash. */
export const ownTeam = '-';

export const teamPart = ({ team }: CacheScope): string => (team === undefined ? ownTeam : hash(team));

/** Key of the team's members of a record, which expire earlier. */
export const ownKey = (recordKey: string): string => recordKey + ownSuffix;

export const ownSuffix = ':own';

export const newGeneration = (): string => randomBytes(9).toString('base64url');

/** Redis keys of graphs that share a namespace; those of other graphs on the same Redis are never read or deleted. */
export class RedisKeys {
  /** Prefix of every key. */
  readonly prefix: string;
  /** Pub/sub channel for invalidations. */
  readonly channel: string;
  /** Key of the global generation. */
  readonly everything: string;
  /** Key of the id of the latest invalidation; without the prefix, since a purge keeps it. */
  readonly latestInvalidation: string;
  /** Key of a mark that changes whenever a record of all credentials is invalidated. */
  readonly invalidations: string;

  constructor(space: string) {
    this.prefix = `kith:records:${space}:`;
    this.channel = `${this.prefix}forgotten`;
    this.latestInvalidation = `kith:latest-invalidation:${space}`;
    this.everything = `${this.prefix}generation`;
    this.invalidations = `${this.prefix}invalidations`;
  }

  /** Key of the number of kept records served in a month. */
  saved(month: string): string {
    return `${this.prefix}saved:${month}`;
  }

  /** Pattern for SCAN: everything of an API key. */
  anyOf(key: string): string {
    return `${this.prefix}${key}:*`;
  }

  /** Key of the generation of an API key. */
  keyGeneration(key: string): string {
    return `${this.prefix}${key}:generation`;
  }

  /** Key of a mark that changes whenever a record of one API key is invalidated. */
  invalidationsOf(key: string): string {
    return `${this.prefix}${key}:invalidations`;
  }

  /** Key of the generation of a child team. */
  teamGeneration(key: string, team: string): string {
    return `${this.prefix}${key}:generation:${hash(team)}`;
  }

  /** Keys of the generations of a scope. @param team the hash of a child team, or `ownTeam` */
  generations(key: string, team: string): readonly string[] {
    const own = [this.everything, this.keyGeneration(key)];
    return team === ownTeam ? own : [...own, `${this.prefix}${key}:generation:${team}`];
  }

  /** Key of the set of child teams that an API key has been used with, hashed. */
  teams(key: string): string {
    return `${this.prefix}${key}:teams`;
  }

  /** Key of the pointer from a name to its record, in one team. */
  name(key: string, kind: SharedKind, name: string, team: string): string {
    return `${this.prefix}${key}:${kind}:by:${hash(name)}:${team}`;
  }

  /** Key of the claim of the graph that loads a name. */
  claim(key: string, kind: SharedKind, name: string, team: string): string {
    return `${this.prefix}${key}:${kind}:loads:${hash(name)}:${team}`;
  }

  /** Key of the loads that graphs have claimed in one team: a hash of sealed names by token. */
  loads(key: string, kind: SharedKind, team: string): string {
    return `${this.prefix}${key}:${kind}:loads:${team}`;
  }

  /** Pattern for SCAN: the pointers of a name, of all keys and teams. */
  anyName(kind: SharedKind, name: string): string {
    return `${this.prefix}*:${kind}:by:${hash(name)}:*`;
  }

  /** Key of the record that a pointer (`name`) refers to; `record` is the hash of one of its names. */
  recordBeside(nameKey: string, kind: SharedKind, record: string): string {
    const [key = '', , , , team = ''] = nameKey.slice(this.prefix.length).split(':');
    return this.record(key, kind, record, team);
  }

  /** Key of a record; `record` is the hash of one of its names. */
  record(key: string, kind: SharedKind, record: string, team: string): string {
    return `${this.prefix}${key}:${kind}:is:${record}:${team}`;
  }
}
