import { hash } from 'node:crypto';
import { castCompanies, castPeople } from './cast.ts';
import { Random } from './random.ts';

/** What kind of thing an ordinal counts: each kind has a sequence of its own under a seed. */
export type Kind = 'profile' | 'company' | 'employer' | 'record' | 'funding' | 'connections';

/** All that is drawn for the nth thing of a kind, so that any of them can be made without the others. */
export interface Identity {
  readonly id: string;
  readonly random: Random;
  /** The alphanumeric id of an account on the external network. */
  readonly entityId: string;
}

function uuidOf(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6); // version 5: made from a name
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8); // the variant of RFC 9562
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The first of people and companies are the cast, whose records leave nothing out. */
const castSizes: Readonly<Record<Kind, number>> = {
  profile: castPeople.length,
  connections: 0,
  company: castCompanies.length,
  employer: castCompanies.length,
  record: castCompanies.length,
  funding: castCompanies.length,
};

export function identity(seed: number, kind: Kind, ordinal: number): Identity {
  const digest = hash('sha512', `kith sample ${seed} ${kind} ${ordinal}`, 'buffer');
  return {
    id: uuidOf(digest),
    random: new Random(digest.subarray(16, 32), ordinal < castSizes[kind]),
    entityId: `ACoAA${digest.toString('base64url', 32, 58).slice(0, 34)}`,
  };
}

/** The record id of the nth thing of a kind. */
export const sampleId = (seed: number, kind: Kind, ordinal: number): string => identity(seed, kind, ordinal).id;

/**
 * A number that looks drawn, and is another for each ordinal below 2^32: multiplying by an odd number only permutes
 * the numbers below a power of two. At least 0, below 2^32.
 */
export const scattered = (seed: number, ordinal: number): number =>
  (Math.imul(ordinal, 0x9e3779b1) + Math.imul(seed, 0x85ebca6b)) >>> 0;

const firstOrdinal = { profile: 0, company: 2 ** 29, school: 2 ** 29 + 2 ** 28 } as const;

/**
 * The numeric id of an account on the external network: no two are the same while there are fewer than 2^28 of a kind.
 * Fits a signed 32-bit integer.
 */
export const numericId = (seed: number, kind: keyof typeof firstOrdinal, ordinal: number): number =>
  10_000_000 + (scattered(seed, firstOrdinal[kind] + ordinal) & (2 ** 30 - 1));

/** Latin letters that Unicode does not take apart into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
  ə: 'e',
};

/** Lower case without accents, as an address is made from a name; letters of other scripts stay as they are. */
export function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.charAt(0))
    .normalize('NFC')
    .replace(/[łøđðþæœßıə]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Words joined by hyphens, in lower case: `O'Brien & Søn` becomes `obrien-søn`. */
export function hyphenated(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʻ.]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

const network = 'https://www.xnet.example';

/** Pages on the external network: the slug stands percent-encoded. */
export const profileUrl = (slug: string): string => `${network}/in/${encodeURIComponent(slug)}`;
export const companyUrl = (slug: string): string => `${network}/company/${encodeURIComponent(slug)}`;
export const schoolUrl = (slug: string): string => `${network}/school/${encodeURIComponent(slug)}`;
