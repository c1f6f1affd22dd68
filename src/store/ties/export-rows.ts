import { type DateOrder, dateFrom, dateOrderIn } from '../../reading/dates.ts';
import { decodeBytes } from '../../reading/decode.ts';
import { isSuffix } from '../../reading/names.ts';
import { pageFrom, slugsIn } from '../../reading/page.ts';
import { read } from '../../reading/read.ts';
import type { Cell, Row } from '../../reading/row.ts';
import { Refused } from '../team/refused.ts';

/** A row of an export of connections: the facts about one person. */
export interface TieRow {
  readonly line: number;
  readonly name: string | undefined;
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly page: TiePage | undefined;
  /** E-mail addresses, the one that identifies a person without a page first. */
  readonly addresses: readonly string[];
  readonly company: string | undefined;
  readonly title: string | undefined;
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  readonly connectedOn: string | undefined;
}

/** A person's page on the network. `host` is undefined if the cell has only the slug. */
export interface TiePage {
  readonly slug: string;
  readonly host: string | undefined;
}

/** A line of the file that makes no tie, and the reason. */
export interface UnreadLine {
  readonly line: number;
  readonly reason: string;
}

export interface ExportRows {
  readonly rows: readonly TieRow[];
  readonly unread: readonly UnreadLine[];
}

/** Whether two hosts belong to one site, as `de.xnet.example` and `xnet.example` do. */
export const isSameSite = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);

const nobody =
  'It has neither a page nor an e-mail address, by which a person is told from namesakes; --names takes it by its name.';

/**
 * Parses the bytes of an export: the table of their connections that a network gives to its members, in any language.
 *
 * @param withNames also accepts rows that have neither a page nor an address
 * @throws {Refused} `invalid` unless the bytes are a table with headings
 */
export function readExport(bytes: Uint8Array, name: string, { withNames = false } = {}): ExportRows {
  const reading = read(decodeBytes(bytes).text, { of: 'people' });
  if (reading.kind !== 'table')
    throw new Refused('invalid', `${name}: must be a table with a row for each connection, but no headings were found`);
  const site = commonestHost(reading.rows);
  const order = dateOrderIn(reading.rows.flatMap(({ connected }) => connected ?? []));
  const rows = reading.rows.map((row) => tieRowOf(row, site, order));
  const isTaken = ({ page, addresses, name: own }: TieRow): boolean =>
    page !== undefined || addresses.length > 0 || (withNames && own !== undefined);
  const headings = reading.table?.headings?.line ?? 0;
  const unread = [
    // Lines above the headings are the network's notes, not rows.
    ...reading.unread.filter(({ line }) => line > headings).map(({ line, reason }) => ({ line, reason })),
    ...rows.filter((row) => !isTaken(row)).map(({ line }) => ({ line, reason: nobody })),
  ];
  return { rows: rows.filter(isTaken), unread: unread.toSorted((one, other) => one.line - other.line) };
}

/**
 * The most frequent host of the pages in an export. Addresses on other hosts, such as personal sites, are not pages of
 * the network.
 */
function commonestHost(rows: readonly Row[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { url } of rows) {
    const host = pageFrom(url ?? '')?.host;
    if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function tieRowOf(row: Row, site: string | undefined, order: DateOrder | undefined): TieRow {
  return {
    line: row.line,
    ...namesIn(row),
    page: pageOf(row, site),
    addresses: row.emails ?? [],
    company: row.company,
    title: row.title && spaced(row.title),
    connectedOn: row.connected && dateFrom(row.connected, order),
  };
}

function pageOf({ url, slug }: Row, site: string | undefined): TiePage | undefined {
  const page = pageFrom(url ?? '');
  if (page !== undefined && (page.host === undefined || site === undefined || isSameSite(page.host, site)))
    return { slug: page.slug, host: page.host && site };
  const [only] = slugsIn(slug ?? '', 'profile');
  return only === undefined ? undefined : { slug: only, host: undefined };
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Scripts in which the family name is written first. */
const familyFirst = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u;

/**
 * Full names in their usual order: `Moreau, Ada` becomes `Ada Moreau`, and 雅婷 with the family name 王 becomes `王 雅婷`.
 */
function namesIn({ cells, name }: Row): Pick<TieRow, 'name' | 'first' | 'last'> {
  const of = (kind: Cell['kind']): string | undefined => {
    const cell = cells.find((one) => one.kind === kind && one.text.trim() !== '');
    return cell && spaced(cell.text);
  };
  let [first, last] = [of('first'), of('last')];
  const [family = '', given, ...more] = (name ?? '').split(',').map(spaced);
  if (first === undefined && last === undefined && given && more.length === 0 && !isSuffix(family, given))
    [first, last] = [given, family];
  if (first === undefined || last === undefined) return { name: name && spaced(name), first, last };
  return { name: familyFirst.test(first + last) ? `${last} ${first}` : `${first} ${last}`, first, last };
}
