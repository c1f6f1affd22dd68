import { foldedKeyOf, type Identifier, keyOf } from '../cache/record-key.ts';

/** Key of a record to load: the identifier that is sent, with its aliases. */
export interface LoadKey extends Identifier {
  /** The identifier in comparable form. */
  readonly key: string;
  /** Other names of the record from a payload, in comparable form; and the slug in folded case, if that differs. */
  readonly aliases: readonly string[];
  /** Whether the record is needed with the team's tags and lists, which kept records lack. */
  readonly whole: boolean;
}

const none: readonly string[] = [];

/** Makes the key of a record from its identifiers; the first is sent, the others are aliases. */
export function loadKeyOf(identifiers: readonly [Identifier, ...Identifier[]], whole = false): LoadKey {
  const [first] = identifiers;
  const key = keyOf(first);
  const folded = foldedKeyOf(key);
  const { kind, value } = first;
  if (identifiers.length === 1 && folded === key) return { kind, value, key, aliases: none, whole };
  const others = identifiers.slice(1).map(keyOf);
  return { kind, value, key, aliases: folded === key ? others : [folded, ...others], whole };
}

const wholeSuffix = '\0';

/** Key of a load: two loads of one record differ if only one needs it whole. */
export const loadNameOf = ({ key, whole }: Pick<LoadKey, 'key' | 'whole'>): string => (whole ? key + wholeSuffix : key);

/** The identifier's key in a load's. */
export const keyIn = (loadName: string): string =>
  loadName.endsWith(wholeSuffix) ? loadName.slice(0, -wholeSuffix.length) : loadName;
