import Type, { type Static } from 'typebox';
import type { Row } from '../../reading/row.ts';
import { answerIn } from '../graph-answer.ts';
import { askWithKey, type KeyedGraph } from '../graph-channel.ts';

export interface MatchTableOptions {
  readonly of: 'people' | 'companies';
  /** Whether to search all records for rows that the network does not reach: one free call per row. */
  readonly checkRecords: boolean;
}

/** The result: counts of rows, and what is added to each. */
export interface MatchedRows {
  readonly rows: readonly Matched[];
  /** Number of rows by state, the most informative state first. */
  readonly counts: ReadonlyMap<string, number>;
  /** Maximum price of loading the matched records, in credits. */
  readonly price: number;
}

/** Rows per request; fewer if each may take a call, to stay below the maximum calls of an operation. */
const rowsAtOnce = { network: 1000, records: 100 };

const states = ['KNOWN', 'ON_RECORD', 'AMBIGUOUS', 'DUPLICATE', 'UNKNOWN', 'NOT_CHECKED'];

const fields = 'at state id confidence by sameAs cause reason';
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
const Answered = Type.Object({
  at: Type.Integer(),
  state: Type.String(),
  id: nullable(Type.String()),
  confidence: nullable(Type.String()),
  by: nullable(Type.String()),
  sameAs: nullable(Type.Integer()),
  cause: nullable(Type.String()),
  reason: nullable(Type.String()),
  people: Type.Optional(nullable(Type.Integer())),
  relationship: Type.Optional(nullable(Type.Object({ connections: nullable(Type.Array(nullable(Connection))) }))),
});
const Answer = Type.Object({
  data: Type.Object({
    found: Type.Object({ priceToEnrich: Type.Number(), rows: Type.Array(Answered) }),
  }),
});

/** How a row was matched; `sameAs` is the index of an earlier row. */
export type Matched = Omit<Static<typeof Answered>, 'at'>;

/** Whether a row in this state has a record to load. */
const isPriced = (state: string): boolean => state === 'KNOWN' || state === 'ON_RECORD' || state === 'NOT_CHECKED';

/**
 * Matches rows through a graph. Free.
 *
 * @throws {CommandFailure} if the graph does not answer, or refuses
 */
export const matchRows = async (
  graph: KeyedGraph,
  given: readonly Row[],
  { of, checkRecords }: MatchTableOptions,
): Promise<MatchedRows> => {
  const size = checkRecords ? rowsAtOnce.records : rowsAtOnce.network;
  const matched: Matched[] = [];
  const first = new Map<string, number>();
  let price = 0;
  for (let start = 0; start < given.length; start += size) {
    const rows = given.slice(start, start + size).map((row) => matchRowOf(of, row));
    const body = { query: queries[of], variables: { rows, checkRecords } };
    const answer = await askWithKey(graph, { method: 'POST', path: '/graphql', body });
    const { found } = answerIn(answer, Answer, 'the server that answers cannot match lists').data;
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
    rows: matched,
    counts: new Map([...states, ...counted.keys()].map((state) => [state, counted.get(state)?.length ?? 0])),
    price,
  };
};

/** A row as `matchPeople` or `matchCompanies` takes it. */
export const matchRowOf = (of: MatchTableOptions['of'], row: Row): object =>
  of === 'people'
    ? {
        id: row.id,
        xnetSlug: row.slug,
        xnetUrl: row.url,
        email: row.emails?.join(', '),
        fullName: row.name ?? (row.spans && row.text),
        companyName: row.company,
        companyWebsite: row.website,
        title: row.title,
        place: row.place,
      }
    : {
        id: row.id,
        xnetSlug: row.slug,
        xnetUrl: row.companyUrl ?? row.url,
        name: row.company ?? row.name,
        website: row.website,
      };
