import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { v2FetchProfiles } from '../../../src/service/v2/contract/fetch.ts';
import { v2SearchProfiles } from '../../../src/service/v2/contract/search.ts';
import { writeProfiles } from '../../../src/store/record/write.ts';
import { putManualStrength } from '../../../src/store/team/manual-strength.ts';
import { putNotes } from '../../../src/store/team/note.ts';
import { syncTags } from '../../../src/store/team/synced-tag.ts';
import { putTags } from '../../../src/store/team/tag.ts';
import { nobody, people, teams } from '../../support/cast/cast.ts';
import { type CastService, openCast } from '../../support/service.ts';

const investor_data = {
  description: 'Invests early.',
  type: ['Angel'],
  industry_focus: ['Software'],
  stage_focus: ['Seed'],
  geo_focus: ['Portugal'],
  check_size: ['25k-100k'],
  portfolio_companies: [{ id: people.ada.profile_info.current_company_id }],
};
const { jonas } = people;
const orchard = teams.orchard.id;

suite('v2 profiles', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
    const { db } = service.store;
    const [job] = jonas.profile_info.experience ?? [];
    const profile_info = {
      ...jonas.profile_info,
      experience: [{ ...job, start_date_confidence: 'high' }],
      current_seniorities: ['partner', 'senior'],
      current_company_industries: ['Venture Capital', 'Finance'],
      education: [{ school: { name: 'Trinity College' } }],
      hiring: true,
      open_to_work: false,
    };
    await writeProfiles(db, [
      { id: jonas.id, profile_info, legacy: { other_locations: ['Porto, Portugal'], investor_data } },
    ]);
    await putNotes(db, [
      { teamId: orchard, profileId: people.farid.id, content: 'Met in Porto.' },
      { teamId: orchard, profileId: people.farid.id, content: 'Asks too much.', isPrivate: true },
      { teamId: teams.meadow.id, profileId: people.farid.id, content: 'Another team’s.' },
    ]);
    await syncTags(db);
  });
  after(() => service.close());

  const fetchOne = async (request: object) => {
    const { results } = await service.ask('orchard', v2FetchProfiles, request);
    return results[0];
  };

  test('it searches with v2’s names, page by page [profiles.searches-v2s-names]', async () => {
    const query = { match_all: {} };
    const first = await service.ask('orchard', v2SearchProfiles, { query, limit: 6 });
    assert.equal(first.totalCount, 10);
    const second = await service.ask('orchard', v2SearchProfiles, {
      query,
      limit: 6,
      paginationToken: first.paginationToken ?? '',
    });
    assert.equal(new Set([...first.ids, ...second.ids]).size, 10);
    assert.equal(second.paginationToken, undefined);
    const { totalCount } = await service.ask('orchard', v2SearchProfiles, { query, limit: 0, inNetworkOnly: true });
    const { body } = await service.post('orchard', '/v3/profiles/search', { query, limit: 0, in_network_only: true });
    assert.deepEqual(body, { ids: [], total_count: totalCount });
    assert.ok(totalCount > 0 && totalCount < 10);
  });

  test('it takes no token of v3, and no name of v3 [profiles.takes-token-v3]', async () => {
    const query = { match_all: {} };
    const { body } = await service.post('orchard', '/v3/profiles/search', { query, limit: 2 });
    assert.ok(typeof body === 'object' && body !== null && 'pagination_token' in body);
    const asked = { query, limit: 2, paginationToken: body.pagination_token };
    assert.deepEqual((await service.post('orchard', '/v2/profiles/search', asked)).body, {
      code: 400,
      errors: [
        'paginationToken: must be sent with the operation, team and request that it was given for, but got it with another',
      ],
    });
    assert.deepEqual((await service.post('orchard', '/v2/profiles/search', { query, in_network_only: true })).body, {
      code: 400,
      errors: ['in_network_only: is not a property of this request; did you mean inNetworkOnly?'],
    });
  });

  test('it tells a profile in v2’s form [profiles.v2-shape]', async () => {
    const info = (await fetchOne({ ids: [jonas.id] }))?.profile_info;
    assert.equal(info?.current_seniority, 'partner');
    assert.equal(info?.current_company_website, 'delta-ventures.example');
    assert.equal(info?.current_company_industry, 'Venture Capital');
    assert.deepEqual(info?.other_locations, ['Porto, Portugal']);
    assert.equal(info?.xnet_experience_count, 1);
    assert.equal(info?.xnet_education_count, 1);
    assert.deepEqual(info?.investor_data, investor_data);
    assert.equal(info?.full_name, 'Jonas Weber');
    for (const gone of ['hiring', 'open_to_work', 'current_seniorities']) assert.ok(!(gone in (info ?? {})), gone);
    assert.equal(info?.experience?.[0]?.title, 'Investor');
    assert.ok(!('start_date_confidence' in (info?.experience?.[0] ?? {})));
  });

  test('it finds by v2’s identifiers, says which, and repeats what has no match [profiles.finds-v2s-identifiers]', async () => {
    const { results, notFound } = await service.ask('orchard', v2FetchProfiles, {
      ids: [nobody],
      xnetNames: ['ada-moreau', 'nobody'],
      xnetIds: [1001],
      xnetEntityIds: ['ACoAA1'],
      fields: ['tags'],
    });
    assert.deepEqual(results, [
      {
        id: people.ada.id,
        tags: results[0]?.tags,
        found_by: { ids: [], xnetNames: ['ada-moreau'], xnetIds: [1001], xnetEntityIds: ['ACoAA1'] },
      },
    ]);
    assert.deepEqual(notFound, [nobody, 'nobody']);
  });

  test('it shows who of the team knows a profile, with the user behind the connector [profiles.shows-team-knows]', async () => {
    const { db } = service.store;
    const connectors = await db
      .selectFrom('connector')
      .select(['id', 'user_id', 'user_email', 'slug', 'created_at'])
      .where('team_id', '=', orchard)
      .execute();
    const ben = connectors.find(({ slug }) => slug === 'ben-okafor');
    assert.ok(ben);
    await putManualStrength(db, {
      teamId: orchard,
      connectorId: ben.id,
      profileId: people.farid.id,
      strength: 0.8,
    });
    const farid = await fetchOne({ ids: [people.farid.id], fields: ['connections'] });
    assert.deepEqual(farid?.connections, [
      {
        user_id: ben.user_id,
        user_email: 'ben@cobalt-systems.example',
        user_xnet_name: 'ben-okafor',
        created_at: ben.created_at.toISOString(),
        sources: [{ origin: 'xnet_connection', network: 'xnet' }],
        connection_strength: 0.1,
        strength_normalized: 1,
        manual_strength: 0.8,
      },
    ]);
    const elsewhere = await service.ask('meadow', v2FetchProfiles, {
      ids: [people.farid.id],
      fields: ['connections'],
    });
    assert.deepEqual(elsewhere.results[0]?.connections, []);
  });

  test('it shows the team’s notes, without private ones [profiles.shows-teams-notes]', async () => {
    const notes = (await fetchOne({ ids: [people.farid.id], fields: ['notes'] }))?.notes;
    assert.deepEqual(
      notes?.map((note) => note?.content),
      ['Met in Porto.'],
    );
  });

  test('it shows tags as last synced, and lists as they are [profiles.shows-tags-last]', async () => {
    const tags = async () =>
      (await fetchOne({ ids: [people.ada.id], fields: ['tags', 'lists'] }))?.tags?.map((tag) => tag?.name);
    assert.deepEqual(await tags(), ['priority']);
    await putTags(service.store.db, 'profile', [{ teamId: orchard, name: 'later', recordId: people.ada.id }]);
    assert.deepEqual(await tags(), ['priority']);
    await syncTags(service.store.db);
    assert.deepEqual(await tags(), ['later', 'priority']);
    const ada = await fetchOne({ ids: [people.ada.id], fields: ['lists'] });
    assert.deepEqual(
      ada?.lists?.map((list) => [list?.name, list?.status]),
      [['Hiring', 'contacted']],
    );
  });

  test('it returns the groups asked for, with investor_data alone as a part of profile_info [profiles.returns-groups-asked]', async () => {
    const alone = await fetchOne({ ids: [jonas.id], fields: ['investor_data'] });
    assert.deepEqual(Object.keys(alone ?? {}), ['id', 'profile_info', 'found_by']);
    assert.deepEqual(alone?.profile_info, { id: jonas.id, investor_data });
    const byDefault = await fetchOne({ ids: [jonas.id] });
    assert.deepEqual(Object.keys(byDefault ?? {}), ['id', 'profile_info', 'found_by']);
  });

  for (const field of ['associated_profiles', 'investorData']) {
    test(`it refuses the field ${field} [profiles.refuses-field]`, async () => {
      const { status, body } = await service.post('orchard', '/v2/profiles/fetch', {
        ids: [jonas.id],
        fields: [field],
      });
      assert.equal(status, 400);
      assert.deepEqual(body, {
        code: 400,
        errors: [
          `fields.0: must be one of profile_info, connections, tags, lists, notes, investor_data, but got "${field}"`,
        ],
      });
    });
  }

  test('it costs a credit for each record returned', async () => {
    await service.post('meadow', '/v2/profiles/fetch', { ids: [people.ada.id, people.ben.id, nobody] });
    assert.equal(await service.spent('meadow'), 3);
  });

  test('it runs in a child team’s context', async () => {
    const asked = { ids: [people.eve.id], fields: ['connections' as const] };
    const { results } = await service.ask('harbor', v2FetchProfiles, asked, { team: 'lighthouse' });
    assert.deepEqual(
      results[0]?.connections?.map((connection) => connection?.user_xnet_name),
      [],
    );
    const ada = await service.ask(
      'harbor',
      v2FetchProfiles,
      { ...asked, ids: [people.ada.id] },
      { team: 'lighthouse' },
    );
    assert.deepEqual(
      ada.results[0]?.connections?.map((connection) => connection?.user_xnet_name),
      ['dmitri-volkov'],
    );
  });
});
