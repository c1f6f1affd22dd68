import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { companies, keyOf, nobody, people } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { byAnyPath, itOrRefused, unlessRefused, upstreams } from '../../../support/graph/upstreams.ts';

interface Step {
  readonly kind: string;
  readonly confidence: number;
  readonly from: string | null;
  readonly monthsAtLeast: number | null;
  readonly why: string;
  readonly bridge: { readonly fullName: string } | null;
  readonly profile: { readonly fullName: string } | null;
}

interface Paths {
  readonly introPaths: {
    readonly notes: readonly string[];
    readonly problems: readonly { readonly __typename: string; readonly code: string; readonly message: string }[];
    readonly complete: boolean;
    readonly nodes: readonly {
      readonly confidence: number;
      readonly why: string;
      readonly connector: { readonly name: string };
      readonly target: { readonly fullName: string } | null;
      readonly steps: readonly Step[];
    }[];
  };
}

const document = `query ($to: IntroTarget!, $hops: Int = 2, $evidence: IntroEvidence, $exclude: IntroExclusion) {
  introPaths(to: $to, hops: $hops, evidence: $evidence, exclude: $exclude) {
    notes complete problems { __typename code message }
    nodes { confidence why connector { name } target { fullName } steps { kind confidence from monthsAtLeast why bridge { fullName } profile { fullName } } }
  }
}`;

const byEmployerId = 'It asks for people by their employer’s id, which no fallback replaces.';
const bySchool = 'It asks for people by their school, which no fallback replaces.';

/**
 * Jonas is at Delta, where nobody whom Orchard's connectors know directly was with him but Dmitri; Ada knows him from Brightwater.
 */
for (const upstream of upstreams)
  describe(`paths in two steps, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => cast.upstream.forget());

    const key = keyOf('orchard');
    // Our own service links Ben to Jonas, too, since Delta has invested where he works.
    const withoutBen = [{ xnetSlug: 'Ben-Okafor' }];
    const toJonas = { to: { profile: { id: people.jonas.id } }, exclude: { profiles: withoutBen } };

    async function ask(variables: object, headers = {}) {
      const answer = await cast.ask<Paths, object>(key, document, variables, { headers });
      const { data, errors, extensions } = unlessRefused(upstream, answer);
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.ok(data);
      return { ...data.introPaths, charged: extensions?.credits?.charged };
    }

    async function addConnector(apiKey: string, slug: string): Promise<void> {
      await cast.ask(apiKey, 'mutation ($input: AddConnectorsInput!) { addConnectors(input: $input) { queued } }', {
        input: { xnetSlugs: [slug] },
      });
      const events = await fetch(`${cast.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': apiKey },
        body: JSON.stringify({
          query: 'subscription ($slugs: [String!]!) { addedConnectors(xnetSlugs: $slugs) { end } }',
          variables: { slugs: [slug] },
        }),
      });
      assert.match(await events.text(), /ALL_APPEARED/);
    }

    it('lead over somebody who was at one employer at the same time, for the credit of the target’s record', async () => {
      const { nodes, charged } = await ask(toJonas);
      assert.equal(charged, 1);
      assert.deepEqual(
        nodes.map(({ connector, steps }) => [
          connector.name,
          ...steps.map(({ kind, profile }) => [kind, profile?.fullName]),
        ]),
        [['Ada Moreau', ['KNOWN', 'Dmitri Volkov'], ['POTENTIAL', 'Jonas Weber']]],
      );
      const [path] = nodes;
      assert.deepEqual(path?.target, { fullName: 'Jonas Weber' });
      const [known, potential] = path?.steps ?? [];
      assert.deepEqual([known?.bridge, potential?.bridge], [null, { fullName: 'Dmitri Volkov' }]);
      assert.equal(path?.confidence, (known?.confidence ?? 0) * (potential?.confidence ?? 0));
      assert.ok(path.confidence > 0 && path.confidence < 1);
      assert.match(
        potential?.why ?? '',
        /^Dmitri Volkov was at Delta Ventures at the same time as Jonas Weber.*but they may not have met\.$/,
      );
      assert.equal(path.why, `${known?.why} ${potential?.why}`);
      // Jonas's own first day, since Dmitri's is in no free payload. One call is left to ask for a year together.
      assert.equal(potential?.from, '2020-01-01');
      assert.equal(potential.monthsAtLeast, upstream.anyPath ? 12 : 0);
    });

    it('take the record, two looks at relationships, three searches for an employer and one, and head counts', async () => {
      await ask(toJonas);
      const { calls } = cast.upstream;
      const counts = calls.filter(({ body }) => body?.limit === 0);
      assert.equal(calls.filter(({ path }) => path === '/v3/profiles/fetch').length, 1);
      // Searches for relationships that are refused, and the network, page by page.
      const refused = upstream.anyPath ? 0 : 5;
      assert.ok(calls.length - counts.length <= 1 + 2 + 3 + 1 + refused, JSON.stringify(calls.map(({ path }) => path)));
      assert.ok(calls.length <= 20);
    });

    it('say what the upstream could not be asked', async () => {
      const { notes, complete } = await ask(toJonas);
      assert.equal(complete, upstream.anyPath);
      assert.equal(
        notes.some((note) => note.includes('does not search careers')),
        !upstream.anyPath,
      );
    });

    it('tell exact dates by the record of who stands in between, for another credit', async () => {
      const { nodes, charged } = await ask({ ...toJonas, evidence: 'FULL' });
      assert.equal(charged, 2);
      const [, potential] = nodes[0]?.steps ?? [];
      assert.equal(potential?.from, '2021-06-01');
      assert.ok((potential.monthsAtLeast ?? 0) >= 60);
      assert.match(potential.why, /, \d+ months together/);
    });

    it('leave out people and connectors who are excluded', async () => {
      const { nodes } = await ask(toJonas);
      assert.equal(nodes.length, 1);
      for (const one of [{ id: people.dmitri.id }, { xnetSlug: 'Ada-Moreau' }])
        assert.deepEqual((await ask({ ...toJonas, exclude: { profiles: [...withoutBen, one] } })).nodes, []);
      const connectors = (
        await cast.ask<{ introPaths: { nodes: { connector: { id: string } }[] } }, object>(
          key,
          'query ($to: IntroTarget!) { introPaths(to: $to, hops: 2) { nodes { connector { id } } } }',
          toJonas,
        )
      ).data?.introPaths.nodes.map(({ connector }) => connector.id);
      assert.deepEqual((await ask({ ...toJonas, exclude: { connectors } })).nodes, []);
    });

    it('come after direct ways, which stay where the record may not be paid for', async () => {
      const toChloe = { to: { profile: { id: people.chloe.id } } };
      const { nodes, notes, complete, charged, problems } = await ask(toChloe, { 'x-credit-budget': '0' });
      assert.equal(charged, 0);
      assert.deepEqual(nodes.map(({ connector }) => connector.name).sort(), ['Ada Moreau', 'Ben Okafor']);
      assert.ok(nodes.every(({ steps }) => steps.length === 1));
      assert.equal(complete, false);
      assert.match(notes[0] ?? '', /record was not loaded/);
      assert.deepEqual(
        problems.map(({ __typename, code }) => [__typename, code]),
        [['CreditLimit', 'CREDIT_BUDGET']],
      );
      assert.match(problems[0]?.message ?? '', /budget of 0 credits/);
    });

    it('say why nobody can be asked', async () => {
      const unknown = await ask({ to: { profile: { id: nobody } } });
      assert.deepEqual(unknown.nodes, []);
      assert.equal(unknown.complete, true);
      assert.equal(unknown.charged, 0);
      const noCareer = await ask({ to: { profile: { id: people.ines.id } } });
      assert.match(noCareer.notes.join(' '), /has no dated career/);
    });

    it('say that the target is a connector', async () => {
      const { notes } = await ask({ to: { profile: { id: people.ada.id } } });
      assert.ok(notes.includes('Ada Moreau is a connector of the team, who can be asked directly.'), notes.join());
    });

    itOrRefused(upstream)('lead into a company over people who were there once, for nothing', async () => {
      const { nodes, charged } = await ask({ to: { company: { id: companies.brightwater.id } } });
      assert.equal(charged, 0);
      const through = nodes.filter(({ steps }) => steps.length === 2);
      assert.deepEqual(
        through.map(({ steps, target }) => [steps[1]?.bridge?.fullName, steps[1]?.kind, target]),
        [['Dmitri Volkov', 'POTENTIAL', null]],
      );
    });

    it('lead over somebody who was at one school at the same time', byAnyPath(upstream, bySchool), async () => {
      const meadow = keyOf('meadow');
      await addConnector(meadow, 'ben-okafor');
      const { data, errors, extensions } = await cast.ask<Paths, object>(meadow, document, {
        to: { profile: { id: people.grace.id } },
      });
      assert.equal(errors, undefined);
      assert.equal(extensions?.credits?.charged, 1);
      const overAda = (paths: Paths | null | undefined) =>
        paths?.introPaths.nodes.find(({ steps }) => steps[0]?.profile?.fullName === 'Ada Moreau');
      const path = overAda(data);
      assert.deepEqual(
        path?.steps.map(({ kind }) => kind),
        ['KNOWN', 'POTENTIAL'],
      );
      assert.equal(path?.steps[1]?.from, '2011-09-01');
      assert.equal(
        path?.steps[1]?.why,
        'Ada Moreau was at Trinity College at the same time as Grace Oduya, but they may not have met.',
      );
      const full = await cast.ask<Paths, object>(meadow, document, {
        to: { profile: { id: people.grace.id } },
        evidence: 'FULL',
      });
      assert.equal(full.extensions?.credits?.charged, 1 + (data?.introPaths.nodes.length ?? 0));
      // Ada stayed a year longer.
      assert.equal(overAda(full.data)?.steps[1]?.monthsAtLeast, 21);
    });

    it(
      'are told of a person and a company at hand, for the same price',
      byAnyPath(upstream, byEmployerId),
      async () => {
        const fields = /nodes \{.*\}/.exec(document)?.[0] ?? '';
        const ofPerson = await cast.ask<{ profile: Paths }, object>(
          key,
          `query ($by: ProfileBy!, $exclude: IntroExclusion) {
          profile(by: $by) { ... on Profile { introPaths(hops: 2, exclude: $exclude) { ${fields} } } }
        }`,
          { by: toJonas.to.profile, exclude: toJonas.exclude },
        );
        assert.equal(ofPerson.extensions?.credits?.charged, 1);
        assert.deepEqual(ofPerson.data?.profile.introPaths.nodes, (await ask(toJonas)).nodes);
        const ofCompany = await cast.ask<{ company: Paths }, object>(
          key,
          `query ($by: CompanyBy!) {
          company(by: $by) { ... on Company { introPaths(hops: 2, evidence: FULL) { ${fields} } } }
        }`,
          { by: { id: companies.brightwater.id } },
        );
        const through = ofCompany.data?.company.introPaths.nodes.find(({ steps }) => steps.length === 2);
        assert.match(through?.steps[1]?.why ?? '', /^Dmitri Volkov once worked at the company until 2021, /);
        assert.equal(through?.steps[1]?.from, '2020-06-01');
        assert.equal(ofCompany.extensions?.credits?.charged, 1);
      },
    );

    itOrRefused(upstream)('are none to a person of whom the conditions do not hold', async () => {
      const answer = await cast.ask<Paths, object>(
        key,
        'query ($to: IntroTarget!, $where: ProfileWhere) { introPaths(to: $to, hops: 2, where: $where) { nodes { why } } }',
        { to: toJonas.to, where: { currentTitle: { matches: 'plumber' } } },
      );
      assert.deepEqual(unlessRefused(upstream, answer).data?.introPaths.nodes, []);
      assert.ok(!cast.upstream.calls.some(({ path }) => path === '/v3/profiles/fetch'));
    });

    it('take one or two hops', async () => {
      for (const hops of [0, 3, -1]) {
        const { errors } = await cast.ask<Paths, object>(key, document, { ...toJonas, hops });
        assert.equal(errors?.[0]?.message, `hops: must be 1 or 2, but got ${hops}.`);
        assert.equal(errors[0]?.extensions?.code, 'BAD_USER_INPUT');
      }
      assert.equal(cast.upstream.calls.length, 0);
    });

    it('are quoted without paying', async () => {
      const before = await cast.usage(key);
      const { quote, errors } = await cast.quote(key, document, { ...toJonas, evidence: 'FULL' });
      assert.equal(errors, undefined);
      assert.deepEqual([quote?.min, quote?.max], [0, 11]);
      assert.equal(await cast.usage(key), before);
    });

    const atHand = async (field: 'profile' | 'company', id: string) => {
      const paths = 'introPaths(hops: 2, evidence: FULL, first: 3) { nodes { steps { monthsAtLeast } } }';
      const record = field === 'profile' ? 'Profile' : 'Company';
      const before = await cast.usage(key);
      const { quote, errors } = await cast.quote(
        key,
        `query ($id: ID!) { ${field}(by: { id: $id }) { ... on ${record} { ${paths} } } }`,
        { id },
      );
      assert.equal(errors, undefined);
      assert.equal(await cast.usage(key), before);
      return [quote?.min, quote?.max, quote?.open];
    };

    it('are quoted without paying to a person at hand: the record, and whoever may be in between', async () => {
      // Where no free search tells that there is such a person, a fetch does.
      const existence = upstream.anyPath ? 0 : 1;
      assert.deepEqual(await atHand('profile', people.jonas.id), [0, existence + 1 + 3, false]);
    });

    it(
      'are quoted without paying into a company: whom free searches found to be in between',
      byAnyPath(upstream, byEmployerId),
      async () => {
        assert.deepEqual(await atHand('company', companies.brightwater.id), [0, 1, false]);
      },
    );
  });
