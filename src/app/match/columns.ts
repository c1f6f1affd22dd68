import { CommandFailure } from '../command-failure.ts';
import type { Table } from './table.ts';

/** Kinds of columns that identify a person or company. */
export const columnKinds = ['email', 'slug', 'url', 'id', 'name', 'first', 'last', 'website'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** Index of the column of each kind. */
export type Columns = Partial<Readonly<Record<ColumnKind, number>>>;

/** Headings of each kind. The first column that matches is taken, and a column has only one kind. */
const headings: Readonly<Record<ColumnKind, RegExp>> = {
  email: /e-?mail/i,
  first: /^(?:first|given)[ _-]?name$/i,
  last: /^(?:last|family|sur)[ _-]?name$/i,
  website: /website|domain/i,
  slug: /slug/i,
  url: /\burl\b|_url$|\blink\b|profile/i,
  id: /^(?:kith[ _-])?(?:uu)?id$/i,
  name: /^(?:full[ _-]?)?name$|^(?:person|contact|company|organi[sz]ation|account)(?:[ _-]?name)?$/i,
};

/**
 * Finds the columns that identify a row: those named by the caller, else by their headings.
 *
 * @param told headings by kind, from `--column`
 * @throws {CommandFailure} if a named heading does not exist, or no column identifies anybody
 */
export const columnsOf = ({ columns }: Table, told: Partial<Readonly<Record<ColumnKind, string>>>): Columns => {
  const found: Partial<Record<ColumnKind, number>> = {};
  for (const kind of columnKinds) {
    const heading = told[kind];
    if (heading === undefined) continue;
    const at = columns.findIndex((one) => one.toLowerCase() === heading.toLowerCase());
    if (at < 0)
      throw new CommandFailure(
        `--column ${kind}: must be a heading of the file (${columns.join(', ')}), but got “${heading}”.`,
      );
    found[kind] = at;
  }
  const kinds = columnKinds.toSorted((one, other) => orderOf(one) - orderOf(other));
  for (const [at, heading] of columns.entries()) {
    if (Object.values(found).includes(at)) continue;
    const kind = kinds.find((one) => headings[one].test(heading));
    if (kind !== undefined && found[kind] === undefined) found[kind] = at;
  }
  if (Object.keys(found).length === 0)
    throw new CommandFailure(
      `no column identifies anybody: the headings are ${columns.join(', ')}. Name one by --column, such as --column email=${columns[0]}.`,
    );
  return found;
};

const orderOf = (kind: ColumnKind): number => Object.keys(headings).indexOf(kind);
