import { catalogues } from '../../../../../src/contract/catalogue.ts';
import { type Culprit, culprits, type Pair, same } from './difference.ts';
import { type Differing, type Kept, kept, stringsOf } from './kept.ts';
import type { World } from './world.ts';

export interface Comparison {
  readonly queries: number;
  /** How many find some records, and not all. */
  readonly telling: number;
  /** How many queries differ by each difference that is kept. */
  readonly kept: ReadonlyMap<Kept, number>;
  /** What differs otherwise, as sentences. */
  readonly others: readonly string[];
}

/** So many queries are asked at once. */
const together = 8;

/** Holds the answers of a store to queries against those of OpenSearch. */
export async function compare(world: World, queries: readonly object[]): Promise<Comparison> {
  const counted = new Map<Kept, number>();
  const others: string[] = [];
  let telling = 0;
  const compareOne = async (query: object): Promise<void> => {
    const pair = await world.ask(query);
    if ('ids' in pair.theirs && pair.theirs.total > 0 && pair.theirs.total < world.records.length) telling += 1;
    if (same(pair)) return;
    const reasons = new Set<Kept>();
    for (const culprit of await culprits(query, world.ask)) {
      const reason = reasonOf(culprit, world);
      if (reason) reasons.add(reason);
      else others.push(sentenceOf(query, culprit, world));
    }
    for (const reason of reasons) counted.set(reason, (counted.get(reason) ?? 0) + 1);
  };
  const left = queries[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (const query of left) await compareOne(query);
    }),
  );
  return { queries: queries.length, telling, kept: counted, others };
}

function reasonOf({ query, ours, theirs }: Culprit, world: World): Kept | undefined {
  const inOne = new Set(foundByOne({ ours, theirs }));
  const [clause = '', body] = Object.entries(leafOf(query))[0] ?? [];
  const differing: Differing = {
    clause,
    body,
    field: catalogues[world.kind].fields.get(Object.keys(Object(body))[0]?.replace(/\.keyword$/, '') ?? ''),
    texts: stringsOf(body),
    records: world.records.filter(({ id }) => inOne.has(id)),
  };
  return kept.find((one) => one.explains(differing));
}

/** The ids that one of the two alone finds. */
function foundByOne({ ours, theirs }: Pair): readonly string[] {
  if ('refused' in ours || 'refused' in theirs) return [];
  const [here, there] = [new Set(ours.ids), new Set(theirs.ids)];
  return [...ours.ids.filter((id) => !there.has(id)), ...theirs.ids.filter((id) => !here.has(id))];
}

const leafOf = (query: object): object => ('nested' in query ? leafOf(Object(query.nested).query) : query);

function sentenceOf(query: object, { query: smallest, ours, theirs }: Culprit, { kind, records }: World): string {
  const said = (found: Culprit['ours']) =>
    'refused' in found ? `refused (${found.refused.slice(0, 300)})` : found.total;
  const [first] = foundByOne({ ours, theirs });
  const example = records.find(({ id }) => id === first);
  return [
    `${kind}: ${JSON.stringify(smallest)} finds ${said(ours)} here, ${said(theirs)} in OpenSearch`,
    ...(example ? [`such as ${JSON.stringify(example).slice(0, 600)}`] : []),
    ...(JSON.stringify(query) === JSON.stringify(smallest) ? [] : [`in ${JSON.stringify(query).slice(0, 1000)}`]),
  ].join('; ');
}
