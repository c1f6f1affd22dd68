import { Component, type ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { say } from '../sentences.ts';
import { type Column, csvOf, download } from './csv.ts';

/** A column as it is shown, sorted and exported. */
export interface TableColumn<Row> extends Column<Row> {
  readonly cell?: (row: Row) => ComponentChildren;
  /** What it is sorted by; without it, the text. */
  readonly order?: (row: Row) => number;
  readonly numeric?: boolean;
}

interface DataTableProps<Row> {
  /** What the rows are; tells this table from others on the page. */
  readonly label: string;
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The file's name when it is downloaded, without its ending. */
  readonly fileName: string;
}

interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

/**
 * Rows as a table that can be sorted and exported. All rows are in the document, so that screen readers count them and the
 * browser finds text in them; rows out of sight are not laid out (`content-visibility`, which rows take as
 * grids only).
 */
export const DataTable = <Row,>({ label, caption, columns, rows, keyOf, fileName }: DataTableProps<Row>) => {
  const [sorting, setSorting] = useState<Sorting>();
  const [applied, setApplied] = useState<Sorting>();
  const sorted = useMemo(() => sortedBy(rows, columns, applied), [rows, columns, applied]);

  // The heading answers the click at once; a thousand rows move in the frame behind it.
  useEffect(() => {
    const timer = setTimeout(() => setApplied(sorting));
    return () => clearTimeout(timer);
  }, [sorting]);

  return (
    <div class="table-frame">
      <div class="table-tools">
        <span class="muted">{caption}</span>
        <button type="button" class="quiet" onClick={() => download(`${fileName}.csv`, csvOf(columns, sorted))}>
          {say.table.exported}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section class="table-scroll" aria-label={say.table.region(label)} tabIndex={0}>
        <table class={`rows-table of-${columns.length}`}>
          <caption class="visually-hidden">{label}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  class={column.numeric ? 'numeric' : ''}
                  aria-sort={ariaSort(column.name, sorting)}
                >
                  <button type="button" onClick={() => setSorting(next(column, sorting))}>
                    {column.name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <TableRow key={keyOf(row)} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
};

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
}

/** A row, which is drawn anew only where it is another's: sorting moves rows as they are. */
class TableRow<Row> extends Component<TableRowProps<Row>> {
  override shouldComponentUpdate({ row, columns }: TableRowProps<Row>): boolean {
    return row !== this.props.row || columns !== this.props.columns;
  }

  override render({ row, columns }: TableRowProps<Row>) {
    return (
      <tr>
        {columns.map(({ name, cell, text, numeric }, index) => {
          const content = cell ? cell(row) : text(row);
          return index === 0 ? (
            <th key={name} scope="row">
              {content}
            </th>
          ) : (
            <td key={name} dir="auto" class={numeric ? 'numeric' : ''} data-label={name}>
              {content}
            </td>
          );
        })}
      </tr>
    );
  }
}

const ariaSort = (name: string, sorting: Sorting | undefined) => {
  if (sorting?.column !== name) return 'none';
  return sorting.descending ? 'descending' : 'ascending';
};

const next = <Row,>({ name, order }: TableColumn<Row>, sorting: Sorting | undefined): Sorting =>
  sorting?.column === name
    ? { column: name, descending: !sorting.descending }
    : { column: name, descending: order !== undefined };

const sortedBy = <Row,>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] => {
  const column = columns.find(({ name }) => name === sorting?.column);
  if (!column || !sorting) return rows;
  const { text, order } = column;
  const collator = new Intl.Collator(navigator.language);
  const compare = order
    ? (one: Row, other: Row) => order(one) - order(other)
    : (one: Row, other: Row) => collator.compare(text(one), text(other));
  const ascending = rows.toSorted(compare);
  return sorting.descending ? ascending.toReversed() : ascending;
};
