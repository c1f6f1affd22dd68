import assert from 'node:assert/strict';
import { fetchCompanies, searchCompanies } from '../../../src/contract/operation/companies.ts';
import { fetchProfiles, searchProfiles } from '../../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import { onDemandPrices, type Price, priceOf } from '../../../src/contract/price.ts';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { nobody, people } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { check, type Part, type Proof, provenBy } from '../row.ts';

const all = { match_all: {} };

const costs = (name: string, price: Price, ...known: readonly (readonly [results: number, credits: number])[]): Proof =>
  check(`prices ${name}: ${known.map(([results, cost]) => `${results} results, ${cost}`).join('; ')}`, () => {
    for (const [results, cost] of known) assert.equal(priceOf(price, results), cost);
  });

const posts = onDemandPrices['Get Profile Posts'];

export const limits: readonly Part[] = [
  {
    part: 'Limits',
    rows: [
      [
        '| Results per page | search operations | limit 0..1000, default 100 |',
        provenBy('search-pages.answers-page-ids'),
        provenBy('search-pages.counts-limit-0'),
        ...['/v3/profiles/search', '/v3/companies/search'].flatMap((path) => [
          refuses(400, path, { query: all, limit: 1001 }, /limit: must be between 0 and 1000/),
          refuses(400, path, { query: all, limit: -1 }, /limit: must be between 0 and 1000/),
        ]),
        check('declares 100 as the default of both', () => {
          const schemas: readonly (JsonSchema | undefined)[] = [searchProfiles.request, searchCompanies.request];
          for (const schema of schemas) assert.equal(schema?.properties?.limit?.default, 100);
        }),
      ],
      [
        '| stable_pagination | search operations | requires limit = 1000 |',
        refuses(400, '/v3/profiles/search', { query: all, limit: 999, stable_pagination: true }, /must be 1000/),
        refuses(400, '/v3/companies/search', { query: all, limit: 999, stable_pagination: true }, /must be 1000/),
      ],
      [
        '| Identifier array size | profile fetch',
        provenBy('fetch.takes-thousand-identifiers'),
        refuses(400, '/v3/companies/fetch', { ids: Array.from({ length: 1001 }, () => nobody) }, /at most 1000/),
      ],
      [
        '| fields array | fetch operations | at least 1 item |',
        refuses(400, '/v3/profiles/fetch', { ids: [nobody], fields: [] }, /fields: must hold at least 1/),
        refuses(400, '/v3/companies/fetch', { ids: [nobody], fields: [] }, /fields: must hold at least 1/),
      ],
      [
        'Credits are consumed by results returned, not by requests.',
        check('charges two requests for what they return', async ({ ask, spent }) => {
          const before = await spent('meadow');
          await ask('meadow', fetchProfiles, { ids: [people.ada.id, people.ben.id, nobody] });
          await ask('meadow', fetchProfiles, { ids: [nobody] });
          assert.equal((await spent('meadow')) - before, 2);
        }),
      ],
      [
        'Empty responses cost 0.',
        check('charges nothing for nothing', async ({ ask, spent }) => {
          const before = await spent('meadow');
          await ask('meadow', fetchProfiles, { ids: [nobody] });
          await ask('meadow', fetchCompanies, { ids: [] });
          assert.equal(await spent('meadow'), before);
        }),
      ],
      ['| Search profiles, search companies | free |', provenBy('credits.charges-nothing-request')],
      [
        '| Fetch profile, fetch company | 1 credit per record returned |',
        costs('a fetch', fetchProfiles.price, [0, 0], [10, 10]),
      ],
      [
        '| Relationships | free |',
        check('charges nothing', async ({ ask, spent }) => {
          const before = await spent('orchard');
          await ask('orchard', findRelationships, {});
          assert.equal(await spent('orchard'), before);
        }),
      ],
      [
        '| Network Mapper (partner) | 1 credit per non-empty response; empty free |',
        provenBy('network.costs-1-credit'),
      ],
      [
        '| Refresh a Profile | 3 credits',
        costs('a refresh', onDemandPrices['Refresh a Profile'], [0, 0], [1, 3], [20, 60]),
      ],
      [
        '| Get Profile Posts, Get Company Posts | 1 credit per 10',
        costs('profile posts', posts, [0, 0], [1, 1], [10, 1], [11, 2], [100, 10], [500, 10]),
        costs('company posts', onDemandPrices['Get Company Posts'], [15, 2], [100, 10], [101, 10]),
      ],
      [
        '| Get Comments, Get Reactions, Get Reshares | 1 credit per call, flat |',
        costs('comments', onDemandPrices['Get Comments'], [0, 1], [1, 1], [1000, 1]),
        costs('reactions', onDemandPrices['Get Reactions'], [0, 1], [1, 1], [1000, 1]),
        costs('reshares', onDemandPrices['Get Reshares'], [0, 1], [1, 1], [1000, 1]),
      ],
      [
        'Examples: fetch of 10 profiles all returned costs 10',
        check('charges 10 for 10 profiles', async ({ ask, spent }) => {
          const before = await spent('cove');
          await ask('cove', fetchProfiles, { ids: Object.values(people).map(({ id }) => id) });
          assert.equal((await spent('cove')) - before, 10);
        }),
        provenBy('credits.prices-demand-operations'),
      ],
      [
        'Plans: each plan includes a monthly credit allowance that resets',
        provenBy('credits.resumes-next-period'),
        provenBy('credits.starts-periods-anchor'),
      ],
      ["Beyond the allowance, use is billed at the plan's overage rate.", provenBy('credits.lets-calls-pass')],
      [
        'Overage protection (paid plans, off by default)',
        check('is off by default', async ({ store }) => {
          const { overage_protection: on } = await store.db
            .selectFrom('team')
            .select('overage_protection')
            .where('name', '=', 'meadow')
            .executeTakeFirstOrThrow();
          assert.equal(on, false);
        }),
        provenBy('credits.refuses-whole-would'),
        provenBy('credits.resumes-plan-grows'),
        provenBy('credits.resumes-next-period'),
      ],
      [
        'Rate limits, request body size limits and query size limits: not shown.',
        provenBy('rate-limit.off-unless-configured'),
        provenBy('http.largest-body'),
      ],
      ['Allowance sizes per plan and overage rates: not shown.', provenBy('administration.makes-team-plan')],
    ],
  },
];
