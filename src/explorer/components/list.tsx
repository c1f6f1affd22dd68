import { Component, type ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { number } from '../format.ts';
import { useAddress } from '../frame/address.ts';
import { heir } from '../frame/focus.ts';
import { useKeys } from '../frame/keys.ts';
import { tell } from '../frame/toast.tsx';
import { type Rows, wholeOf } from '../graph/use-pages.ts';
import { plural, say } from '../sentences.ts';
import { Button } from './button.tsx';
import { csvOf, download, type FileColumn } from './csv.ts';
import { Choices } from './menu.tsx';

/** A column, with its display and its sort key. */
export interface ListColumn<Row> {
  /** Name of the column in the address. */
  readonly key: string;
  readonly name: string;
  readonly text: (row: Row) => string;
  readonly cell?: (row: Row) => ComponentChildren;
  /** Sort key, descending first; the default is the text. */
  readonly order?: (row: Row) => number;
  readonly isNumeric?: boolean;
  /** Width as a track of a CSS grid, such as `minmax(0, 2fr)`. */
  readonly width: string;
  /** 1: shown where there is room; 0, the default: always. */
  readonly rank?: 0 | 1;
}

/** An export format of a list. */
export interface FileKind<Row> {
  readonly name: string;
  readonly columns: readonly FileColumn<Row>[];
}

interface ListProps<Row> {
  /** Accessible name of the table; must be unique on the page. */
  readonly label: string;
  readonly source: Rows<Row> | readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** File name without extension. */
  readonly fileName: string;
  readonly files?: readonly FileKind<Row>[];
  /** Loads further data of the rows that only the files contain. Rejects if that fails. */
  readonly filled?: (rows: readonly Row[]) => Promise<readonly FileKind<Row>[]>;
  /** Address that the preview panel opens for a row, such as `people/ID`. */
  readonly peekOf?: (row: Row) => string | undefined;
  /** Actions for selected rows, which can be selected only if there are any. */
  readonly actions?: (rows: readonly Row[]) => ComponentChildren;
  /** Each row is as tall as its content, of two lines and more. */
  readonly isTall?: boolean;
  /** Prefix of the list's parameters in the address, for pages with several lists. */
  readonly name?: string;
  /** Content to the left of the tools: filters. */
  readonly children?: ComponentChildren;
  /** Shown instead of an empty list. */
  readonly empty?: ComponentChildren;
}

interface Sorting {
  readonly key: string;
  readonly isDescending: boolean;
}

const sortingIn = (text: string | undefined): Sorting | undefined => {
  if (!text) return undefined;
  return text.startsWith('-') ? { key: text.slice(1), isDescending: true } : { key: text, isDescending: false };
};

/**
 * Number of rows rendered at first and for each scroll step. Sorting renders only these, so it is as fast for a
 * thousand rows.
 */
const drawnAtOnce = 50;

/** Maximum number of selected rows kept in the address. */
const maxInAddress = 30;

/**
 * A table of rows with sorting, selection and export, all of which apply to the whole list: rows that are not loaded
 * yet are loaded first. Order and selection are kept in the address. Rows are rendered as they scroll into view;
 * `aria-rowcount` states their total.
 */
export const List = <Row,>(props: ListProps<Row>) => {
  const { label, columns, keyOf, fileName, files, filled, peekOf, actions, isTall, name = '', children, empty } = props;
  const source = 'total' in props.source ? props.source : wholeOf(props.source);
  const [isExporting, setExporting] = useState(false);
  const { query, changed, go } = useAddress();
  const [sortName, pickName] = [`${name}sort`, `${name}picked`];
  const sorting = sortingIn(query[sortName]);
  const [applied, setApplied] = useState(sorting);
  const [drawnRows, setDrawnRows] = useState(drawnAtOnce);
  const table = useRef<HTMLElement>(null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(
    () => new Set(query[pickName]?.split('.').filter((id) => id !== '') ?? []),
  );
  const sorted = useMemo(() => sortedBy(source.rows, columns, applied), [source.rows, columns, applied]);

  // The heading responds to the click immediately; rows are sorted in the next frame.
  useEffect(() => {
    const timer = setTimeout(() => {
      setApplied(sorting);
      if (sorting?.key !== applied?.key || sorting?.isDescending !== applied?.isDescending) setDrawnRows(drawnAtOnce);
    });
    // Loads everything: the order of a part would look like the order of the whole list.
    if (sorting && source.more) source.all();
    return () => clearTimeout(timer);
  }, [query[sortName], source.more === undefined]);

  const sortBy = ({ key, order }: ListColumn<Row>) => {
    const isDescending = sorting?.key === key ? !sorting.isDescending : order !== undefined;
    go(changed({ [sortName]: isDescending ? `-${key}` : key }), true);
  };
  const pick = (ids: ReadonlySet<string>) => {
    setPicked(ids);
    go(changed({ [pickName]: ids.size <= maxInAddress ? [...ids].join('.') : undefined }), true);
  };
  const toggle = (id: string) => {
    const ids = new Set(picked);
    if (!ids.delete(id)) ids.add(id);
    pick(ids);
  };
  const exported = async ({ name: kind, columns: shown }: FileKind<Row>) => {
    if (isExporting) return;
    setExporting(true);
    try {
      const rows = sortedBy(await source.all(), columns, sorting);
      const fileColumns = filled ? (await filled(rows)).find((one) => one.name === kind)?.columns : shown;
      download(
        `${fileName}${files && files.length > 1 ? `-${kind.toLowerCase()}` : ''}.csv`,
        csvOf(fileColumns ?? shown, rows),
      );
      tell(`${plural(rows.length, 'row', 'rows')} exported`);
    } catch {
      tell('The file was not made: not all of it could be read. Try again.');
    } finally {
      setExporting(false);
    }
  };
  const kinds = files ?? [{ name: 'CSV', columns }];

  const rowElements = () => [...(table.current?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])];
  const current = () => document.activeElement?.closest('tr');
  const step = (by: 1 | -1) => {
    const rows = rowElements();
    const row = current();
    const at = row ? rows.indexOf(row) : -1;
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    const link = next?.querySelector<HTMLElement>('a, button');
    link?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
    const peek = next && sorted[rows.indexOf(next)];
    if (query.peek && peek && peekOf) go(changed({ peek: peekOf(peek) }), true);
  };
  const rowAt = (): Row | undefined => {
    const row = current();
    return row && table.current?.contains(row) ? sorted[rowElements().indexOf(row)] : undefined;
  };
  const isMain = name === '';
  useKeys(
    isMain
      ? {
          j: () => step(1),
          k: () => step(-1),
          e: () => kinds[0] && exported(kinds[0]),
          ...(actions && {
            x: () => {
              const row = rowAt();
              if (row) toggle(keyOf(row));
            },
          }),
          ...(peekOf && {
            o: () => {
              const row = rowAt();
              if (row) go(changed({ peek: peekOf(row) }));
            },
          }),
        }
      : {},
  );

  // A stable callback, so that a click on a heading re-renders no row that is unchanged.
  const latest = useRef(toggle);
  latest.current = toggle;
  const drawn = useMemo(
    () =>
      sorted.slice(0, drawnRows).map((row, at) => {
        const id = keyOf(row);
        return (
          <ListRow
            key={id}
            row={row}
            at={at}
            columns={columns}
            title={columns[0]?.text(row) ?? ''}
            isPicked={actions && picked.has(id)}
            isPeeked={query.peek !== undefined && peekOf?.(row) === query.peek}
            onPick={() => latest.current(id)}
          />
        );
      }),
    [sorted, drawnRows, columns, picked, query.peek],
  );

  const tracks = [...(actions ? ['2.25rem'] : []), ...columns.map(({ width }) => width)];
  const pickedRows = actions ? sorted.filter((row) => picked.has(keyOf(row))) : [];
  if (source.total === 0) return <>{empty}</>;
  return (
    <div class={isTall ? 'list tall' : 'list'}>
      <div class="list-bar row">
        {children}
        <div class="tools row">
          {(source.isReading || isExporting) && (
            <span class="muted" role="status">
              {source.isReading
                ? `Reading ${number(source.rows.length)} of ${number(source.total)}…`
                : 'Preparing the file…'}
            </span>
          )}
          <Choices
            label="Sort"
            icon="sort"
            isQuiet
            align="end"
            choices={columns.map((column) => ({
              name: column.name + (sorting?.key !== column.key ? '' : sorting.isDescending ? ' ↓' : ' ↑'),
              isCurrent: sorting?.key === column.key,
              choose: () => sortBy(column),
            }))}
          />
          {kinds.length === 1 ? (
            <Button kind="bar" label="Export" icon="export" isQuiet onClick={() => kinds[0] && exported(kinds[0])} />
          ) : (
            <Choices
              label="Export"
              icon="export"
              isQuiet
              align="end"
              choices={kinds.map((kind) => ({ name: kind.name, choose: () => exported(kind) }))}
            />
          )}
        </div>
      </div>
      {pickedRows.length > 0 && (
        <fieldset class="picked-bar row loose" aria-label={`${number(pickedRows.length)} selected`}>
          <strong {...heir}>{number(pickedRows.length)} selected</strong>
          {actions?.(pickedRows)}
          <Button kind="bar" label="Clear" onClick={() => pick(new Set())} />
        </fieldset>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section class="list-scroll" ref={table} aria-label={`${label}, table`} tabIndex={0}>
        <table {...as.table} aria-rowcount={source.total + 1} class="rows" style={{ '--tracks': tracks.join(' ') }}>
          <caption class="visually-hidden">{label}</caption>
          <thead {...as.rowgroup}>
            <tr {...as.row}>
              {actions && (
                <th {...as.columnheader} scope="col" class="pick">
                  <input
                    type="checkbox"
                    aria-label="Select all"
                    checked={pickedRows.length === sorted.length && sorted.length > 0}
                    onChange={({ currentTarget }) => pick(new Set(currentTarget.checked ? sorted.map(keyOf) : []))}
                  />
                </th>
              )}
              {columns.map((column) => (
                <th
                  key={column.key}
                  {...as.columnheader}
                  scope="col"
                  class={classOf(column)}
                  aria-sort={ariaSort(column.key, sorting)}
                >
                  <button type="button" onClick={() => sortBy(column)}>
                    {column.name}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...as.rowgroup}>{drawn}</tbody>
        </table>
        {drawn.length < sorted.length && (
          <Further
            key={drawn.length}
            rows={sorted.length - drawn.length}
            onNear={() => setDrawnRows(drawn.length + drawnAtOnce)}
          />
        )}
      </section>
      {source.more && (
        <div class="way-on row wrap loose above">
          <span class="muted">{say.shown(source.rows.length, source.total)}</span>
          <Button label="Show more" disabled={source.isReading} onClick={source.more} />
          {source.total > source.rows.length && (
            <Button
              label={`Show all ${number(source.total)}`}
              disabled={source.isReading}
              onClick={() => void source.all()}
            />
          )}
        </div>
      )}
    </div>
  );
};

/** Explicit ARIA roles: some browsers drop a table's implicit ones if its rows are laid out as grids. */
export const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** A placeholder for rows that are not rendered until they scroll into view. */
const Further = ({ rows, onNear }: { readonly rows: number; readonly onNear: () => void }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), { rootMargin: '1000px' });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={place} class="further-rows" style={{ '--rows': String(rows) }} />;
};

interface RowProps<Row> {
  readonly row: Row;
  /** Index in the list. */
  readonly at: number;
  readonly columns: readonly ListColumn<Row>[];
  readonly title: string;
  readonly isPicked: boolean | undefined;
  readonly isPeeked: boolean;
  readonly onPick: () => void;
}

/** A row, re-rendered only if it shows another record: sorting moves the elements. */
class ListRow<Row> extends Component<RowProps<Row>> {
  override shouldComponentUpdate({ row, at, columns, isPicked, isPeeked }: RowProps<Row>): boolean {
    const { props } = this;
    if (row !== props.row || at !== props.at) return true;
    return columns !== props.columns || isPicked !== props.isPicked || isPeeked !== props.isPeeked;
  }

  override render({ row, at, columns, title, isPicked, isPeeked }: RowProps<Row>) {
    return (
      <tr {...as.row} aria-rowindex={at + 2} class={isPeeked ? 'peeked' : isPicked ? 'picked' : undefined}>
        {isPicked !== undefined && (
          <td {...as.cell} class="pick">
            <input
              type="checkbox"
              aria-label={`Select ${title}`}
              checked={isPicked}
              onChange={() => this.props.onPick()}
            />
          </td>
        )}
        {columns.map((column, index) => {
          const content = column.cell ? column.cell(row) : column.text(row);
          return index === 0 ? (
            <th key={column.key} {...as.rowheader} scope="row" class={classOf(column)}>
              {content}
            </th>
          ) : (
            <td
              key={column.key}
              {...as.cell}
              dir="auto"
              class={classOf(column)}
              data-name={column.name}
              title={column.cell ? undefined : column.text(row)}
            >
              {content}
            </td>
          );
        })}
      </tr>
    );
  }
}

const classOf = <Row,>({ key, isNumeric, rank = 0 }: ListColumn<Row>): string =>
  `col-${key} rank-${rank}${isNumeric ? ' numeric' : ''}`;

const ariaSort = (key: string, sorting: Sorting | undefined) => {
  if (sorting?.key !== key) return 'none';
  return sorting.isDescending ? 'descending' : 'ascending';
};

const sortedBy = <Row,>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] => {
  const column = columns.find(({ key }) => key === sorting?.key);
  if (!column || !sorting) return rows;
  const { text, order } = column;
  const collator = new Intl.Collator(navigator.language);
  const compare = order
    ? (one: Row, other: Row) => order(one) - order(other)
    : (one: Row, other: Row) => collator.compare(text(one), text(other));
  const ascending = rows.toSorted(compare);
  return sorting.isDescending ? ascending.toReversed() : ascending;
};
