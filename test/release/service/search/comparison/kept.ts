import type { SearchField } from '../../../../../src/contract/catalogue.ts';
import { knownBytes } from '../../../../../src/store/index/normal.ts';
import type { TestRecord } from '../../../../service/search/corpus.ts';
import { oftenContinued } from './odd-records.ts';

/** One clause on which the two differ, and the records that only one of them finds. */
export interface Differing {
  /** Its name, such as `match`. */
  readonly clause: string;
  readonly body: unknown;
  /** The field that it names; undefined where it names several, or none. */
  readonly field: SearchField | undefined;
  /** Every text in it. */
  readonly texts: readonly string[];
  readonly records: readonly TestRecord[];
}

/** A difference from OpenSearch that is kept. */
export interface Kept {
  readonly what: string;
  readonly reason: string;
  explains(differing: Differing): boolean;
}

const says = (body: unknown, pattern: RegExp): boolean => pattern.test(JSON.stringify(body));
const isNormal = (text: string): boolean => text === text.normalize('NFC');
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
/** Every text in a value. */
export const stringsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
};
const textOf = ({ info }: TestRecord): string => JSON.stringify(info);

/** Every difference that is kept, and why; the comparison has no other. */
export const kept: readonly Kept[] = [
  {
    what: 'words of scripts without spaces',
    reason: 'Thai, Lao, Khmer and Burmese are split by a dictionary; OpenSearch has a whole run for one word.',
    explains: ({ texts, records }) => {
      const script = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
      return texts.some((text) => script.test(text)) && records.every((record) => script.test(textOf(record)));
    },
  },
  {
    what: 'composed and decomposed letters',
    reason: 'A letter with an accent is one letter, however it is encoded; OpenSearch compares the code points.',
    explains: ({ texts, records }) =>
      texts.some((text) => !isNormal(text)) || records.every((record) => !isNormal(textOf(record))),
  },
  {
    what: 'case_insensitive beyond ASCII',
    reason: 'Letters of all scripts are compared without regard to case; OpenSearch does so for ASCII alone.',
    explains: ({ body, texts, records }) =>
      says(body, /"case_insensitive":true/) &&
      (texts.some((text) => !isAscii(text)) || records.every((record) => !isAscii(textOf(record)))),
  },
  {
    what: 'operator and beside minimum_should_match',
    reason:
      'All words must be there, which fulfils any count; OpenSearch counts optional words, has none, and finds nothing.',
    explains: ({ body }) => says(body, /"operator":"and"/) && says(body, /"minimum_should_match"/),
  },
  {
    what: 'letters that are newer than Unicode 12',
    reason: 'They are letters as any other; OpenSearch 2 knows those of Unicode 12, and drops the rest.',
    explains: ({ texts }) => texts.some((text) => /[\ua7c0-\ua7ca\ua7d0-\ua7d9]/.test(text)),
  },
  {
    what: 'phrases that many words continue',
    reason: 'The last word of a phrase may begin any number of words; OpenSearch tries the first 50 of them.',
    explains: ({ clause, texts }) =>
      clause === 'match_phrase_prefix' &&
      texts.some((text) => oftenContinued.startsWith(text.slice(text.lastIndexOf(' ') + 1))),
  },
  {
    what: 'words of more than 255 characters',
    reason: 'They are words; OpenSearch cuts them to pieces of 255.',
    explains: ({ field, texts, records }) =>
      field?.kind === 'text' &&
      (texts.some((text) => /[a-z]{256}/i.test(text)) || records.every((record) => /[a-z]{256}/i.test(textOf(record)))),
  },
  {
    what: 'beginnings and patterns in values of more than 200 bytes',
    reason: 'The index knows the first 200 bytes of a value, so that no token is longer than PostgreSQL allows.',
    explains: ({ clause, records }) =>
      (clause === 'prefix' || clause === 'wildcard') &&
      records.every(({ info }) => stringsOf(info).some((text) => Buffer.byteLength(text) > knownBytes)),
  },
  {
    what: 'letter case of addresses, slugs, websites and schools',
    reason: 'They name the same in any case; OpenSearch compares them as written.',
    explains: ({ field }) => field?.isCaseless === true,
  },
  {
    what: 'milliseconds before 1970',
    reason:
      'A negative number is so many milliseconds before 1970, to the millisecond; OpenSearch reads another moment.',
    explains: ({ body, field }) => field?.kind === 'date' && says(body, /[:[,]"?-\d+[\],}"]/),
  },
];
