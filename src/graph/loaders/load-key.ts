import { foldedKeyOf, type Identifier, keyOf } from '../cache/record-key.ts';

/** A record that is to be loaded, by the identifier that is sent. */
export interface LoadKey extends Identifier {
  /** The identifier in the form in which two are compared. */
  readonly key: string;
  /** What else a payload says the record is named, in that form; and a slug without regard to its case. */
  readonly aliases: readonly string[];
}

const none: readonly string[] = [];

/** Of identifiers that name one record, the first is sent. */
export function loadKeyOf(identifiers: readonly [Identifier, ...Identifier[]]): LoadKey {
  const [first] = identifiers;
  const key = keyOf(first);
  const folded = foldedKeyOf(key);
  const { kind, value } = first;
  if (identifiers.length === 1 && folded === key) return { kind, value, key, aliases: none };
  const others = identifiers.slice(1).map(keyOf);
  return { kind, value, key, aliases: folded === key ? others : [folded, ...others] };
}
