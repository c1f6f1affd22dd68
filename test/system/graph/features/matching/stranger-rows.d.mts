import type { ProfileInput } from '../../../../../src/store/record/write.ts';

/** What a row has to be matched with: see the head of `stranger-rows.mjs`. */
export type Expected = 'this' | 'this-or-ask' | 'not-for-sure' | 'nobody' | 'this-other' | 'ask';

export interface StrangersRow {
  readonly kind: string;
  readonly row: Readonly<
    Partial<Record<'text' | 'fullName' | 'companyName' | 'title' | 'place' | 'email' | 'website' | 'url', string>>
  >;
  readonly expect: Expected;
  readonly why: string;
  /** For `this-other` and `ask`. */
  readonly ids?: readonly string[];
}

type Random = () => number;

export function distort(person: ProfileInput, random: Random): readonly StrangersRow[];
export function baits(person: ProfileInput, random: Random, people: readonly ProfileInput[]): readonly StrangersRow[];
export function strangers(random: Random, count: number, people: readonly ProfileInput[]): readonly StrangersRow[];
export function sameNamed(person: ProfileInput, people: readonly ProfileInput[]): readonly ProfileInput[];
