export const changeKinds = [
  'JOINED',
  'LEFT',
  'MOVED',
  'RETITLED',
  'CHANGED',
  'TIE_ADDED',
  'TIE_REMOVED',
  'TIE_CHANGED',
  'RESET',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface Employment {
  readonly title: string;
  readonly employer: string;
}

/** Whom a change is about; `marks` are those of the person, by which a purge finds it. */
interface AboutPerson {
  readonly person: string;
  readonly marks: string;
}

interface Presence extends AboutPerson {
  readonly kind: 'JOINED' | 'LEFT' | 'CHANGED';
}

export interface Move extends AboutPerson {
  readonly kind: 'MOVED' | 'RETITLED';
  readonly before: Employment;
  readonly after: Employment;
  /** False for a person whom the watch's filter no longer matches. */
  readonly stillMatches: boolean;
}

export interface TieChange extends AboutPerson {
  readonly kind: 'TIE_ADDED' | 'TIE_REMOVED' | 'TIE_CHANGED';
  readonly connector: string;
  readonly tierBefore?: number;
  readonly tierAfter?: number;
  readonly origins: readonly string[];
}

export type PersonChange = Presence | Move | TieChange;

/** A difference between two successive states of a network. After `RESET` the state is a new one: what came before is not known. */
export type Change = PersonChange | { readonly kind: 'RESET' };
