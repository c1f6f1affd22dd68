import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mapNetwork } from '../../../src/contract/operation/network-mapper.ts';
import { createTeam } from '../../../src/contract/operation/team.ts';
import { listMembers } from '../../../src/store/team/member.ts';
import { people, type TeamName, teams } from '../../support/cast/cast.ts';
import { type Asking, type CastService, openCast } from '../../support/service.ts';

describe('POST /team/create-team', () => {
  let service: CastService;
  const create = (body: object, as: TeamName = 'harbor', asking?: Asking) =>
    service.post(as, createTeam.path, body, asking);
  const connectorsOf = (teamId: string) =>
    service.store.db
      .selectFrom('connector')
      .select(['profile_id', 'group_name', 'status', 'mapped_company_id'])
      .where('team_id', '=', teamId)
      .orderBy('profile_id')
      .execute();

  before(async () => {
    service = await openCast();
  });
  after(() => service.close());

  it('makes a child team, in whose context the partner can then ask [create-team.makes-child-team]', async () => {
    const { team_id } = await service.ask('harbor', createTeam, { team_name: 'Pier' });
    const row = await service.store.db
      .selectFrom('team')
      .select(['name', 'partner_id', 'is_partner'])
      .where('id', '=', team_id)
      .executeTakeFirst();
    assert.deepEqual(row, { name: 'Pier', partner_id: teams.harbor.id, is_partner: false });
    const headers = { 'x-authenticate-team': team_id };
    const search = { query: { match_all: {} }, in_network_only: true };
    const own = await service.post('harbor', '/v3/profiles/search', search, { headers });
    assert.deepEqual([own.status, own.body], [200, { ids: [], total_count: 0 }]);
    assert.equal((await service.post('cove', '/v3/profiles/search', search, { headers })).status, 403);
  });

  it('refuses a text that is too long to be indexed, in any member', async () => {
    const long = 'x'.repeat(20_000);
    const bodies = [
      { team_name: long },
      { team_name: 'Long', owner_email: `${long}@kith.example` },
      { team_name: 'Long', company_website: `${long}.example` },
      { team_name: 'Long', company_linkedin_url: `https://xnet.example/company/${long}` },
    ];
    for (const body of bodies) assert.equal((await create(body)).status, 400, Object.keys(body).at(-1));
    const mapped = await service.post('harbor', mapNetwork.path, {
      query: { match_all: {} },
      mapping_company_website: `${long}.example`,
    });
    assert.equal(mapped.status, 400);
  });

  it('is owned by the account named, which is made if there is none [create-team.owned-account-named]', async () => {
    const body = { team_name: 'Quay', owner_email: 'Quinn@Quay.example' };
    const { team_id } = await service.ask('harbor', createTeam, body);
    assert.deepEqual(await listMembers(service.store.db, team_id), [{ email: 'quinn@quay.example', role: 'owner' }]);
  });

  it('is owned by its parent’s owner where no account is named [create-team.owned-parents-owner]', async () => {
    const { team_id } = await service.ask('harbor', createTeam, { team_name: 'Jetty' });
    assert.deepEqual(await listMembers(service.store.db, team_id), [{ email: 'owner@harbor.example', role: 'owner' }]);
  });

  it('refuses a name that the partner has given before, and lets another partner have it [create-team.refuses-name-partner]', async () => {
    await service.ask('harbor', createTeam, { team_name: 'Dock' });
    const again = await create({ team_name: ' Dock ' });
    assert.equal(again.status, 400);
    assert.match(JSON.stringify(again.body), /team_name: must be unique under its partner/);
    assert.equal((await create({ team_name: 'Dock' }, 'cove')).status, 200);
  });

  for (const [what, company] of [
    ['website', { company_website: 'https://www.Brightwater.example/about' }],
    ['page', { company_linkedin_url: 'https://xnet.example/company/brightwater/' }],
  ] as const) {
    it(`maps the current employees of the company with a ${what} as its connectors [create-team.maps-current-employees]`, async () => {
      const { team_id } = await service.ask('harbor', createTeam, { team_name: `By ${what}`, ...company });
      await service.context.jobs.idle();
      const connector = { group_name: 'employees', status: 'mapped', mapped_company_id: null };
      assert.deepEqual(await connectorsOf(team_id), [
        { profile_id: people.ada.id, ...connector },
        { profile_id: people.eve.id, ...connector },
      ]);
      const connections = await service.store.db
        .selectFrom('connection')
        .select('profile_id')
        .where('team_id', '=', team_id)
        .execute();
      assert.equal(connections.length, 7);
    });
  }

  it('maps nobody for a company that is not known [create-team.maps-nobody-company]', async () => {
    const { team_id } = await service.ask('harbor', createTeam, {
      team_name: 'Lagoon',
      company_website: 'lagoon.example',
    });
    await service.context.jobs.idle();
    assert.deepEqual(await connectorsOf(team_id), []);
  });

  const refused: readonly (readonly [sentence: string, body: object, errors: RegExp])[] = [
    ['no name', {}, /team_name/],
    ['a blank name', { team_name: ' ' }, /team_name: must not be blank/],
    [
      'website and URL together',
      { team_name: 'x', company_website: 'a.example', company_linkedin_url: 'https://xnet.example/company/a' },
      /company_website together with company_linkedin_url/,
    ],
    [
      'an owner without an address',
      { team_name: 'x', owner_email: 'nobody' },
      /owner_email: must be an e-mail address/,
    ],
    ['a website that is none', { team_name: 'x', company_website: '' }, /company_website: must be a website/],
    [
      'a URL that names no company',
      { team_name: 'x', company_linkedin_url: 'https://xnet.example/feed' },
      /company_linkedin_url: must be/,
    ],
  ];
  for (const [sentence, body, errors] of refused) {
    it(`refuses ${sentence}`, async () => {
      const answer = await create(body);
      assert.equal(answer.status, 400);
      assert.match(JSON.stringify(answer.body), errors);
    });
  }

  it('is for partners only, and not in a child’s context [create-team.partners-childs-context]', async () => {
    assert.equal((await create({ team_name: 'x' }, 'orchard')).status, 403);
    assert.equal((await create({ team_name: 'x' }, 'lighthouse')).status, 403);
    assert.equal((await create({ team_name: 'x' }, 'harbor', { team: 'lighthouse' })).status, 400);
  });

  it('makes one team for one idempotency key', async () => {
    const headers = { 'idempotency-key': 'marina' };
    const first = await create({ team_name: 'Marina' }, 'harbor', { headers });
    const second = await create({ team_name: 'Marina' }, 'harbor', { headers });
    assert.equal(first.status, 200);
    assert.deepEqual([second.status, second.body], [first.status, first.body]);
  });
});
