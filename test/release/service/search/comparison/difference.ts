import type { Found } from '../../../../service/search/opensearch-index.ts';

export interface Pair {
  readonly ours: Found;
  readonly theirs: Found;
}
export type Ask = (query: object) => Promise<Pair>;

/** Ids and totals are the same; what both refuse is the same, whatever their sentences. */
export function same({ ours, theirs }: Pair): boolean {
  if ('refused' in ours || 'refused' in theirs) return 'refused' in ours && 'refused' in theirs;
  return ours.total === theirs.total && ours.ids.join() === theirs.ids.join();
}

/** A smallest clause on which the two differ. */
export interface Culprit extends Pair {
  /** A query of its own: within its nested list where it stands in one. */
  readonly query: object;
}

/**
 * The smallest clauses that make a query's answers differ; none where they are the same. A clause that differs is replaced by
 * the ids that are ours, so that what else there is in the query is held against OpenSearch, too.
 */
export async function culprits(query: object, ask: Ask): Promise<readonly Culprit[]> {
  return (await judged(query, ask)).culprits;
}

interface Judged {
  /** The query with each culprit replaced. */
  readonly settled: object;
  readonly culprits: readonly Culprit[];
}

async function judged(query: object, ask: Ask): Promise<Judged> {
  const pair = await ask(query);
  if (same(pair)) return { settled: query, culprits: [] };
  const within: Culprit[] = [];
  const settled = await withParts(query, async (part) => {
    const inner = await judged(part, ask);
    within.push(...inner.culprits);
    return inner.settled;
  });
  if (within.length > 0 && same(await ask(settled))) return { settled, culprits: within };
  const smallest = await smaller(query, ask);
  return {
    settled: { ids: { values: 'ids' in pair.ours ? pair.ours.ids : [] } },
    culprits: [...within, { query: smallest, ...(await ask(smallest)) }],
  };
}

/** The same `bool` with each of its clauses replaced; any other query as it is. */
async function withParts(query: object, replaced: (part: object) => Promise<object>): Promise<object> {
  if (!('bool' in query)) return query;
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(Object(query.bool))) {
    if (name === 'minimum_should_match') body[name] = value;
    else if (Array.isArray(value)) {
      const parts: object[] = [];
      for (const part of value) parts.push(await replaced(part));
      body[name] = parts;
    } else body[name] = await replaced(Object(value));
  }
  return { bool: body };
}

/** Shrinks a query as long as its answers differ. */
async function smaller(query: object, ask: Ask): Promise<object> {
  for (const candidate of candidates(query)) {
    if (!same(await ask(candidate))) return smaller(candidate, ask);
  }
  return query;
}

/** Queries with less in them: a part alone, a list without an item, a text without a word. */
function* candidates(query: object): Generator<object> {
  if ('bool' in query) {
    for (const [name, value] of Object.entries(Object(query.bool))) {
      if (name !== 'minimum_should_match') for (const part of [value].flat()) yield Object(part);
    }
  }
  if ('nested' in query) {
    const { path, query: inner } = Object(query.nested);
    for (const candidate of candidates(Object(inner))) yield { nested: { path, query: candidate } };
    return;
  }
  yield* lessOf(query).filter((less): less is object => typeof less === 'object' && less !== null);
}

function lessOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    if (value.length < 2) return [];
    return value.map((_, n) => value.toSpliced(n, 1));
  }
  if (typeof value === 'string') {
    const words = value.split(' ');
    return words.length > 1 && words.length < 20 ? words.map((_, n) => words.toSpliced(n, 1).join(' ')) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => lessOf(member).map((less) => ({ ...value, [name]: less })));
}
