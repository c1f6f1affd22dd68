import assert from 'node:assert/strict';
import type { ProfileInput } from '../../../../../src/store/record/write.ts';
import type { TestGraph } from '../../../../support/graph/graph.ts';
import { baits, distort, type StrangersRow, sameNamed, strangers } from './stranger-rows.mjs';

interface Matched {
  readonly state: string;
  readonly id: string | null;
  readonly sameAs: number | null;
  readonly confidence: string | null;
  readonly cause: string | null;
  readonly reason: string | null;
  readonly candidates: readonly { readonly profile: { readonly id: string } }[];
}

const document = `query ($rows: [MatchRow!]!) {
  found: matchPeople(rows: $rows) { rows { state id sameAs confidence cause reason candidates { profile { id } } } }
}`;

interface Answer {
  readonly found: { readonly rows: readonly Matched[] } | null;
}

const networkDocument = `query ($after: String) {
  relationships(first: 10000, after: $after) { pageInfo { hasNextPage endCursor } nodes { profile { id } } }
}`;

interface Network {
  readonly relationships: {
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    readonly nodes: readonly { readonly profile: { readonly id: string } }[];
  };
}

/** The ids of everybody in the network of a key's team. */
async function networkOf(graph: TestGraph, key: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let after: string | null | undefined; after !== null; ) {
    const { data, errors } = await graph.ask<Network, object>(key, networkDocument, { after });
    assert.ok(data, JSON.stringify(errors));
    for (const { profile } of data.relationships.nodes) ids.add(profile.id);
    const { hasNextPage, endCursor } = data.relationships.pageInfo;
    after = hasNextPage ? endCursor : null;
  }
  return ids;
}

/** As people hand rows over: each cell in the member of its kind. */
const given = ({ row: { url, website, ...others } }: StrangersRow) => ({
  ...others,
  ...(url !== undefined && { xnetUrl: url }),
  ...(website !== undefined && { companyWebsite: website }),
});

export interface Measuring {
  readonly everybody: readonly ProfileInput[];
  readonly rows: number;
  readonly random: () => number;
  readonly label: string;
  /** Rows that are left out. */
  readonly skips?: (row: StrangersRow['row']) => boolean;
}

/** What became of the rows. */
export interface Found {
  /** Rows whose person is the only one under what they say, and how many of these were found. */
  readonly unique: number;
  readonly right: number;
  /** The same with those that the data service refused to search, or has too many of, and those offered among several. */
  readonly foundOrRefused: number;
  readonly refused: number;
  /** Matches of somebody else: with certainty, each in words, and likely ones. */
  readonly wrong: readonly string[];
  readonly wrongLikely: number;
  readonly calls: number;
  readonly seconds: number;
  readonly told: readonly string[];
}

/** Matches distorted rows, in one operation: eight tenths are of people of the network, a tenth baits, a tenth strangers. */
export async function measure(
  graph: TestGraph,
  key: string,
  { everybody, rows: count, random, label, skips = () => false }: Measuring,
): Promise<Found> {
  const inNetwork = await networkOf(graph, key);
  const known = everybody.filter(({ id }) => inNetwork.has(id));
  const knownById = new Map(known.map((person) => [person.id, person]));
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];

  const asked: { readonly one: StrangersRow; readonly id: string | undefined }[] = [];
  const people = known.toSorted(() => random() - 0.5);
  for (const person of people.slice(0, 0.8 * count)) {
    const one = pick(distort(person, random));
    if (one && !skips(one.row)) asked.push({ one, id: person.id });
  }
  for (const person of people.slice(0, 0.1 * count)) {
    const one = pick(baits(person, random, known));
    if (one && !skips(one.row)) asked.push({ one, id: person.id });
  }
  for (const one of strangers(random, 0.1 * count, everybody)) if (!skips(one.row)) asked.push({ one, id: undefined });

  const sameNamedOf = (id: string | undefined) => {
    const person = knownById.get(id ?? '');
    return person ? sameNamed(person, known) : [];
  };
  /** Whether another person of the network has the same name and, as far as the row says, the same employer. */
  const hasRival = (id: string | undefined, { row }: StrangersRow): boolean => {
    const person = knownById.get(id ?? '');
    if (!person || row.email !== undefined || row.url !== undefined || row.text?.includes('@')) return false;
    const rivals = sameNamedOf(id);
    const firm = person.profile_info.current_company_name;
    const isPlaced =
      row.companyName !== undefined || row.website !== undefined || (firm && row.text?.includes(firm)) === true;
    return isPlaced ? rivals.some(({ profile_info: info }) => info.current_company_name === firm) : rivals.length > 0;
  };

  graph.upstream.forget();
  const start = performance.now();
  const rows = asked.map(({ one }) => given(one));
  const { data: answered, errors } = await graph.ask<Answer, object>(key, document, { rows });
  const seconds = (performance.now() - start) / 1000;
  assert.ok(answered?.found, JSON.stringify(errors?.slice(0, 2)));

  const tally = { unique: 0, right: 0, refused: 0, wrongLikely: 0, asked: 0, offered: 0, offeredFirst: 0 };
  const wrong: string[] = [];
  const told: string[] = [];
  const missed = new Map<string, string[]>();
  for (const [at, { one, id }] of asked.entries()) {
    const match = answered.found.rows[at];
    if (!match) continue;
    const found = match.state === 'KNOWN' || match.state === 'DUPLICATE' ? match.id : null;
    const offered = match.candidates.map(({ profile }) => profile.id);
    const words = `${one.kind} (${one.expect}): ${JSON.stringify(one.row)} → ${JSON.stringify(match)}, is ${id}`;
    // Of two people of one name, a bait that names a firm means the one who is there now.
    const isThere = sameNamedOf(id).some(
      (other) => other.id === found && other.profile_info.current_company_name === one.row.companyName,
    );
    const right = one.expect === 'this-other' ? (one.ids ?? []) : id === undefined ? [] : [id];
    const isRight = found !== null && right.includes(found);
    const mustNot = one.expect === 'nobody' || one.expect === 'not-for-sure' || one.expect === 'ask';
    const isWrong =
      one.expect === 'not-for-sure'
        ? found !== null && match.confidence === 'CERTAIN' && !isThere
        : found !== null && !isRight;
    if ((isWrong || (one.expect === 'ask' && found !== null)) && !hasRival(id, one)) {
      if (match.confidence === 'CERTAIN') wrong.push(words);
      else {
        tally.wrongLikely += 1;
        told.push(`wrong, and likely: ${words}`);
      }
    }
    const isRefused = match.cause === 'REFUSED' || match.cause === 'FAILED' || match.cause === 'TOO_MANY';
    if (isRefused && match.state === 'NOT_CHECKED') tally.refused += 1;
    if (mustNot || hasRival(id, one)) continue;
    if (one.expect === 'this') {
      tally.unique += 1;
      if (isRight) tally.right += 1;
      else if (!isRefused && (match.cause !== 'SEVERAL' || !offered.includes(id ?? '')))
        missed.set(one.kind, [...(missed.get(one.kind) ?? []), words]);
    } else {
      tally.asked += 1;
      if (isRight || right.includes(offered[0] ?? '')) tally.offeredFirst += 1;
      if (isRight || offered.some((candidate) => right.includes(candidate))) tally.offered += 1;
      else missed.set(`${one.kind} ?`, [...(missed.get(`${one.kind} ?`) ?? []), words]);
    }
  }
  const calls = graph.upstream.count('/v3/relationships');
  const missedOfUnique = [...missed].reduce((sum, [kind, all]) => sum + (kind.endsWith('?') ? 0 : all.length), 0);
  told.push(`${label}: ${JSON.stringify(tally)} of ${known.length}, ${calls} calls, ${seconds.toFixed(1)} s`);
  for (const all of missed.values()) told.push(`missed ${all.length}: ${all[0]}`);
  return { ...tally, foundOrRefused: tally.unique - missedOfUnique, wrong, calls, seconds, told };
}
