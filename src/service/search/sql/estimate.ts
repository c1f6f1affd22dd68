import { connectedUsers, type SearchableKind, teamConnections } from '../../../contract/catalogue.ts';
import type { QueryTree, Wildcard } from '../tree.ts';
import { idsDemanded } from './uuid.ts';

/** Row counts of the tables that a search reads. */
export interface TableSizes {
  readonly records: number;
  /** Elements of nested lists. */
  readonly elements: number;
  readonly connections: number;
}

export type SizesOf = (kind: SearchableKind) => Promise<TableSizes>;

/**
 * Costs per row in microseconds, measured on PGlite with 2,000 profiles and 14,000 elements: a row that an index finds;
 * a row whose tokens are unpacked, of which a record has many more than an element; a record compared with the keys
 * found.
 */
const foundUs = 0.6;
const unpackedUs = { record: 35, element: 5 };
const heldUs = 2;
/** Cost of a clause regardless of its matches. */
const clauseUs = 50;

/** Share of rows that clauses on values, words and prefixes usually match; ranges and the like may match all. */
const selective = 0.05;

/** The rows that a clause applies to. */
interface Among {
  readonly sizes: TableSizes;
  /** Whether the query names few records, whose elements are then all unpacked. */
  readonly isNamed?: boolean;
  readonly rows: number;
  readonly unpackedUs: number;
}

/** Estimated microseconds, and whether tokens alone decide: then one index scan suffices. */
interface Estimate {
  readonly us: number;
  readonly inTokens: boolean;
}

/** Estimated time of a search on the embedded store in milliseconds, from its query and the table sizes. */
export const estimateMs = (tree: QueryTree, sizes: TableSizes): number =>
  estimate(tree, { sizes, rows: sizes.records, unpackedUs: unpackedUs.record }).us / 1000;

function estimate(tree: QueryTree, among: Among): Estimate {
  const { sizes, rows } = among;
  if ('field' in tree && tree.field.path === connectedUsers) return scanned(sizes.connections);
  switch (tree.kind) {
    case 'none':
      return { us: clauseUs, inTokens: true };
    case 'values':
    case 'words':
    case 'phrase':
    case 'prefix':
      return { us: clauseUs + rows * selective * foundUs, inTokens: true };
    case 'ids':
      return { us: clauseUs + tree.ids.length, inTokens: false };
    case 'all':
    case 'range':
    case 'exists':
      return { us: clauseUs + rows * foundUs, inTokens: true };
    case 'wildcard':
      return { us: clauseUs + rows * (isNarrow(tree) ? selective : 1) * among.unpackedUs, inTokens: false };
    case 'nested': {
      if (tree.path === teamConnections) return scanned(sizes.connections);
      if (among.isNamed) return { us: clauseUs + sizes.elements * unpackedUs.element, inTokens: false };
      const elements = { sizes, rows: sizes.elements, unpackedUs: unpackedUs.element };
      return { us: clauseUs + estimate(tree.query, elements).us, inTokens: false };
    }
    case 'bool': {
      const ids = idsDemanded(tree);
      const within = ids ? amongNamed(among, ids.length) : among;
      const all = [...tree.must, ...tree.mustNot].map((part) => estimate(part, within));
      const some = tree.should.map((part) => estimate(part, within));
      return together([...all.map((part) => held(part, within.rows)), alternatives(some)]);
    }
  }
}

/** The rows, with the elements and connections, of the records that a query names. */
function amongNamed({ sizes: { records, elements, connections }, rows, unpackedUs }: Among, count: number): Among {
  const share = records === 0 ? 1 : Math.min(1, count / records);
  const sizes = { records: records * share, elements: elements * share, connections: connections * share };
  return { sizes, isNamed: true, rows: rows * share, unpackedUs };
}

/** Length of a pattern's text before the first wildcard from which it is selective. */
const narrowing = 3;

/**
 * Whether the text before a pattern's first wildcard, which the index looks up, leaves few rows to unpack. URLs of a
 * field share scheme, host and first path segment, which therefore do not count.
 */
function isNarrow({ pattern: [head] }: Wildcard): boolean {
  if (typeof head !== 'object') return false;
  const text = /^http/i.test(head.text) ? head.text.split('/').slice(4).join('/') : head.text;
  return text.length >= narrowing;
}

const scanned = (rows: number): Estimate => ({ us: clauseUs + rows * foundUs, inTokens: false });

/** Keys found are compared with each record, unless tokens alone decide. */
const held = ({ us, inTokens }: Estimate, rows: number): Estimate => ({
  us: inTokens ? us / 2 : us + rows * heldUs,
  inTokens,
});

/** Alternatives in tokens share one index scan. */
function alternatives(parts: readonly Estimate[]): Estimate {
  const inTokens = parts.filter((part) => part.inTokens).map(({ us }) => us);
  const others = parts.filter((part) => !part.inTokens);
  const looked = inTokens.length === 0 ? 0 : Math.max(...inTokens) + clauseUs * inTokens.length;
  return { us: others.reduce((sum, { us }) => sum + us, looked), inTokens: others.length === 0 };
}

const together = (parts: readonly Estimate[]): Estimate => ({
  us: parts.reduce((sum, { us }) => sum + us, 0),
  inTokens: parts.every((part) => part.inTokens),
});
