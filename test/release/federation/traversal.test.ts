import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { upstreams } from '../../support/graph/upstreams.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';
import { composers, gateways, type Subgraph } from './gateways.ts';
import { bySlugSdl, openSecondSubgraph, type SecondSubgraph } from './second-subgraph.ts';

interface Person {
  readonly id: string;
  readonly fullName: string | null;
  readonly about: string | null;
}

/** Idea 7 of the design: a good citizen of Apollo Federation 2. */
for (const upstream of upstreams)
  describe(`a traversal through gateways, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    let second: SecondSubgraph;
    let subgraphs: readonly Subgraph[];
    const people = 1200;
    const key = 'kith_demo_team';

    before(async () => {
      sample = await upstream.openSample({ profiles: 2800, graph: { credits: { cache: { keepMs: 60_000 } } } });
      const deals = Array.from({ length: 1500 }, (_, at) => ({
        id: `deal-${at}`,
        champion: sample.profiles[at % people]?.id ?? '',
        company: sample.companySlugs[at % sample.companySlugs.length] ?? '',
      }));
      second = await openSecondSubgraph(deals);
      const { data } = await sample.ask<{ _service: { sdl: string } }, object>(undefined, '{ _service { sdl } }');
      subgraphs = [
        { name: 'kith', url: `${sample.graph.url}/graphql`, sdl: data?._service.sdl ?? '' },
        { name: 'sales', url: second.url, sdl: second.sdl },
      ];
    });
    after(async () => {
      await second?.[Symbol.asyncDispose]();
      await sample?.[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      sample.upstream.forget();
      await sample.graph.cache.purge();
    });

    for (const [name, compose] of Object.entries(composers)) {
      it(`composes with subgraphs that know people by id, or by slug, and have a Node and a viewer of their own, under ${name}`, () => {
        const { supergraph, errors, hints } = compose([
          ...subgraphs,
          { name: 'watch', url: second.url, sdl: bySlugSdl },
        ]);
        assert.deepEqual(errors, []);
        assert.deepEqual(hints, []);
        assert.ok(supergraph?.includes('type Profile'));
      });
    }

    for (const [name, { open: openGateway, composer }] of Object.entries(gateways)) {
      it(`pays once for each record of a traversal under ${name}`, async () => {
        const { supergraph = '' } = composers[composer](subgraphs);
        await using gateway = await openGateway(supergraph);
        const before = await sample.usage(key);
        const { data, errors, charged } = await gateway.ask<{
          deals: readonly {
            readonly champion: Person & {
              readonly score: number;
              readonly currentCompany: {
                readonly id: string;
                readonly name: string | null;
                readonly description: string | null;
                readonly deals: readonly { readonly champion: Person }[] | null;
              } | null;
            };
          }[];
        }>(
          `{ deals { champion { id score fullName about
            currentCompany(full: true) { id name description deals { champion { id fullName about } } } } } }`,
          key,
        );
        // An employer of which nothing but a name is known has no record, and so no id.
        const others = errors?.filter(({ message }) => !message.startsWith('The id of this Company is not known'));
        assert.deepEqual(others ?? [], []);
        const champions = data?.deals.map(({ champion }) => champion) ?? [];
        const employers = champions.flatMap(({ currentCompany }) => currentCompany ?? []);
        const deeper = employers.flatMap(({ deals }) => deals ?? []).map(({ champion }) => champion);
        assert.equal(champions.length, 1500);
        assert.ok(employers.length > 500 && employers.every(({ name }) => name));
        assert.ok(deeper.length > 1000 && deeper.every(({ fullName }) => fullName));
        assert.ok(champions.every(({ score }) => score === 7));
        const distinctPeople = new Set([...champions, ...deeper].map(({ id }) => id)).size;
        const distinctCompanies = new Set(employers.flatMap(({ id }) => id ?? [])).size;
        assert.equal(distinctPeople, people);
        assert.equal((await sample.usage(key)) - before, distinctPeople + distinctCompanies);
        assert.equal(charged, distinctPeople + distinctCompanies);
        // Two levels of people, the second of whom are all known by then, and one of companies.
        assert.ok(sample.upstream.count('/v3/profiles/fetch') <= Math.ceil(people / 1000) + Math.ceil(people / 1000));
        assert.ok(sample.upstream.count('/v3/companies/fetch') <= Math.ceil(distinctCompanies / 1000));
      });
    }
  });
