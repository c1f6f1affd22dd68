import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { companies, keyOf, people } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { unlessRefused, upstreams } from '../../../support/graph/upstreams.ts';
import { randomFrom } from '../../../support/random.ts';
import { openSampleGraph, type SampleGraph } from '../../../support/sample/sample-graph.ts';

interface Matched {
  readonly at: number;
  readonly state: string;
  readonly id: string | null;
  readonly by: string | null;
  readonly confidence: string | null;
  readonly sameAs: number | null;
  readonly reason: string | null;
}

interface People {
  readonly found: {
    readonly rows: readonly (Matched & {
      readonly profile: { readonly fullName: string } | null;
      readonly candidates: readonly { readonly profile: { readonly id: string } }[];
    })[];
    readonly known: number;
    readonly duplicates: number;
    readonly priceToEnrich: number;
    readonly calls: number;
  };
}

interface Companies {
  readonly found: { readonly rows: readonly (Matched & { readonly people: number | null })[] };
}

type Rows = readonly Readonly<Record<string, string | null>>[];

const matchPeople = `query ($rows: [MatchRow!]!, $checkRecords: Boolean) {
  found: matchPeople(rows: $rows, checkRecords: $checkRecords) {
    rows { at state id by confidence sameAs reason profile { fullName } candidates { profile { id fullName } } }
    known duplicates priceToEnrich calls
  }
}`;
const matchCompanies = `query ($rows: [CompanyMatchRow!]!, $checkRecords: Boolean) {
  found: matchCompanies(rows: $rows, checkRecords: $checkRecords) { rows { at state id by sameAs reason people } }
}`;

for (const upstream of upstreams)
  describe(`rows of a list, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => cast.upstream.forget());

    const key = keyOf('orchard');
    const { eve, dmitri } = people;

    async function match(rows: Rows, checkRecords = false) {
      const answer = await cast.ask<People, object>(key, matchPeople, { rows, checkRecords });
      const { data } = unlessRefused(upstream, answer);
      assert.ok(data?.found);
      return data.found;
    }

    it('are known by any name in any spelling, for no credit', async () => {
      const { rows } = await match([
        { id: eve.id.toUpperCase() },
        { email: ' ADA@Brightwater.example ' },
        { xnetUrl: 'https://xnet.example/in/dmitri-volkov/' },
      ]);
      // A path that the interface does not name may be refused; then the row is not looked for, rather than unknown.
      for (const { state, reason } of rows)
        assert.ok(state === 'KNOWN' || (!upstream.ours && state === 'NOT_CHECKED'), `${state}: ${reason}`);
      assert.equal(await cast.usage(key), 0);
      assert.equal(cast.upstream.count('/v3/profiles/fetch'), 0);
    });

    it('are never unknown where the data service refuses to search', async () => {
      const { rows } = await match([{ xnetSlug: 'grace-oduya' }], true);
      assert.ok(rows.every(({ state }) => state !== 'UNKNOWN'));
    });

    it('are the same where they name the same, or turn out to', async () => {
      const { rows, duplicates } = await match([
        { id: eve.id },
        { id: eve.id.toUpperCase(), email: 'eve@brightwater.example' },
        { id: dmitri.id },
      ]);
      assert.deepEqual([rows[1]?.state, rows[1]?.sameAs, duplicates], ['DUPLICATE', 0, 1]);
    });

    it('say what of them cannot be read', async () => {
      const { rows } = await match([
        {},
        { fullName: 'Ada' },
        { id: 'no uuid' },
        { xnetUrl: 'https://xnet.example/company/brightwater' },
        { email: 'nobody' },
      ]);
      assert.ok(rows.every(({ state, reason }) => state === 'UNKNOWN' && reason));
      assert.match(rows[2]?.reason ?? '', /`id` is not a uuid/);
      assert.match(rows[3]?.reason ?? '', /not the URL of a person’s page/);
      assert.equal(cast.upstream.count('/v3/relationships'), 0);
    });

    it('are at most a thousand', async () => {
      const rows = Array.from({ length: 1001 }, () => ({ id: eve.id }));
      const { errors } = await cast.ask<People, object>(key, matchPeople, { rows });
      assert.match(errors?.[0]?.message ?? '', /^rows: must be at most 1000/);
    });

    if (upstream.ours) {
      it('are on record, unknown, or not looked for, as was asked', async () => {
        const stranger = { xnetSlug: 'ines-prado' };
        const nobody = { email: 'nobody@nowhere.example' };
        const unasked = await match([stranger, nobody]);
        assert.deepEqual(
          unasked.rows.map(({ state }) => state),
          ['NOT_CHECKED', 'NOT_CHECKED'],
        );
        const { rows, priceToEnrich } = await match([stranger, nobody], true);
        assert.deepEqual(
          rows.map(({ state, id }) => [state, id]),
          [
            ['ON_RECORD', people.ines.id],
            ['UNKNOWN', null],
          ],
        );
        assert.equal(priceToEnrich, 1);
      });

      it('are found by a name with a website, present or former, and are only likely if identifiers differ', async () => {
        const { rows } = await match([
          { fullName: 'eve larsen', companyWebsite: 'https://www.Brightwater.example/' },
          { fullName: 'Eve Larsen', companyWebsite: 'cobalt-systems.example' },
          { id: dmitri.id, email: 'ada@brightwater.example' },
        ]);
        assert.deepEqual(
          rows.map(({ state, by, id }) => [state, by, id]),
          [
            ['KNOWN', 'NAME_AND_WEBSITE', eve.id],
            // She worked there once.
            ['DUPLICATE', null, eve.id],
            ['KNOWN', 'ID', dmitri.id],
          ],
        );
        assert.deepEqual(
          rows.map(({ confidence }) => confidence),
          ['CERTAIN', 'LIKELY', 'LIKELY'],
        );
        assert.match(rows[2]?.reason ?? '', /are those of two people/);
      });

      it('are found by any of several addresses', async () => {
        const { rows } = await match([
          { email: 'nobody@nowhere.example; BEN@Cobalt-Systems.example' },
          { email: 'ben@cobalt-systems.example', fullName: 'Ben Okafor' },
          { email: 'somebody@nowhere.example, no-one@nowhere.example' },
        ]);
        assert.deepEqual(
          rows.map(({ state, by, id, confidence }) => [state, by, id, confidence]),
          [
            ['KNOWN', 'EMAIL', people.ben.id, 'CERTAIN'],
            ['DUPLICATE', null, people.ben.id, 'CERTAIN'],
            ['NOT_CHECKED', null, null, null],
          ],
        );
      });

      it('are paid for by no way from a row that is only likely, or ambiguous', async () => {
        const document = `query ($rows: [MatchRow!]!, $likely: Boolean!) {
          matchPeople(rows: $rows, likely: $likely) {
            rows {
              confidence
              profile { about }
              relationship {
                profile { fullName about introPaths(hops: 2, first: 1) { notes } }
                connections { profile { id skills } }
              }
              candidates { profile { fullName about } }
            }
          }
        }`;
        interface Rows {
          readonly matchPeople: {
            readonly rows: readonly {
              readonly confidence: string;
              readonly relationship: { readonly profile: { readonly fullName: string } } | null;
            }[];
          };
        }
        const rows = [{ fullName: 'Eve Larsen', companyWebsite: 'cobalt-systems.example' }];
        const before = await cast.usage(key);
        const unasked = await cast.ask<Rows, object>(key, document, { rows, likely: false });
        const [row] = unasked.data?.matchPeople.rows ?? [];
        assert.deepEqual([row?.confidence, row?.relationship?.profile.fullName], ['LIKELY', 'Eve Larsen']);
        assert.deepEqual([unasked.extensions?.credits?.charged, await cast.usage(key)], [0, before]);
        assert.ok(unasked.errors?.length);
        for (const { message } of unasked.errors ?? []) assert.match(message, /what is not certain is not paid for/);
        const asked = await cast.ask<Rows, object>(key, document, { rows, likely: true });
        assert.equal(asked.errors, undefined, JSON.stringify(asked.errors));
        assert.equal((await cast.usage(key)) - before, 1);
      });

      it('have a price of nothing', async () => {
        const { quote } = await cast.quote(key, matchPeople.replace(' profile { fullName }', ''), {
          rows: [{ id: eve.id }, { xnetSlug: 'ines-prado' }],
          checkRecords: true,
        });
        assert.deepEqual([quote?.min, quote?.max], [0, 0]);
        assert.equal(cast.upstream.count('/v3/profiles/fetch'), 0);
      });

      it('find companies by website in any spelling, and count whom the network reaches there', async () => {
        const before = await cast.usage(key);
        const { data } = await cast.ask<Companies, object>(key, matchCompanies, {
          rows: [
            { website: 'HTTPS://www.Brightwater.example/' },
            { id: companies.brightwater.id },
            { xnetSlug: 'brightwater', name: 'Brightwater' },
            { website: 'nobody-there.example' },
            { name: 'Brightwater, Inc.' },
          ],
          checkRecords: true,
        });
        assert.deepEqual(
          data?.found.rows.map(({ state }) => state),
          ['KNOWN', 'DUPLICATE', 'DUPLICATE', 'UNKNOWN', 'DUPLICATE'],
        );
        assert.ok((data.found.rows[0]?.people ?? 0) > 0);
        assert.equal(await cast.usage(key), before);
      });
    }
  });

describe('a labelled list of a thousand rows', () => {
  let sample: SampleGraph;
  before(async () => {
    sample = await openSampleGraph();
  });
  after(() => sample[Symbol.asyncDispose]());

  const key = 'kith_demo_team';

  it('has every known row, no wrong one, each double and each price, in few calls', async () => {
    const seed = Number(process.env.KITH_PROPERTY_SEED ?? randomInt(1_000_000));
    const random = randomFrom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const label = `KITH_PROPERTY_SEED=${seed}`;
    interface Person {
      readonly id: string;
      readonly xnetSlug: string | null;
      readonly xnetUrl: string | null;
      readonly workEmail: string | null;
    }
    const { data } = await sample.ask<{ relationships: { nodes: { profile: Person }[] } }, object>(
      key,
      '{ relationships(first: 10000) { nodes { profile { id xnetSlug xnetUrl workEmail } } } }',
      {},
    );
    const network = data?.relationships.nodes.map(({ profile }) => profile) ?? [];
    const reached = new Set(network.map(({ id }) => id));
    // Of other people no account holds the slug, so that only their whole URL finds them.
    const account = 'profile_info.social_media';
    const filter = [{ term: { [`${account}.network`]: 'xnet' } }, { exists: { field: `${account}.slug` } }];
    const withSlug = await sample.ask<{ relationships: { nodes: { profile: { id: string } }[] } }, object>(
      key,
      'query ($dsl: JSON) { relationships(dsl: $dsl, first: 10000) { nodes { profile { id } } } }',
      { dsl: { nested: { path: account, query: { bool: { filter } } } } },
    );
    const slugged = new Set(withSlug.data?.relationships.nodes.map(({ profile }) => profile.id));
    const strangers = sample.profiles.filter(({ id }) => !reached.has(id));
    const rows: Record<string, string>[] = [];
    /** The person of each row; undefined: nobody, or nobody in the network. */
    const truth: (string | undefined)[] = [];
    const shuffled = network.toSorted((a, b) => (a.id < b.id ? -1 : 1)).filter(() => random() < 0.9);
    const rowOf = (one: Person): Record<string, string> => {
      if (one.workEmail && random() < 0.4)
        return { email: random() < 0.5 ? one.workEmail.toUpperCase() : one.workEmail };
      if (one.xnetUrl && random() < 0.4) return { xnetUrl: `${one.xnetUrl}/` };
      if (one.xnetSlug && slugged.has(one.id) && random() < 0.7)
        // A search compares to the letter, in the case given and in lower case: capitals of other alphabets may not be found.
        return { xnetSlug: /^[\w-]+$/.test(one.xnetSlug) ? ` ${one.xnetSlug.toUpperCase()} ` : one.xnetSlug };
      return { id: one.id };
    };
    for (const one of shuffled.slice(0, 600)) {
      rows.push(rowOf(one));
      truth.push(one.id);
    }
    const distinct = rows.length;
    // A fifth are doubles, each in a spelling of its own.
    while (rows.length < distinct + 200) {
      const at = Math.floor(random() * distinct);
      const person = shuffled[at] as Person;
      rows.push(rowOf(person));
      truth.push(person.id);
    }
    // A tenth are spelled wrong, and a tenth are unknown, or known to others alone.
    for (let n = 0; n < 100; n += 1) {
      const wrong = pick(network);
      rows.push(wrong.xnetSlug ? { xnetSlug: `${wrong.xnetSlug}-x${n}` } : { email: `x${n}@nowhere.example` });
      truth.push(undefined);
      rows.push(n % 2 === 0 ? { email: `nobody${n}@nowhere.example` } : { xnetSlug: pick(strangers).slug });
      truth.push(undefined);
    }
    sample.upstream.forget();
    const before = await sample.usage(key);
    const answer = await sample.ask<People, object>(key, matchPeople, { rows });
    const found = answer.data?.found;
    assert.ok(found, JSON.stringify(answer.errors?.slice(0, 2)));
    const first = new Map<string, number>();
    for (const [at, { state, id, sameAs }] of found.rows.entries()) {
      const person = truth[at];
      const where = `${label}: row ${at}, ${JSON.stringify(rows[at])}`;
      if (person === undefined) assert.ok(state === 'NOT_CHECKED' || state === 'DUPLICATE', where);
      else if (first.has(person)) assert.deepEqual([state, sameAs], ['DUPLICATE', first.get(person)], where);
      else {
        assert.deepEqual([state, id], ['KNOWN', person], where);
        first.set(person, at);
      }
    }
    assert.equal(found.known, distinct, label);
    // Two pages, and a handful of people whose summaries show another slug than their accounts: three a hundred rows.
    assert.ok(found.calls <= 30, `${label}: ${found.calls} calls`);
    // The client may send a search again, without a path that the data service does not have.
    const sent = sample.upstream.count('/v3/relationships');
    assert.ok(sent >= found.calls && sent <= found.calls + 2, `${label}: ${sent} sent, ${found.calls} told`);
    assert.equal(await sample.usage(key), before);
  });
});
