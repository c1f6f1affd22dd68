import { setTimeout as pause } from 'node:timers/promises';
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import { identifyingNetwork } from '../../contract/identifier.ts';
import { isObject } from '../../contract/json.ts';
import { slugKey, slugOfUrl } from '../../reading/page.ts';
import type { Row } from '../../reading/row.ts';
import { CommandFailure } from '../command-failure.ts';
import { jsonOf } from '../graph-answer.ts';
import { askWithKey, type KeyedGraph, NoGraph } from '../graph-channel.ts';
import { matchRowOf } from '../match/match-table.ts';
import type { Selected } from './selection.ts';

/** A running graph, the API key to use, and the kind of rows. */
export interface EnrichingGraph extends KeyedGraph {
  readonly of: 'people' | 'companies';
}

/** Ends a run that the same command can continue; the message is the reason. */
export class Stopped extends CommandFailure {
  /** Whether the call that failed has certainly charged nothing. */
  readonly isFree: boolean;

  constructor(reason: string, isFree = false) {
    super(reason, 3);
    this.isFree = isFree;
  }
}

const nullable = <Of extends TSchema>(of: Of) => Type.Union([of, Type.Null()]);
const ErrorShape = Type.Object({
  message: Type.String(),
  extensions: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
});
const MatchRow = Type.Object({
  at: Type.Integer(),
  state: Type.String(),
  confidence: nullable(Type.String()),
  id: nullable(Type.String()),
  sameAs: nullable(Type.Integer()),
  reason: nullable(Type.String()),
});
const MatchAnswer = Type.Object({ found: Type.Object({ rows: Type.Array(MatchRow) }) });
const QuoteAnswer = Type.Object({
  quote: Type.Object({
    min: Type.Number(),
    max: Type.Number(),
    kept: Type.Optional(Type.Number()),
    chargesOncePerKey: Type.Optional(Type.Boolean()),
  }),
});
const LoadAnswer = Type.Object({ found: Type.Array(Type.Unknown()) });
const Credits = Type.Object({
  charged: Type.Number(),
  maybeCharged: Type.Number(),
  kept: Type.Optional(Type.Number()),
});

const documents = {
  people: {
    match:
      'query EnrichMatch($rows: [MatchRow!]!) { found: matchPeople(rows: $rows, checkRecords: true) { rows { at state confidence id sameAs reason } } }',
    load: (selection: string) =>
      `query Enrich($by: [ProfileBy!]!) { found: profiles(by: $by) { __typename ... on Profile { recordId: id ${selection} } ... on Problem { message code } } }`,
  },
  companies: {
    match:
      'query EnrichMatch($rows: [CompanyMatchRow!]!) { found: matchCompanies(rows: $rows, checkRecords: true) { rows { at state confidence id sameAs reason } } }',
    load: (selection: string) =>
      `query Enrich($by: [CompanyBy!]!) { found: companies(by: $by) { __typename ... on Company { recordId: id ${selection} } ... on Problem { message code } } }`,
  },
} as const;

/** A field that needs the record, so that its host is checked. */
const paidField = { people: 'headline', companies: 'summary' } as const;

/** Longer than the maximum time of an operation, in milliseconds. */
const timeoutMs = 120_000;

/** Rows of one request to match: of several hundred, most free calls are shared. */
export const rowsPerMatch = 500;

export type Match = Static<typeof MatchRow>;

/** Matches rows; free. */
export async function matchRows(graph: EnrichingGraph, rows: readonly Row[]): Promise<readonly Match[]> {
  const variables = { rows: rows.map((row) => matchRowOf(graph.of, row)) };
  const { data } = await ask(graph, '/graphql', { query: documents[graph.of].match, variables }, MatchAnswer);
  return data.found.rows;
}

/** The price of loading records, and whether the data service charges once for a repeated load. */
export async function quoteOf(graph: EnrichingGraph, columns: readonly Selected[], by: readonly string[], key: string) {
  const { body } = await post(graph, '/quote', requestOf(graph, columns, by), { 'idempotency-key': key });
  if (Value.Check(QuoteAnswer, body)) return body.quote;
  throw refusalIn(body, true);
}

/** Whether a page is on the provider’s host, so that its URL names a record. */
export async function isProviderPage(graph: EnrichingGraph, url: string): Promise<boolean> {
  const query = documents[graph.of].load(paidField[graph.of]);
  const request = { query, variables: { by: [{ xnetUrl: url }] } };
  const { body } = await post(graph, '/quote', request, {});
  return Value.Check(QuoteAnswer, body) && errorIn(body) === undefined;
}

/** Result of a load. */
export interface LoadedSlice {
  /** Each identifier's record, or the reason why there is none. */
  readonly found: readonly Found[];
  readonly charged: number;
  readonly maybeCharged: number;
}

/** A record's fields, or a problem. Not checked by a schema: it is this version's own selection of up to a thousand records. */
export interface Found extends Readonly<Record<string, unknown>> {
  readonly __typename: string;
  readonly message?: string;
  readonly code?: string;
  readonly recordId?: string;
}

/** Loads records, for at most `budget` credits; with `names`, also the names that `namesOf` reads. */
export async function loadRecords(
  graph: EnrichingGraph,
  columns: readonly Selected[],
  by: readonly string[],
  { budget, key, names }: { readonly budget: number; readonly key: string; readonly names: boolean },
): Promise<LoadedSlice> {
  const request = requestOf(graph, columns, by, names ? nameFields[graph.of] : '');
  const { data, credits } = await ask(graph, '/graphql', request, LoadAnswer, {
    'x-credit-budget': String(budget),
    'idempotency-key': key,
  });
  const found = data.found.map((one) =>
    isFound(one) ? one : { __typename: 'UpstreamFailed', message: 'It could not be read.' },
  );
  return { found, charged: credits.charged, maybeCharged: credits.maybeCharged };
}

const isFound = (one: unknown): one is Found => isObject(one) && typeof one.__typename === 'string';

const nameFields = {
  people: 'recordUrl: xnetUrl recordAccounts: socialMedia { network slug }',
  companies: 'recordSlugs: xnetSlugs',
} as const;

/** All identifiers of a record that rows may name it by, as JSON; none if they were not asked for. */
export function namesOf(found: Found): readonly string[] {
  const { recordId, recordUrl, recordAccounts, recordSlugs } = found;
  if (recordId === undefined || (recordUrl === undefined && recordSlugs === undefined)) return [];
  const accounts = listOf(recordAccounts).map((one) => Object(one));
  const slugs = [
    typeof recordUrl === 'string' ? slugOfUrl(recordUrl, 'profile') : undefined,
    ...accounts.filter(({ network }) => isIdentifying(network)).map(({ slug }) => slug),
    ...listOf(recordSlugs),
  ];
  return [
    JSON.stringify({ id: recordId.toLowerCase() }),
    ...new Set(
      slugs.flatMap((slug) =>
        typeof slug === 'string' && slug !== '' ? JSON.stringify({ xnetSlug: slugKey(slug) }) : [],
      ),
    ),
  ];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isIdentifying = (network: unknown): boolean =>
  typeof network === 'string' && network.trim().toLowerCase() === identifyingNetwork;

const requestOf = (graph: EnrichingGraph, columns: readonly Selected[], by: readonly string[], more = '') => ({
  query: documents[graph.of].load([...columns.map(({ selection }) => selection), more].join(' ')),
  variables: { by: by.map((one): unknown => JSON.parse(one)) },
});

const retryCodes = new Set(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'RATE_LIMITED', 'UNAVAILABLE', 'OVERLOADED']);
const pausesMs = [1_000, 4_000, 15_000];

async function ask<Shape extends TSchema>(
  graph: EnrichingGraph,
  path: string,
  request: object,
  shape: Shape,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly data: Static<Shape>; readonly credits: Static<typeof Credits> }> {
  let isFree = true;
  for (const pauseMs of [...pausesMs, undefined]) {
    const { status, body } = await post(graph, path, request, headers).catch((error: unknown) => {
      throw error instanceof Stopped ? new Stopped(error.message, error.isFree && isFree) : error;
    });
    const { data, extensions } = Object(body);
    if (Value.Check(shape, data)) {
      const credits: unknown = Object(extensions).credits;
      return { data, credits: Value.Check(Credits, credits) ? credits : { charged: 0, maybeCharged: 0 } };
    }
    isFree &&= isUnpaid(status, extensions);
    const isPassing = status === 429 || status === 503 || retryCodes.has(codeIn(body) ?? '');
    if (pauseMs === undefined || !isPassing) throw refusalIn(body, isFree);
    await pause(pauseMs);
  }
  throw new TypeError('There is always a last try.');
}

async function post(
  graph: EnrichingGraph,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const asked = { method: 'POST', path, headers, body } as const;
  const answer = await askWithKey({ ...graph, timeoutMs }, asked).catch((error: unknown) => {
    throw error instanceof CommandFailure ? new Stopped(error.message, error instanceof NoGraph) : error;
  });
  return { status: answer.status, body: jsonOf(answer) };
}

const codeIn = (body: unknown): string | undefined => errorIn(body)?.extensions?.code;

function errorIn(body: unknown): Static<typeof ErrorShape> | undefined {
  const { errors } = Object(body);
  const [first]: unknown[] = Array.isArray(errors) ? errors : [];
  return Value.Check(ErrorShape, first) ? first : undefined;
}

/** Whether an answer without data says, by its receipt or else by its status, that nothing was charged. */
function isUnpaid(status: number, extensions: unknown): boolean {
  const { credits }: { readonly credits?: unknown } = Object(extensions);
  if (Value.Check(Credits, credits)) return credits.charged + credits.maybeCharged === 0;
  return refusals.has(status);
}

const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 415, 429]);

const refusalIn = (body: unknown, isFree: boolean): Stopped =>
  new Stopped(errorIn(body)?.message ?? 'The graph gave an answer that is none of this version.', isFree);
