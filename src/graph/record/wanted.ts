import { foldedKeyOf, keyOf } from './identity.ts';
import type { Identifier } from './kind.ts';

/** A record that is to be loaded, by the identifier that is sent. */
export interface Wanted extends Identifier {
  /** The identifier in the form in which two are compared. */
  readonly key: string;
  /** What else a payload says the record is named, in that form; and a slug without regard to its case. */
  readonly aliases: readonly string[];
}

/** Of identifiers that name one record, the first is sent. */
export const wantedBy = (identifiers: readonly [Identifier, ...Identifier[]]): Wanted => {
  const [{ kind, value }] = identifiers;
  const [key = '', ...aliases] = identifiers.map(keyOf);
  const folded = foldedKeyOf(key);
  return { kind, value, key, aliases: folded === key ? aliases : [folded, ...aliases] };
};
