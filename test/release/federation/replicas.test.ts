import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import pino from 'pino';
import { type Graph, openGraph } from '../../../src/graph/server.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { type Alternating, openAlternating } from '../../support/network/alternating.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';
import { composers, gateways, type Subgraph } from './gateways.ts';
import { openSecondSubgraph, type SecondSubgraph } from './second-subgraph.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;

interface Champion {
  readonly id: string;
  readonly about: string | null;
}

/** A gateway's requests for one operation may land on different replicas. */
for (const upstream of upstreams)
  describe(`federation over two graphs on one Redis, over ${upstream.name}`, {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, () => {
    let sample: SampleGraph;
    let replica: Graph;
    let balancer: Alternating;
    let second: SecondSubgraph;
    let subgraphs: readonly Subgraph[];
    const people = 1100;
    const key = 'kith_demo_team';

    before(async () => {
      const shared = {
        secret: randomUUID(),
        redisUrl,
        credits: { budget: { default: 100_000, max: 100_000 }, cache: { keepMs: 60_000 } },
      };
      sample = await upstream.openSample({ profiles: 1400, graph: shared });
      replica = await openGraph({
        upstreamUrl: sample.asks.baseUrl,
        names: sample.asks.names,
        log: pino({ level: 'silent' }),
        ...shared,
      });
      balancer = await openAlternating([sample.graph.url, replica.url]);
      const deals = Array.from({ length: 1300 }, (_, at) => ({
        id: `deal-${at}`,
        champion: sample.profiles[at % people]?.id ?? '',
        company: sample.companySlugs[at % sample.companySlugs.length] ?? '',
      }));
      second = await openSecondSubgraph(deals);
      const { data } = await sample.ask<{ _service: { sdl: string } }, object>(undefined, '{ _service { sdl } }');
      subgraphs = [
        { name: 'kith', url: `${balancer.url}/graphql`, sdl: data?._service.sdl ?? '' },
        { name: 'sales', url: second.url, sdl: second.sdl },
      ];
    });
    after(async () => {
      await second?.[Symbol.asyncDispose]();
      await balancer?.[Symbol.asyncDispose]();
      await replica?.close();
      await sample?.[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      await sample.graph.cache.purge();
      await replica.cache.purge();
      sample.upstream.forget();
    });

    for (const [name, { open: openGateway, composer }] of Object.entries(gateways)) {
      it(`pays once for each record of a traversal under ${name}`, async () => {
        const { supergraph = '' } = composers[composer](subgraphs);
        await using gateway = await openGateway(supergraph);
        const used = await sample.usage(key);
        const asked = [...balancer.counts];
        const { data, errors } = await gateway.ask<{
          deals: readonly {
            readonly champion: Champion & {
              readonly currentCompany: {
                readonly id: string | null;
                readonly deals: readonly { readonly champion: Champion }[] | null;
              } | null;
            };
          }[];
        }>(
          '{ deals { champion { id about currentCompany(full: true) { id description deals { champion { id about } } } } } }',
          key,
        );
        // An employer of which nothing but a name is known has no record, and so no id.
        const others = errors?.filter(({ extensions }) => extensions?.code !== 'ID_UNKNOWN');
        assert.deepEqual(others ?? [], []);
        const champions = data?.deals.map(({ champion }) => champion) ?? [];
        const employers = champions.flatMap(({ currentCompany }) => currentCompany ?? []);
        const deeper = employers.flatMap(({ deals }) => deals ?? []).map(({ champion }) => champion);
        const distinctPeople = new Set([...champions, ...deeper].map(({ id }) => id)).size;
        const distinctCompanies = new Set(employers.flatMap(({ id }) => id ?? [])).size;
        assert.equal(distinctPeople, people);
        assert.ok(distinctCompanies > 50 && deeper.length > 500);
        assert.ok(balancer.counts.every((count, at) => count > (asked[at] ?? 0)));
        assert.equal((await sample.usage(key)) - used, distinctPeople + distinctCompanies);
        // The second level of people is all known by then, though to the other replica.
        assert.equal(sample.upstream.count('/v3/profiles/fetch'), Math.ceil(people / 1000));
        assert.ok(sample.upstream.count('/v3/companies/fetch') <= Math.ceil(distinctCompanies / 1000));
      });
    }
  });
