import { createHash } from 'node:crypto';
import type { Place, SharedKind } from './shared.ts';

/** What every key begins with. */
export const prefix = 'kith:records:';

/** The channel on which graphs tell one another what to forget. */
export const channel = 'kith:records:forgotten';

/** The edition of everything. */
export const everythingKey = `${prefix}edition`;

/** The edition of all that a key has. */
export const keyEdition = (key: string): string => `${prefix}${key}:edition`;

/** The edition of a child team's part. */
export const teamEdition = (key: string, team: string): string => `${prefix}${key}:edition:${hash(team)}`;

/** The child teams that a key has been used in, hashed. */
export const teamsKey = (key: string): string => `${prefix}${key}:teams`;

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** In place of a child team's hash: the key's own team. */
export const ownTeam = '-';

export const teamPart = ({ team }: Place): string => (team === undefined ? ownTeam : hash(team));

/** What a name leads to, in one team. */
export const nameKey = (key: string, kind: SharedKind, name: string, team: string): string =>
  `${prefix}${key}:${kind}:by:${hash(name)}:${team}`;

/** What a name leads to, whosever it is: a pattern for SCAN. */
export const anyNameKey = (kind: SharedKind, name: string): string => `${prefix}*:${kind}:by:${hash(name)}:*`;

/** Where a record is; `record` is the hash of one of its names. */
export const recordKey = (key: string, kind: SharedKind, record: string, team: string): string =>
  `${prefix}${key}:${kind}:is:${record}:${team}`;
