import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { creditUsage } from '../../../src/contract/operation/credits.ts';
import { mapNetwork } from '../../../src/contract/operation/network-mapper.ts';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import { updateTeam } from '../../../src/store/team/team.ts';
import { teams } from '../../support/cast/cast.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { mapped, only, started, summary } from './mapper.ts';

const everybody = { match_all: {} };
const nobody = { match_none: {} };

describe('POST /v3/network-mapper without a website', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service.close());

  it('reaches whom the connectors of the partner and its child teams know, strongest first [network.reaches-whom-connectors]', async () => {
    const network = await mapped(service, { query: everybody });
    assert.deepEqual(summary(network), [
      ['jonas', [['Dmitri', 0.95]]],
      ['ada', [['Dmitri', 0.89]]],
      ['grace', [['Dmitri', 0.35]]],
      [
        'ben',
        [
          ['Dmitri', 0.25],
          ['Farid', 0.1],
        ],
      ],
    ]);
    assert.equal(network.count, 4);
    assert.equal(network.total_count, 4);
  });

  it('gives items as relationships do [network.gives-items-relationships]', async () => {
    const { items } = await mapped(service, { query: only('ada') });
    const child = await service.ask('harbor', findRelationships, { query: only('ada') }, { team: 'lighthouse' });
    assert.equal(items.length, 1);
    assert.deepEqual(items, child.items);
  });

  it('shows a person who is a connector of two teams once for each', async () => {
    const body = { xnet_usernames: ['dmitri-volkov'] };
    await service.post('harbor', '/team/add-connector', body);
    await service.context.jobs.idle();
    const { items } = await mapped(service, { query: only('ada') });
    assert.deepEqual(
      items[0]?.connections?.map((connection) => connection?.connector_name),
      ['Dmitri Volkov', 'Dmitri Volkov'],
    );
    assert.notEqual(items[0]?.connections?.[0]?.connector_id, items[0]?.connections?.[1]?.connector_id);
  });

  it('costs 1 credit for an answer that holds anything, and nothing for an empty one [network.costs-1-credit]', async () => {
    const usage = async () => (await service.ask('harbor', creditUsage, undefined)).usage;
    const before = await usage();
    const empty = await mapped(service, { query: nobody });
    assert.deepEqual(empty, { items: [], count: 0, total_count: 0 });
    assert.deepEqual((await mapped(service, { query: everybody }, 'cove')).items, []);
    assert.equal(await usage(), before);
    await mapped(service, { query: everybody });
    assert.equal(await usage(), before + 1);
    assert.equal(await service.spent('cove'), 0);
  });

  it('is for partners only, and not in a child’s context [network.partners-childs-context]', async () => {
    for (const team of ['orchard', 'lighthouse'] as const) {
      assert.equal((await service.post(team, mapNetwork.path, { query: everybody })).status, 403);
    }
    const inContext = await service.post('harbor', mapNetwork.path, { query: everybody }, { team: 'lighthouse' });
    assert.equal(inContext.status, 400);
  });

  for (const [sentence, body, errors] of [
    ['no query', {}, /query/],
    ['a query that is none', { query: { matches: {} } }, /query\.matches/],
    [
      'a callback to this machine',
      { query: everybody, callback_url: 'https://localhost/x' },
      /callback_url: must be an https URL/,
    ],
    [
      'a callback over plain http',
      { query: everybody, callback_url: 'http://example.com' },
      /callback_url: must be an https URL/,
    ],
    [
      'a blank website',
      { query: everybody, mapping_company_website: ' ' },
      /mapping_company_website: must be a website/,
    ],
    ['an unknown property', { query: everybody, limit: 10 }, /limit/],
  ] as const) {
    it(`refuses ${sentence}, and charges nothing [network.refuses-charges-nothing]`, async () => {
      const before = await service.spent('harbor');
      const answer = await service.post('harbor', mapNetwork.path, body);
      assert.equal(answer.status, 400);
      assert.match(JSON.stringify(answer.body), errors);
      assert.equal(await service.spent('harbor'), before);
    });
  }

  it('answers 402 where the allowance is used up, but never for a task [network.answers-402-allowance]', async () => {
    const spent = await service.spent('harbor');
    await updateTeam(service.store.db, teams.harbor.id, { allowance: spent, overageProtection: true });
    const refused = await service.post('harbor', mapNetwork.path, { query: everybody });
    assert.equal(refused.status, 402);
    assert.equal((await service.post('harbor', mapNetwork.path, { query: nobody })).status, 200);
    await started(service, { query: everybody, mapping_company_website: 'brightwater.example' });
    assert.equal(await service.spent('harbor'), spent);
    await updateTeam(service.store.db, teams.harbor.id, { allowance: null, overageProtection: false });
  });

  it('answers at most 1,000 items, and counts all [network.largest-answer]', async () => {
    const { db } = service.store;
    await sql`insert into profile (id, document, tokens)
      select gen_random_uuid(), '{"full_name":"One of Many"}', '''*'''::tsvector from generate_series(1, 1200)`.execute(
      db,
    );
    await sql`insert into connection
      select connector.id, profile.id, team_id, null, 0.5, '{xnet_connection}', '[]'
      from connector, profile where team_id = ${teams.lighthouse.id}::uuid and document like '%One of Many%'`.execute(
      db,
    );
    const network = await mapped(service, { query: everybody });
    assert.equal(network.items.length, 1000);
    assert.equal(network.count, 1000);
    assert.equal(network.total_count, 1204);
    assert.equal(network.items[0]?.profile?.full_name, 'Jonas Weber');
  });
});
