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

/** The person of a change. A purge finds the change by `person` and `marks`. */
interface AboutPerson {
  readonly person: string;
  readonly marks: string;
}

export interface Presence extends AboutPerson {
  readonly kind: 'JOINED' | 'LEFT' | 'CHANGED';
  /** False if the watch’s filter no longer matches a person who is still in the network. */
  readonly stillMatches?: boolean;
}

export interface Move extends AboutPerson {
  readonly kind: 'MOVED' | 'RETITLED';
  readonly before: Employment;
  readonly after: Employment;
  /** False if the watch's filter no longer matches the person. */
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

/** A difference between two successive states of a network. `RESET` starts a new state: earlier changes are lost. */
export type Change = PersonChange | { readonly kind: 'RESET' };
