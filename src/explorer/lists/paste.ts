import { exactIn } from '../intent/addresses.ts';

/** A row of a pasted text or file: what it says of a person or company. */
export interface PastedRow {
  /** The row as it was pasted. */
  readonly text: string;
  readonly name?: string;
  readonly title?: string;
  readonly company?: string;
  readonly website?: string;
  readonly email?: string;
  /** A slug on the external network. */
  readonly personSlug?: string;
  readonly companySlug?: string;
  readonly id?: string;
}

/** Rows, and the columns that a file was read as. */
export interface Pasted {
  readonly rows: readonly PastedRow[];
  /** Names of the columns and what each was taken for; none of a text without columns. */
  readonly columns: readonly { readonly name: string; readonly as: keyof PastedRow | undefined }[];
}

/** The most rows that are read. */
export const maxRows = 500;

const headers: readonly (readonly [keyof PastedRow | 'first' | 'last', RegExp])[] = [
  ['first', /^(?:first|given)[ _-]?name$/i],
  ['last', /^(?:last|family|sur)[ _-]?name$/i],
  ['email', /e-?mail/i],
  ['website', /website|domain|company url/i],
  ['companySlug', /company.*(?:link|profile|page)/i],
  ['personSlug', /url|link|profile|slug|xnet/i],
  ['company', /company|organi[sz]ation|employer|account/i],
  ['title', /title|role|position|job/i],
  ['id', /^(?:id|uuid)$/i],
  ['name', /name|person|contact|target/i],
];

/** Reads a pasted text: lines, a table from a spreadsheet, a CSV, or names separated by semicolons or commas. */
export const readPasted = (text: string): Pasted => {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, maxRows + 1);
  const delimiter = delimiterOf(lines);
  if (delimiter === undefined) {
    // In a line of its own a comma stands between a name and a company.
    const parts = (lines.length === 1 ? lines.flatMap(partsOf) : lines.flatMap((line) => line.split(';'))).slice(
      0,
      maxRows,
    );

    return { rows: parts.map((part) => rowOf(part.trim())), columns: [] };
  }
  const table = lines.map((line) => cellsOf(line, delimiter));
  const [head = []] = table;
  const isHead =
    head.every((cell) => exactIn(cell) === undefined) && head.some((cell) => headers.some(([, one]) => one.test(cell)));
  const kinds = head.map((cell, at) => (isHead ? headerOf(cell) : guess(table.map((cells) => cells[at] ?? ''))));
  const rows = table.slice(isHead ? 1 : 0, maxRows + (isHead ? 1 : 0));
  return {
    rows: rows.map((cells) => fromCells(cells, kinds)),
    columns: head.map((cell, at) => {
      const kind = kinds[at];
      return { name: isHead ? cell : '', as: kind === 'first' || kind === 'last' ? 'name' : kind };
    }),
  };
};

/** What separates the cells of a table; undefined where the lines are no table. */
const delimiterOf = (lines: readonly string[]): string | undefined => {
  if (lines.length < 2) return lines[0]?.includes('\t') ? '\t' : undefined;
  return ['\t', ';', ','].find((one) => {
    const counts = lines.map((line) => cellsOf(line, one).length);
    return (counts[0] ?? 0) > 1 && counts.filter((count) => count === counts[0]).length >= lines.length * 0.8;
  });
};

/** The cells of a line of CSV, quoted or not. */
const cellsOf = (line: string, delimiter: string): readonly string[] => {
  const cells: string[] = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at);
    if (letter === '"' && isQuoted && line.charAt(at + 1) === '"') {
      cells.push(`${cells.pop()}"`);
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) cells.push('');
    else cells.push(`${cells.pop()}${letter}`);
  }
  return cells.map((cell) => cell.trim());
};

/** A single line may hold several names. */
const partsOf = (line: string): readonly string[] => {
  const words = line.trim().split(/[\s,;]+/);
  if (words.length > 1 && words.every((word) => exactIn(word) !== undefined)) return words;
  const parts = line.includes(';') ? line.split(';') : line.split(',').length > 2 ? line.split(',') : [line];
  const several =
    parts.length === 1 && /^\p{Lu}\S* \p{Lu}[^,]*, \p{Lu}\S* \p{Lu}/u.test(line) ? line.split(',') : parts;
  return several.map((part) => part.trim()).filter((part) => part !== '');
};

const headerOf = (cell: string) => headers.find(([, pattern]) => pattern.test(cell))?.[0];

/** What a column without a heading holds, by most of its cells; the first that says nothing else is the name. */
const guess = (cells: readonly string[]): keyof PastedRow | undefined => {
  const kinds = cells.map((cell) => exactIn(cell)?.kind);
  const most = (kind: string) => kinds.filter((one) => one === kind).length > cells.length / 2;
  if (most('email')) return 'email';
  if (most('website')) return 'website';
  if (most('person')) return 'personSlug';
  if (most('company')) return 'companySlug';
  return most('id') ? 'id' : 'name';
};

const fromCells = (
  cells: readonly string[],
  kinds: readonly (keyof PastedRow | 'first' | 'last' | undefined)[],
): PastedRow => {
  const row: Partial<Record<keyof PastedRow, string>> = {};
  const name: string[] = [];
  for (const [at, kind] of kinds.entries()) {
    const cell = cells[at] ?? '';
    if (cell === '' || kind === undefined) continue;
    if (kind === 'first' || kind === 'last') name.push(cell);
    else if (row[kind] === undefined)
      Object.assign(row, kind === 'name' || kind === 'company' || kind === 'title' ? { [kind]: cell } : fromText(cell));
    // A second column of names, where none has a heading, is the company.
    else if (kind === 'name') row.company ??= cell;
  }
  return {
    ...row,
    ...(name.length > 0 && { name: name.join(' ') }),
    text: cells.filter((cell) => cell !== '').join(', '),
  };
};

const rowOf = (text: string): PastedRow => {
  const [, name, email] = /^(.+?)\s*<([^<>\s]+@[^<>\s]+)>$/.exec(text) ?? [];
  if (name && email) return { text, name: name.replaceAll('"', ''), email: email.toLowerCase() };
  const exact = fromText(text);
  if (Object.keys(exact).length > 0) return { text, ...exact };
  // `Ada Moreau, Brightwater` and `Ada Moreau at Brightwater`.
  const [, person, place] = /^([^,]+?)(?:, | at | – | - | \()([^,)]+)\)?$/.exec(text) ?? [];
  return person && place ? { text, name: person, company: place } : { text, name: text };
};

const fromText = (text: string): Omit<PastedRow, 'text'> => {
  const exact = exactIn(text);
  if (!exact) return {};
  if (exact.kind === 'person') return { personSlug: exact.slug };
  if (exact.kind === 'company') return { companySlug: exact.slug };
  if (exact.kind === 'email') return { email: exact.email };
  return exact.kind === 'website' ? { website: exact.website } : { id: exact.id };
};
