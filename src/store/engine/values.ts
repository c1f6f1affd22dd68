import { type CustomTypesConfig, types } from 'pg';

type Parse = (text: string) => unknown;

/** A number where a number can hold it, else a bigint. */
const integer: Parse = (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
};

/** Where we differ from pg's own choices, by the type's oid: int8, date, numeric. */
const scalars: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [20, integer],
  [1082, (text) => text],
  [1700, Number],
]);

/** The arrays of those types, by oid, and the oid of their elements. */
const elementOf: ReadonlyMap<number, number> = new Map([
  [1016, 20],
  [1182, 1082],
  [1231, 1700],
]);

/** text[], whose parser splits the text form of any array. */
const textArray: number = 1009;

function parserOf(oid: number, format?: 'text' | 'binary'): Parse {
  const element = scalars.get(elementOf.get(oid) ?? 0);
  if (element === undefined) return scalars.get(oid) ?? types.getTypeParser(oid, format);
  const split: (text: string) => readonly (string | null)[] = types.getTypeParser(textArray, 'text');
  return (text) => split(text).map((item) => (item === null ? null : element(item)));
}

/**
 * The JavaScript values that a query answers, on both engines: bigint → number (a bigint beyond 2^53), numeric → number,
 * date → `YYYY-MM-DD`, timestamptz → Date, uuid and text → string, json and jsonb parsed, bytea → Buffer; arrays of them
 * likewise.
 */
export const values: CustomTypesConfig = { getTypeParser: parserOf };
