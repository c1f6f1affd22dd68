import { type Kind, kindOfHeading, kinds } from './headings.ts';
import { firmWords, nameWords } from './names.ts';
import { isMarkdownRule, isNamingLine, type Layout, recordsOf, type TableRecord, type TextLine } from './records.ts';
import { type Cell, isNamed, type Row, rowOf } from './row.ts';
import { isTitle } from './title.ts';
import { hasForm, isBareSlug, isEmpty, kindOfValue } from './value.ts';
import { websiteFrom } from './website.ts';

/** A column and its kind, which is undefined if the column is not used. */
export interface Column {
  /** Empty if the table has no headings. */
  readonly heading: string;
  readonly kind: Kind | undefined;
  /** How the kind was detected; `told`: given as an option. */
  readonly by: 'told' | 'cells' | 'heading' | undefined;
}

export interface Table {
  readonly delimiter: string;
  readonly columns: readonly Column[];
  /** Undefined if the table has none. */
  readonly headings: TableRecord | undefined;
  /** Records above the headings: notes, and the line that names the delimiter. */
  readonly above: readonly TableRecord[];
  /** All records below the headings in order, including blank lines. */
  readonly body: readonly TableRecord[];
}

/** A line without a row. */
export interface Unread {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

export interface TableOptions {
  /** Whether the rows are people or companies; default: detected from the columns. */
  readonly of?: 'people' | 'companies' | undefined;
  /** Headings by kind, which override detection. */
  readonly columns?: Partial<Readonly<Record<Kind, string>>> | undefined;
  /** Whether the table has headings; default: detected from its first lines. */
  readonly hasHeadings?: boolean | undefined;
}

/** Maximum number of lines above the headings. */
const maxLinesAbove = 50;
/** Number of rows from which a column's kind is detected. */
const sampleRows = 300;

/** Splits a table into its parts and detects the kinds of its columns. */
export function tableOf(lines: readonly TextLine[], { delimiter, width }: Layout, options: TableOptions = {}): Table {
  const records = recordsOf(lines, delimiter);
  const at = options.hasHeadings === false ? undefined : headingsAt(records, width, options);
  const start = at ?? firstOfWidth(records, width);
  const headings = at === undefined ? undefined : records[at];
  const body = records.slice(at === undefined ? start : at + 1);
  return { delimiter, columns: columnsOf(headings, body, options), headings, above: records.slice(0, start), body };
}

/** The rows of a table. */
export function rowsOf({ above, body, columns }: Table, options: TableOptions = {}) {
  const about = aboutOf(columns, body, options);
  const rows: Row[] = [];
  const unread: Unread[] = [];
  const leave = ({ line, raw: text }: TableRecord, reason: string) => unread.push({ line, text, reason });
  for (const record of above)
    if (record.raw.trim() !== '' && !isNamingLine(record.raw)) leave(record, 'It is above the table.');
  for (const record of body) {
    if (record.raw.trim() === '' || isMarkdownRule(record.raw)) continue;
    const cells = record.cells.map((text, column): Cell => ({ text, kind: kindOfCell(text, columns[column], about) }));
    const row = rowOf(cells, record.line, record.raw, about);
    if (record.hasOddQuotes) leave(record, 'Its quotes are not closed, or text follows them.');
    if (isNamed(row)) rows.push(row);
    else if (record.cells.some((cell) => !isEmpty(cell)))
      leave(record, `${row.problems?.[0] ? `${row.problems[0]} ` : ''}It names nobody.`);
  }
  return { rows, unread };
}

/** The kind of a cell in a column: a column of pages may have slugs in place of URLs. */
const kindOfCell = (text: string, column: Column | undefined, about: Row['about']): Kind | undefined =>
  (column?.kind === 'url' || (column?.kind === 'companyUrl' && about === 'company')) && isBareSlug(text)
    ? 'slug'
    : column?.kind;

const firstOfWidth = (records: readonly TableRecord[], width: number): number =>
  Math.max(
    0,
    records.findIndex(({ cells }) => cells.length === width),
  );

/**
 * Index of the headings: the first record with two known headings, or with one and otherwise only words, or with only
 * words above columns of addresses, pages or websites. Undefined if there is none.
 */
function headingsAt(
  records: readonly TableRecord[],
  width: number,
  { columns, hasHeadings }: TableOptions,
): number | undefined {
  const told = Object.values(columns ?? {}).map((heading) => heading.trim().toLowerCase());
  const candidates = records.slice(0, maxLinesAbove);
  const isHeadings = ({ cells, raw }: TableRecord): boolean => {
    if (raw.trim() === '' || isNamingLine(raw) || isMarkdownRule(raw)) return false;
    const words = cells.filter((cell) => cell.trim() !== '');
    if (words.some((cell) => kindOfValue(cell) !== undefined)) return false;
    const known = words.filter((cell) => kindOfHeading(cell) !== undefined || told.includes(cell.trim().toLowerCase()));
    return known.length >= 2 || (known.length === 1 && cells.length === width && words.length <= Math.max(width, 2));
  };
  const found = candidates.findIndex(isHeadings);
  if (found >= 0) return found;
  const first = firstOfWidth(records, width);
  if (hasHeadings) return first;
  const head = records[first];
  const below = records.slice(first + 1, first + 1 + sampleRows);
  const isAllWords = head?.cells.every((cell) => cell.trim() !== '' && kindOfValue(cell) === undefined) ?? false;
  const tells = head?.cells.some((_, at) => kindByCells(below.map(({ cells }) => cells[at] ?? '')) !== undefined);
  return isAllWords && tells ? first : undefined;
}

/** The kind of most cells of a column, from the cells alone. */
function kindByCells(cells: readonly string[]): Kind | undefined {
  const values = cells.filter((cell) => !isEmpty(cell));
  const counts = Map.groupBy(values, kindOfValue);
  const [kind, of] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  return kind !== undefined && of && of.length >= values.length * 0.6 ? kind : undefined;
}

/**
 * Whether the values of a column differ, as identifiers of people do; an owner's address would be the same in all rows.
 */
const areDistinct = (cells: readonly string[]): boolean => {
  const values = cells.filter((cell) => !isEmpty(cell));
  return values.length < 2 || new Set(values).size > values.length / 2;
};

/** Whether the cells below the heading of a column of pages are slugs: distinct words, with what slugs have. */
const areSlugs = (heading: string, cells: readonly string[]): boolean => {
  const values = cells.filter((cell) => !isEmpty(cell));
  const isLike = (value: string) =>
    isBareSlug(value) && /^[^\p{Lu}]*[-_%\p{N}][^\p{Lu}]*$/u.test(value.replaceAll(/%[\dA-F]{2}/g, '%'));
  return (
    areDistinct(cells) &&
    values.filter(isBareSlug).length >= values.length * 0.6 &&
    (/linkedin|xnet/i.test(heading) || values.filter(isLike).length >= values.length / 2)
  );
};

/** Whether all websites are on one host, such as pages of a directory, and so do not identify firms. */
const areOfOneHost = (cells: readonly string[]): boolean => {
  const sites = new Map(cells.flatMap((cell) => websiteFrom(cell) ?? []).map((site) => [site.key, site.host]));
  return sites.size > 2 && new Set(sites.values()).size === 1;
};

function columnsOf(
  headings: TableRecord | undefined,
  body: readonly TableRecord[],
  { columns: told = {}, of }: TableOptions,
): readonly Column[] {
  const sample = body.slice(0, sampleRows).filter(({ raw }) => raw.trim() !== '' && !isMarkdownRule(raw));
  const width = Math.max(headings?.cells.length ?? 0, ...sample.map(({ cells }) => cells.length));
  const found = Array.from({ length: width }, (_, at): Column => {
    const heading = headings?.cells[at]?.trim() ?? '';
    const cells = sample.map((record) => record.cells[at] ?? '');
    const toldKind = kinds.find((kind) => told[kind]?.trim().toLowerCase() === heading.toLowerCase() && heading !== '');
    if (toldKind) return { heading, kind: toldKind, by: 'told' };
    const named = kindOfHeading(heading);
    const byCells = kindByCells(cells);
    if (byCells !== undefined) {
      if (byCells === named) return { heading, kind: named, by: 'cells' };
      const isKnown = headings === undefined || named !== undefined || areDistinct(cells);
      const isWebsite = byCells !== 'website' || ((named === 'url' || headings === undefined) && !areOfOneHost(cells));
      // A directory may call its own pages websites, so cells override that heading.
      return isKnown && isWebsite
        ? { heading, kind: byCells, by: 'cells' }
        : { heading, kind: undefined, by: undefined };
    }
    const fits =
      named !== undefined &&
      (cells.every(isEmpty) ||
        cells.some((cell) => !isEmpty(cell) && hasForm(named, cell)) ||
        ((named === 'url' || named === 'companyUrl') && areSlugs(heading, cells)));
    return { heading, kind: fits ? named : undefined, by: fits ? 'heading' : undefined };
  });
  if (headings) return withNameParts(found, of);
  return guessed(found, sample, of);
}

/** Next to only a first or only a last name, *name* is the other one, as in *Vorname, Name*. */
function withNameParts(columns: readonly Column[], of: TableOptions['of']): readonly Column[] {
  const has = (kind: Kind) => columns.some((column) => column.kind === kind);
  const other = has('first') === has('last') ? undefined : has('first') ? 'last' : 'first';
  return columns.map((column) => {
    if (column.by !== 'heading') return column;
    if (of === 'companies' && column.kind === 'name') return { ...column, kind: 'company' };
    return column.kind === 'name' && other ? { ...column, kind: other } : column;
  });
}

/**
 * Guesses columns of words without headings: titles by their words, else a name, a firm and a place, in this order.
 */
function guessed(
  columns: readonly Column[],
  sample: readonly TableRecord[],
  of: TableOptions['of'],
): readonly Column[] {
  const cellsAt = (at: number) => sample.map(({ cells }) => cells[at] ?? '').filter((cell) => !isEmpty(cell));
  const words = [...columns.keys()].filter((at) => columns[at]?.kind === undefined && cellsAt(at).length > 0);
  const titles = words.filter((at) => cellsAt(at).filter(isTitle).length > cellsAt(at).length * 0.4);
  const rest = words.filter((at) => !titles.includes(at));
  const isWord = (at: number | undefined, most: number) =>
    at !== undefined && cellsAt(at).every((cell) => cell.trim().split(/[\s-]+/).length <= most);
  // A first and a last name, then a firm.
  if (of !== 'companies' && rest.length >= 3 && titles.length > 0 && isWord(rest[0], 2) && isWord(rest[1], 3))
    return columns.map((column, at) => {
      const kind = at === titles[0] ? 'title' : (['first', 'last', 'company', 'place'] as const)[rest.indexOf(at)];
      return column.kind === undefined && kind !== undefined ? { ...column, kind, by: 'cells' } : column;
    });
  const areSingle = rest.length === 2 && rest.every((at) => cellsAt(at).every((cell) => !cell.trim().includes(' ')));
  // A title after two columns of words, the first of single ones, follows a first and a last name.
  const areParts =
    titles[0] === 2 && rest[0] === 0 && rest[1] === 1 && cellsAt(0).every((cell) => !cell.trim().includes(' '));
  const order: readonly Kind[] =
    of === 'companies'
      ? ['company', 'place']
      : areSingle
        ? ['last', 'first']
        : areParts
          ? ['first', 'last', 'company', 'place']
          : ['name', 'company', 'place'];
  return columns.map((column, at) => {
    const kind = at === titles[0] ? 'title' : order[rest.indexOf(at)];
    return column.kind === undefined && kind !== undefined ? { ...column, kind, by: 'cells' } : column;
  });
}

/**
 * Whether a table is about companies: as given, or if no column is a person's. A name with a website may be either.
 */
function aboutOf(columns: readonly Column[], body: readonly TableRecord[], { of }: TableOptions): Row['about'] {
  if (of !== undefined) return of === 'companies' ? 'company' : 'person';
  const has = (...some: readonly Kind[]) => columns.some(({ kind }) => kind !== undefined && some.includes(kind));
  if (has('url', 'email', 'first', 'last', 'title', 'connected')) return undefined;
  const at = columns.findIndex(({ kind }) => kind === 'name');
  if (at < 0) return has('company', 'companyUrl', 'website') ? 'company' : undefined;
  if (has('company')) return undefined;
  const names = body
    .slice(0, sampleRows)
    .map(({ cells }) => cells[at] ?? '')
    .filter((cell) => !isEmpty(cell));
  const isFirm = (name: string) => firmWords(name).length < nameWords(name).length || nameWords(name).length === 1;
  return names.filter(isFirm).length > names.length / 3 &&
    (has('website', 'companyUrl') || (names.length > 0 && names.every(isFirm)))
    ? 'company'
    : undefined;
}
