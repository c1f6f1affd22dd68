import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Config } from '../../config/config.ts';
import { CommandFailure } from '../command-failure.ts';
import { askWithKey, type GraphChoice, jsonOf } from '../graph-channel.ts';
import { sentenceIn } from '../refusal.ts';
import type { ColumnKind, Columns } from './columns.ts';
import { harmless, type Table } from './table.ts';

/** A running graph, and the API key to ask with. */
export interface MatchingGraph extends GraphChoice {
  readonly config: Config;
  readonly apiKey: string;
}

export interface MatchTableOptions {
  readonly of: 'people' | 'companies';
  /** Whether to search all records for rows that the network does not reach: one free call per row. */
  readonly checkRecords: boolean;
}

/** The result: counts of rows, and the table with columns added. */
export interface MatchedTable {
  readonly table: Table;
  /** Number of rows by state, the most informative state first. */
  readonly counts: ReadonlyMap<string, number>;
  /** Maximum price of loading the matched records, in credits. */
  readonly price: number;
}

/** Rows per request; fewer if each may take a call, to stay below the maximum calls of an operation. */
const rowsAtOnce = { network: 1000, records: 100 };

const states = ['KNOWN', 'ON_RECORD', 'AMBIGUOUS', 'DUPLICATE', 'UNKNOWN', 'NOT_CHECKED'];

const fields = 'at state id by sameAs reason';
const queries = {
  people: `query MatchPeople($rows: [MatchRow!]!, $checkRecords: Boolean!) {
    found: matchPeople(rows: $rows, checkRecords: $checkRecords) {
      priceToEnrich rows { ${fields} relationship { connections { connectorName } } }
    }
  }`,
  companies: `query MatchCompanies($rows: [CompanyMatchRow!]!, $checkRecords: Boolean!) {
    found: matchCompanies(rows: $rows, checkRecords: $checkRecords) { priceToEnrich rows { ${fields} people } }
  }`,
};

const Connection = Type.Object({ connectorName: Type.Union([Type.String(), Type.Null()]) });
const nullable = <Of extends Type.TSchema>(of: Of) => Type.Union([of, Type.Null()]);
const Row = Type.Object({
  at: Type.Integer(),
  state: Type.String(),
  id: nullable(Type.String()),
  by: nullable(Type.String()),
  sameAs: nullable(Type.Integer()),
  reason: nullable(Type.String()),
  people: Type.Optional(nullable(Type.Integer())),
  relationship: Type.Optional(nullable(Type.Object({ connections: nullable(Type.Array(nullable(Connection))) }))),
});
const Answer = Type.Object({
  data: Type.Object({
    found: Type.Object({ priceToEnrich: Type.Number(), rows: Type.Array(Row) }),
  }),
});

type Matched = Omit<Static<typeof Row>, 'at'>;

/** Whether a row in this state has a record to load. */
const isPriced = (state: string): boolean => state === 'KNOWN' || state === 'ON_RECORD' || state === 'NOT_CHECKED';

/**
 * Matches the rows of a table through a graph. Free.
 *
 * @throws {CommandFailure} if the graph does not answer, or refuses
 */
export const matchTable = async (
  graph: MatchingGraph,
  table: Table,
  columns: Columns,
  { of, checkRecords }: MatchTableOptions,
): Promise<MatchedTable> => {
  const size = checkRecords ? rowsAtOnce.records : rowsAtOnce.network;
  const matched: Matched[] = [];
  const first = new Map<string, number>();
  let price = 0;
  for (let start = 0; start < table.rows.length; start += size) {
    const rows = table.rows.slice(start, start + size).map((cells) => rowOf(of, cells, columns));
    const found = await ask(graph, { query: queries[of], variables: { rows, checkRecords } });
    price += found.priceToEnrich;
    const isPricedWhole = found.priceToEnrich === found.rows.filter(({ state }) => isPriced(state)).length;
    for (const { at, ...row } of found.rows) {
      const sameAs = row.sameAs === null ? null : start + row.sameAs;
      const before = row.id === null ? undefined : first.get(row.id);
      if (row.id !== null && before === undefined) first.set(row.id, start + at);
      // A record that an earlier request has already counted in its price.
      const isRepeated = before !== undefined && before < start && row.state !== 'DUPLICATE';
      // If fewer records are priced than matched, some are already paid for, but not known which.
      if (isRepeated && isPricedWhole && isPriced(row.state)) price -= 1;
      matched.push(isRepeated ? { ...row, state: 'DUPLICATE', sameAs: before } : { ...row, sameAs });
    }
  }
  const counted = Map.groupBy(matched, ({ state }) => state);
  return {
    table: withAnswers(table, matched, of),
    counts: new Map([...states, ...counted.keys()].map((state) => [state, counted.get(state)?.length ?? 0])),
    price,
  };
};

const ask = async ({ config, apiKey, ...choice }: MatchingGraph, request: object) => {
  const response = await askWithKey(config, choice, {
    method: 'POST',
    path: '/graphql',
    apiKey,
    body: JSON.stringify(request),
  });
  const answer = jsonOf(response);
  if (Value.Check(Answer, answer)) return answer.data.found;
  throw new CommandFailure(
    sentenceIn(answer) ?? `the server that answers cannot match lists (status ${response.status}).`,
  );
};

const rowOf = (of: MatchTableOptions['of'], cells: readonly string[], columns: Columns): object => {
  const cell = (kind: ColumnKind): string | null => cells[columns[kind] ?? -1] || null;
  const both = [cell('first'), cell('last')].filter((one) => one !== null).join(' ');
  const name = cell('name') ?? (both || null);
  const common = { xnetSlug: cell('slug'), xnetUrl: cell('url'), id: cell('id') };
  return of === 'people'
    ? { ...common, email: cell('email'), fullName: name, companyWebsite: cell('website') }
    : { ...common, name, website: cell('website') };
};

const added = ['kith_match', 'kith_id', 'kith_by', 'kith_same_row', 'kith_known_by', 'kith_reason'];

/**
 * Adds the answer columns, replacing those of an earlier match. Rows are numbered as in a spreadsheet: the headings are
 * row 1.
 */
const withAnswers = (
  { columns, rows, delimiter }: Table,
  matched: readonly Matched[],
  of: MatchTableOptions['of'],
): Table => {
  const kept = [...columns.keys()].filter((at) => !added.includes(columns[at] ?? ''));
  return {
    delimiter,
    columns: [...kept.map((at) => columns[at] ?? ''), ...added],
    rows: rows.map((cells, at) => [
      ...kept.map((column) => cells[column] ?? ''),
      ...cellsOf(matched[at], of).map(harmless),
    ]),
  };
};

const cellsOf = (row: Matched | undefined, of: MatchTableOptions['of']): readonly string[] => {
  const knownBy =
    of === 'people'
      ? (row?.relationship?.connections ?? []).flatMap((one) => one?.connectorName ?? []).join('; ')
      : row?.people
        ? `${row.people} people`
        : '';
  return [
    row?.state ?? '',
    row?.id ?? '',
    row?.by ?? '',
    row?.sameAs == null ? '' : String(row.sameAs + 2),
    knownBy,
    row?.reason ?? '',
  ];
};
