import { createHash } from 'node:crypto';
import type { CacheScope, SharedKind } from './shared-cache.ts';

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** In place of a child team's hash: the key's own team. */
export const ownTeam = '-';

export const teamPart = ({ team }: CacheScope): string => (team === undefined ? ownTeam : hash(team));

/** The keys of graphs that share a space: others on the same Redis neither see nor forget what is theirs. */
export class RedisKeys {
  /** What every key begins with. */
  readonly prefix: string;
  /** The channel on which graphs tell one another what to forget. */
  readonly channel: string;
  /** The generation of everything. */
  readonly everything: string;
  /** A mark that changes whenever a record is forgotten wherever it is. */
  readonly invalidations: string;

  constructor(space: string) {
    this.prefix = `kith:records:${space}:`;
    this.channel = `${this.prefix}forgotten`;
    this.everything = `${this.prefix}generation`;
    this.invalidations = `${this.prefix}invalidations`;
  }

  /** The generation of all that a key has. */
  keyGeneration(key: string): string {
    return `${this.prefix}${key}:generation`;
  }

  /** A mark that changes whenever a record of a key is forgotten. */
  invalidationsOf(key: string): string {
    return `${this.prefix}${key}:invalidations`;
  }

  /** The generation of a child team's part. */
  teamGeneration(key: string, team: string): string {
    return `${this.prefix}${key}:generation:${hash(team)}`;
  }

  /** The child teams that a key has been used in, hashed. */
  teams(key: string): string {
    return `${this.prefix}${key}:teams`;
  }

  /** Key of the pointer from a name to its record, in one team. */
  name(key: string, kind: SharedKind, name: string, team: string): string {
    return `${this.prefix}${key}:${kind}:by:${hash(name)}:${team}`;
  }

  /** Pattern for SCAN: the pointers of a name, of all keys and teams. */
  anyName(kind: SharedKind, name: string): string {
    return `${this.prefix}*:${kind}:by:${hash(name)}:*`;
  }

  /** The record that a name of some key and team leads to; `record` is the hash of one of its names. */
  recordBeside(nameKey: string, kind: SharedKind, record: string): string {
    const [key = '', , , , team = ''] = nameKey.slice(this.prefix.length).split(':');
    return this.record(key, kind, record, team);
  }

  /** Key of a record; `record` is the hash of one of its names. */
  record(key: string, kind: SharedKind, record: string, team: string): string {
    return `${this.prefix}${key}:${kind}:is:${record}:${team}`;
  }
}
