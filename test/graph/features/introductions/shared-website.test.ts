import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { remapConnectors } from '../../../../src/service/mapping/remap-connectors.ts';
import { writeCompanies, writeProfiles } from '../../../../src/store/record/write.ts';
import { companies, keyOf, present } from '../../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';
import { type CastService, openCast } from '../../../support/service.ts';

/** Companies by name, each with its website and one employee, who was at Aurora together with Ada and Ben. */
const websites = {
  league: 'https://mlb.example',
  yankees: 'https://www.mlb.example/yankees',
  mets: 'mlb.example/mets',
  one: 'https://shared.example/one',
  two: 'shared.example/two',
  left: 'twins.example',
  right: 'https://twins.example/',
  alone: 'http://www.alone.example',
  eps: 'https://social.example/company/eps',
  gamma: 'https://tree.example/view/gamma',
  delta: 'https://tree.example/view/delta',
} as const;

const { id: auroraId, company_info: aurora } = companies.aurora;

interface Found {
  readonly complete: boolean;
  readonly notes: readonly string[];
  readonly nodes: readonly { readonly target: { readonly fullName: string } }[];
}

const paths = `query ($to: IntroTarget!, $hops: Int!) {
  introPaths(to: $to, hops: $hops) { complete notes nodes { target { fullName } } }
}`;

const plan = `query ($to: [IntroTarget!]!) {
  introPlan(to: $to) { asks { introductions { path { target { fullName } } } } }
}`;

describe('introductions to companies on one host', () => {
  let service: CastService;
  let graph: TestGraph;
  before(async () => {
    service = await openCast();
    const { db } = service.store;
    const made = Object.entries(websites).map(([name, website]) => ({ id: randomUUID(), name, website }));
    await writeCompanies(
      db,
      made.map(({ id, name, website }) => ({ id, company_info: { id, name, websites: [website] } })),
    );
    await writeProfiles(
      db,
      made.map(({ id: companyId, name, website }) => {
        const id = randomUUID();
        const url = `https://xnet.example/in/of-${name}`;
        return {
          id,
          profile_info: {
            id,
            full_name: name,
            xnet_url: url,
            social_media: [{ network: 'xnet', slug: `of-${name}`, url }],
            current_company_id: companyId,
            current_company_websites: [website],
            experience: [
              {
                company_id: companyId,
                company: { id: companyId, name, websites: [website] },
                is_current: true,
                start_date: '2019-01-01',
              },
              {
                company_id: auroraId,
                company: { id: auroraId, name: aurora.name, websites: aurora.websites },
                is_current: false,
                start_date: '2017-01-01',
                end_date: '2018-12-31',
              },
            ],
          },
        };
      }),
    );
    await remapConnectors(db, present);
    await service.context.jobs.idle();
    await service.settled();
    graph = await openTestGraph(service.url);
  });
  after(async () => {
    await graph?.close();
    await service?.close();
    await service?.store.close();
  });

  async function ask(companyWebsite: string, hops = 1) {
    const { data, errors } = await graph.ask<{ introPaths: Found }, object>(keyOf('orchard'), paths, {
      to: { companyWebsite },
      hops,
    });
    assert.equal(errors, undefined, JSON.stringify(errors));
    assert.ok(data);
    const { nodes, notes, complete } = data.introPaths;
    return { people: [...new Set(nodes.map(({ target }) => target.fullName))], notes, complete };
  }

  const found: readonly (readonly [website: string, people: readonly (keyof typeof websites)[]])[] = [
    ['mlb.example/yankees', ['yankees']],
    ['https://www.MLB.example/yankees/roster?year=2020', ['yankees']],
    ['mlb.example/mets/', ['mets']],
    ['https://mlb.example', ['league']],
    ['shared.example/one', ['one']],
    // One company alone has the host.
    ['alone.example', ['alone']],
    ['https://alone.example/imprint', ['alone']],
    ['//social.example/company/EPS/people?x=1', ['eps']],
    ['https://tree.example/view/gamma', ['gamma']],
    ['tree.example/view/delta/', ['delta']],
  ];
  for (const [website, people] of found)
    for (const hops of [1, 2])
      it(`lead to ${people.join()} for ${website}, in ${hops} steps`, async () => {
        const answer = await ask(website, hops);
        assert.deepEqual(answer, { people, notes: [], complete: true });
      });

  for (const website of [
    'mlb.example/padres',
    'shared.example',
    'shared.example/three',
    'twins.example',
    'tree.example/view/other',
  ])
    it(`lead to nobody for ${website}, which does not tell companies apart, and say so`, async () => {
      const { people, notes } = await ask(website);
      assert.deepEqual(people, []);
      assert.match(notes.join(), /^\d companies have websites on \S+: name the company by/);
    });

  for (const website of ['social.example', 'https://social.example/company/other', 'https://social.example/in/someone'])
    it(`lead to nobody for ${website}, where one company has another page`, async () => {
      const { people, notes } = await ask(website);
      assert.deepEqual(people, []);
      assert.match(notes.join(), /^The company with a website on social\.example has it on another page: name/);
    });

  it('are planned by the same rule, and once for two spellings', async () => {
    const to = ['mlb.example/yankees', 'https://www.mlb.example/yankees/', 'shared.example'];
    const { data, errors } = await graph.ask<
      { introPlan: { asks: { introductions: { path: { target: { fullName: string } } }[] }[] } },
      object
    >(keyOf('orchard'), plan, { to: to.map((companyWebsite) => ({ companyWebsite })) });
    assert.equal(errors, undefined, JSON.stringify(errors));
    const targets = data?.introPlan.asks.flatMap((ask) => ask.introductions.map(({ path }) => path.target.fullName));
    assert.deepEqual(targets, ['yankees']);
  });

  it('are not what filters find, which compare to the letter and warn', async () => {
    const search = async (website: string) => {
      const { data, extensions } = await graph.ask<{ searchProfiles: { totalCount: number } }, object>(
        keyOf('orchard'),
        'query ($website: String!) { searchProfiles(where: { currentCompanyWebsites: { eq: $website } }) { totalCount } }',
        { website },
      );
      return [data?.searchProfiles.totalCount, extensions?.warnings ?? []];
    };
    assert.deepEqual(await search('brightwater.example'), [2, []]);
    for (const website of ['https://brightwater.example', 'www.brightwater.example'])
      assert.deepEqual(await search(website), [
        0,
        [
          `Nothing was found. "${website}" is compared with currentCompanyWebsites exactly: most records have websites without a scheme and \`www.\`, as "brightwater.example".`,
        ],
      ]);
  });
});
