/** A record of a table: a line, or several if a quoted cell contains line breaks. */
export interface TableRecord {
  /** Number of its first line, from 1. */
  readonly line: number;
  /** Its text, without the line end. */
  readonly raw: string;
  /** Its line end; may be empty at the end of the text. */
  readonly end: string;
  readonly cells: readonly string[];
  /** Set if its quotes are unclosed or followed by text; cells then contain the quotes. */
  readonly hasOddQuotes?: true;
}

export interface TextLine {
  readonly line: number;
  readonly raw: string;
  readonly end: string;
}

/** The lines of a text, with any line ends. */
export const linesOf = (text: string): readonly TextLine[] => {
  const parts = text.split(/(\r\n|\r|\n)/);
  const lines = Array.from({ length: Math.ceil(parts.length / 2) }, (_, at) => ({
    line: at + 1,
    raw: parts[2 * at] ?? '',
    end: parts[2 * at + 1] ?? '',
  }));
  // After the last line end there is no further line.
  return lines.filter(({ raw, end }) => raw !== '' || end !== '');
};

/** Maximum number of lines of a quoted cell; after that, the quote counts as a stray one. */
const maxLinesOfRecord = 100;

/** A parsed record. */
interface ReadCells {
  readonly cells: readonly string[];
  /** Whether a quote is still open at the end of the text. */
  readonly isOpen: boolean;
  readonly hasOddQuotes: boolean;
}

/**
 * Parses one record (RFC 4180). Existing parsers do not report positions, let a stray quote swallow the records after
 * it, or are as large as the page's whole budget.
 */
function cellParser(delimiter: string): (raw: string) => ReadCells {
  const mark = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`;
  const quoted = new RegExp(`[^\\S${mark}]*"([^"]*(?:""[^"]*)*)"[^\\S${mark}]*(?=${mark}|$)`, 'uy');
  const open = new RegExp(`[^\\S${mark}]*"[^"]*(?:""[^"]*)*$`, 'uy');
  const plain = new RegExp(`[^${mark}]*`, 'uy');
  return (raw) => {
    if (!raw.includes('"')) return { cells: raw.split(delimiter), isOpen: false, hasOddQuotes: false };
    const cells: string[] = [];
    let [isOpen, hasOddQuotes] = [false, false];
    for (let at = 0; at <= raw.length; at += delimiter.length) {
      for (const one of [quoted, open, plain]) one.lastIndex = at;
      const [whole, inner] = quoted.exec(raw) ?? [];
      if (whole !== undefined && inner !== undefined) {
        cells.push(inner.replaceAll('""', '"'));
        at += whole.length;
        continue;
      }
      isOpen ||= open.test(raw);
      const [text = ''] = plain.exec(raw) ?? [];
      // In a cell that does not start with a quote, a quote is literal, as in 5".
      hasOddQuotes ||= text.trimStart().startsWith('"');
      cells.push(text);
      at += text.length;
    }
    return { cells, isOpen, hasOddQuotes };
  };
}

/** Splits lines into records. Blank lines are records with one empty cell. */
export function recordsOf(lines: readonly TextLine[], delimiter: string): readonly TableRecord[] {
  if (delimiter === markdown) return lines.map((line) => ({ ...line, cells: markdownCells(line.raw) }));
  const parse = cellParser(delimiter);
  const records: TableRecord[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const first = lines[at];
    if (!first) break;
    let [raw, last, read] = [first.raw, at, parse(first.raw)];
    for (let next = at + 1; read.isOpen && next < Math.min(lines.length, at + maxLinesOfRecord); next += 1) {
      raw += `${lines[next - 1]?.end}${lines[next]?.raw}`;
      // Only a line with a quote can close one.
      if (lines[next]?.raw.includes('"')) read = parse(raw);
      last = next;
    }
    // An unclosed quote, or one closed by another cell's quote, is limited to its line.
    if (read.isOpen || (last > at && read.hasOddQuotes)) [raw, last, read] = [first.raw, at, parse(first.raw)];
    const { cells, hasOddQuotes } = read;
    records.push({ line: first.line, raw, end: lines[last]?.end ?? '', cells, ...(hasOddQuotes && { hasOddQuotes }) });
    at = last;
  }
  return records;
}

/** Delimiter value of a Markdown table, whose lines start and end with `|`. */
export const markdown = '| |';

const markdownCells = (raw: string): readonly string[] => {
  const inner = raw.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
};

/** The line below the headings of a table in Markdown. */
export const isMarkdownRule = (raw: string): boolean => /^\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$/.test(raw.trim());

/** The first line with which Excel names the delimiter. */
const named = /^sep=(.)\s*$/i;

/** In order of preference, if several fit equally well. */
const delimiters = ['\t', ';', ',', '|'] as const;

/** Number of records from which the delimiter is detected. */
const sampleLines = 200;

export interface Layout {
  readonly delimiter: string;
  /** The number of cells of most records. */
  readonly width: number;
}

/**
 * The delimiter of a table, by whole records, so that quoted cells may hold any character: the one that cuts most of the
 * records into the same number of cells, notes above the headings aside. Undefined if the text is no table.
 */
export function layoutOf(lines: readonly TextLine[]): Layout | undefined {
  const sample = lines.slice(0, sampleLines);
  const [, told] = named.exec(sample[0]?.raw ?? '') ?? [];
  if (told !== undefined) return { delimiter: told, width: widthOf(sample.slice(1), told)?.width ?? 1 };
  if (sample.some(({ raw }) => isMarkdownRule(raw)) && sample.some(({ raw }) => /^\|.*\|$/.test(raw.trim())))
    return { delimiter: markdown, width: widthOf(sample, markdown)?.width ?? 1 };
  let best: (Layout & { readonly share: number; readonly fitting: number }) | undefined;
  for (const delimiter of delimiters) {
    const found = widthOf(sample, delimiter);
    if (!found || found.share < 0.6) continue;
    // A delimiter within a column, as in “Director; Sales”, is not in the headings: it cuts fewer records.
    const isBetter =
      !best || found.share > best.share + 0.1 || (found.share > best.share - 0.1 && found.fitting > best.fitting);
    if (isBetter) best = { delimiter, ...found };
  }
  return best;
}

/** The most frequent number of cells above one, and its share of the records from the first one of that width on. */
function widthOf(lines: readonly TextLine[], delimiter: string) {
  const widths = recordsOf(lines, delimiter).flatMap(({ cells, raw }) => (raw.trim() === '' ? [] : cells.length));
  const counts = Map.groupBy(widths, (width) => width);
  const [width, group] =
    [...counts].filter(([cells]) => cells > 1).toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  if (width === undefined || !group) return undefined;
  const from = widths.slice(widths.indexOf(width));
  // Spreadsheets leave out empty cells at the end.
  const fitting = from.filter((cells) => cells === width || (delimiter === '\t' && cells > 1)).length;
  // A single line is a table only if it was copied from a spreadsheet.
  if (fitting < 2 && delimiter !== '\t') return undefined;
  return { width, share: fitting / from.length, fitting };
}

export const isNamingLine = (raw: string): boolean => named.test(raw);
