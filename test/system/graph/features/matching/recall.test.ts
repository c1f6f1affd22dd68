import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { nameWords } from '../../../../../src/reading/names.ts';
import type { Alteration } from '../../../../support/network/recorder.ts';
import { randomFrom } from '../../../../support/random.ts';
import { openSampleGraph, type SampleGraph } from '../../../../support/sample/sample-graph.ts';
import { sampleSize } from '../../../../support/sample/sample-seed.ts';
import { sampleProfiles } from '../../../../tools/sample/generate.ts';
import { distortions, type GivenRow, type Known } from './distort.ts';

const key = 'kith_demo_team';
const size = 2000;

interface Matched {
  readonly state: string;
  readonly id: string | null;
  readonly confidence: string | null;
  readonly by: string | null;
  readonly reason: string | null;
  readonly candidates: readonly { readonly profile: { readonly id: string } }[];
}

interface Answer {
  readonly found: { readonly calls: number; readonly rows: readonly Matched[] };
}

const document = `query ($rows: [MatchRow!]!) {
  found: matchPeople(rows: $rows) { calls rows { state id confidence by reason candidates { profile { id } } } }
}`;

const network = '{ relationships(first: 10000) { nodes { profile { id } } } }';

/** Everybody in the sample, as their records say. */
const everybody = (): readonly Known[] =>
  [...sampleProfiles(sampleSize(size))].flatMap(({ id, profile_info: info }) =>
    id && info?.full_name
      ? [
          {
            id,
            fullName: info.full_name,
            currentTitle: info.current_title ?? null,
            currentCompanyName: info.current_company_name ?? null,
            currentCompanyWebsite: info.current_company_websites?.[0] ?? null,
            xnetUrl: info.xnet_url ?? null,
            workEmail: info.work_email ?? null,
          },
        ]
      : [],
  );

/** What becomes of the rows of one distortion. */
interface Tally {
  rows: number;
  right: number;
  ambiguous: number;
  rightFirst: number;
  missed: number;
}

describe('a list of a thousand distorted rows', () => {
  let sample: SampleGraph;
  before(async () => {
    sample = await openSampleGraph({ profiles: size });
  });
  after(() => sample[Symbol.asyncDispose]());

  /** A network of 100,000: of everybody, the first alone. */
  const asLarge: Alteration = ({ path, body }, answer) => {
    const { query } = body ?? {};
    const text = JSON.stringify(query ?? {});
    if (
      path !== '/v3/relationships' ||
      !text.startsWith('{"match_all"') ||
      typeof answer !== 'object' ||
      answer === null
    )
      return answer;
    const items: unknown = Reflect.get(answer, 'items');
    return Array.isArray(items)
      ? { ...answer, items: items.slice(0, 1), total_count: 100_000, pagination_token: 'more' }
      : answer;
  };

  for (const isLarge of [false, true])
    it(`is matched in a ${isLarge ? 'large' : 'small'} network: 93 % of those who are unique, none wrong with certainty, few calls, no credit`, async (t) => {
      const seed = Number(process.env.KITH_PROPERTY_SEED ?? randomInt(1_000_000));
      const random = randomFrom(seed);
      const label = `KITH_PROPERTY_SEED=${seed}`;
      const { data } = await sample.ask<{ relationships: { nodes: { profile: { id: string } }[] } }, object>(
        key,
        network,
        {},
      );
      const isNetwork = new Set(data?.relationships.nodes.map(({ profile }) => profile.id));
      const all = everybody().toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const known = all.filter(({ id }) => isNetwork.has(id));
      const namesakes = Map.groupBy(known, ({ fullName }) => nameWords(fullName).toSorted().join(' '));
      const reached = new Set(namesakes.keys());

      const rows: GivenRow[] = [];
      const truth: { readonly id: string | undefined; readonly kind: string; readonly isUnique: boolean }[] = [];
      const used = new Set<string>();
      while (rows.length < 800 && used.size < known.length) {
        const person = known[Math.floor(random() * known.length)];
        const distortion = distortions[rows.length % distortions.length];
        if (!person || !distortion || used.has(person.id)) continue;
        const row = distortion.row(person, random);
        used.add(person.id);
        if (!row) continue;
        const same = namesakes.get(nameWords(person.fullName).toSorted().join(' ')) ?? [];
        const firm = person.currentCompanyName;
        const rivals =
          row.companyName || row.companyWebsite ? same.filter((one) => one.currentCompanyName === firm) : same;
        rows.push(row);
        truth.push({
          id: person.id,
          kind: distortion.name,
          isUnique: Boolean(row.email ?? row.xnetUrl) || rivals.length === 1,
        });
      }
      // Strangers: people on record whom the network does not reach, and people whom nobody knows, at firms of the network.
      const strangers = all.filter(({ id }) => !isNetwork.has(id));
      for (let at = 0; at < 200; at += 1) {
        const there = known[Math.floor(random() * known.length)];
        const stranger = strangers[Math.floor(random() * strangers.length)];
        if (!there || !stranger) continue;
        const isNamesake = reached.has(nameWords(stranger.fullName).toSorted().join(' '));
        rows.push(
          at % 2 === 0
            ? {
                fullName: stranger.fullName,
                ...(there.currentCompanyName && { companyName: there.currentCompanyName }),
              }
            : { fullName: stranger.fullName },
        );
        truth.push({ id: undefined, kind: 'a stranger', isUnique: !isNamesake });
      }
      const before = await sample.usage(key);
      sample.upstream.alter = isLarge ? asLarge : undefined;
      sample.upstream.forget();
      const answer = await sample.ask<Answer, object>(key, document, { rows });
      sample.upstream.alter = undefined;
      const found = answer.data?.found;
      assert.ok(found, JSON.stringify(answer.errors?.slice(0, 2)));

      const tallies = new Map<string, Tally>();
      const wrong: string[] = [];
      let wrongLikely = 0;
      for (const [at, { id, isUnique, kind }] of truth.entries()) {
        const row = found.rows[at];
        if (!row) continue;
        const told = `${JSON.stringify(rows[at])} → ${JSON.stringify(row)}, not ${id}`;
        // A duplicate of a row that matches nobody has no id.
        const isFound = row.id !== null && (row.state === 'KNOWN' || row.state === 'DUPLICATE');
        if (isFound && row.id !== id && isUnique) {
          if (row.confidence === 'CERTAIN') wrong.push(told);
          else wrongLikely += 1;
        }
        if (!isUnique || id === undefined) continue;
        const tally = tallies.get(kind) ?? { rows: 0, right: 0, ambiguous: 0, rightFirst: 0, missed: 0 };
        tallies.set(kind, tally);
        tally.rows += 1;
        if (isFound && row.id === id) tally.right += 1;
        else if (row.state === 'AMBIGUOUS') {
          tally.ambiguous += 1;
          if (row.candidates[0]?.profile.id === id) tally.rightFirst += 1;
        } else tally.missed += 1;
      }
      const kinds = [...tallies.values()];
      const unique = kinds.reduce((sum, one) => sum + one.rows, 0);
      const right = kinds.reduce((sum, one) => sum + one.right, 0);
      t.diagnostic(`${label}: ${right} of ${unique} right, ${wrongLikely} wrong and likely, ${found.calls} calls`);
      for (const [kind, tally] of tallies) t.diagnostic(`${kind}: ${JSON.stringify(tally)}`);
      assert.deepEqual(wrong, [], label);
      assert.ok(right / unique >= 0.93, `${label}: recall is ${right / unique}`);
      assert.ok(wrongLikely <= 0.003 * rows.length, `${label}: ${wrongLikely} likely matches are wrong`);
      assert.ok(found.calls <= 3 * (rows.length / 100), `${label}: ${found.calls} calls`);
      assert.equal(sample.upstream.count('/v3/relationships'), found.calls, label);
      assert.equal(await sample.usage(key), before, label);
    });
});
