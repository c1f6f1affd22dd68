import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import type { Relationship } from '../../src/contract/record/relationship.ts';
import { writeProfiles } from '../../src/store/record/write.ts';
import { addConnectors } from '../../src/store/team/connector.ts';
import { putManualStrength } from '../../src/store/team/manual-strength.ts';
import { companies, type PersonName, people, type TeamName, teams } from '../support/cast/cast.ts';
import { searchingServices } from '../support/searching-services.ts';
import type { CastService } from '../support/service.ts';

/**
 * Whom Orchard's connectors, Ada and Ben, know: worked out by hand from the cast's careers. A work overlap weighs .60
 * and .015 a month, at most .95; a shared school .35, or .50 with the same subject; an investor .25; an edge .10.
 */
const orchard: readonly (readonly [
  who: PersonName,
  connections: readonly (readonly [PersonName, number, number])[],
])[] = [
  ['ada', [['ben', 0.95, 3]]], // Aurora, 24 months: .96, capped
  ['ben', [['ada', 0.95, 3]]],
  [
    'eve',
    [
      ['ada', 0.95, 3],
      ['ben', 0.78, 3],
    ],
  ], // Brightwater, 48 months; Cobalt, 12
  [
    'dmitri',
    [
      ['ada', 0.89, 3],
      ['ben', 0.25, 1],
    ],
  ], // Brightwater, 12 months, and mathematics: 1 - .22 × .50; Delta → Cobalt
  [
    'chloe',
    [
      ['ada', 0.87, 3],
      ['ben', 0.69, 3],
    ],
  ], // Aurora, 18 months and 6
  ['grace', [['ada', 0.35, 2]]], // Trinity, another subject
  ['jonas', [['ben', 0.25, 1]]], // Delta → Cobalt
  ['farid', [['ben', 0.1, 1]]], // an edge
];

for (const { name: engine, skip, open } of searchingServices)
  suite(`relationships, by ${engine}`, { skip }, () => {
    let service: CastService;
    before(async () => {
      service = await open();
    });
    after(() => service.close());

    const all = (as: TeamName, team?: TeamName) => service.ask(as, findRelationships, {}, team && { team });
    const idsOf = (items: readonly Relationship[]) => items.map(({ profile }) => profile?.id);

    test('it answers whom the network knows, the strongest connection first, then by id [relationships.answers-whom-network]', async () => {
      const { items, count, total_count, ...rest } = await all('orchard');
      assert.deepEqual({ count, total_count, rest }, { count: 8, total_count: 8, rest: {} });
      assert.deepEqual(
        items.map(({ profile, connections }) => [
          profile?.id,
          connections?.map((connection) => [
            connection?.connector_name,
            connection?.connection_strength,
            connection?.connection_strength_normalized,
          ]),
        ]),
        orchard.map(([who, connections]) => [
          people[who].id,
          connections.map(([connector, ...strengths]) => [people[connector].profile_info.full_name, ...strengths]),
        ]),
      );
    });

    test('it tells of the profile and of its connections with every member that is known, and no other [relationships.tells-profile-connections]', async () => {
      const { items } = await all('orchard');
      const dmitri = items.find(({ profile }) => profile?.id === people.dmitri.id);
      const [byAda, byBen] = dmitri?.connections ?? [];
      const connectors = await service.store.db.selectFrom('connector').select(['id', 'profile_id']).execute();
      const connectorOf = (who: PersonName) => connectors.find(({ profile_id }) => profile_id === people[who].id)?.id;
      assert.deepEqual(dmitri?.profile, {
        full_name: 'Dmitri Volkov',
        id: people.dmitri.id,
        current_title: 'Partner',
        xnet_url: 'https://xnet.example/in/dmitri-volkov',
        current_company_name: 'Delta Ventures',
        current_company_website: 'delta-ventures.example',
      });
      assert.deepEqual(byAda, {
        connector_id: connectorOf('ada'),
        connector_name: 'Ada Moreau',
        connector_xnet_url: 'https://xnet.example/in/ada-moreau',
        connector_current_title: 'Chief Engineer',
        connector_current_company_name: 'Brightwater',
        connection_strength_normalized: 3,
        connection_strength: 0.89,
        sources: [
          {
            origin: 'work_overlap',
            shared_company: 'Brightwater',
            shared_company_id: companies.brightwater.id,
            shared_company_website: 'brightwater.example',
            shared_company_xnet_slug: 'brightwater',
            overlap_start_date: '2020-06-01',
            overlap_end_date: '2021-05-31',
            overlap_duration_months: 12,
          },
          {
            origin: 'education_overlap',
            shared_school: 'Trinity College',
            shared_major: 'Mathematics',
            graduation_year: '2014',
            overlap_start_date: '2011-09-01',
            overlap_end_date: '2014-06-30',
            overlap_duration_months: 34,
          },
        ],
      });
      assert.deepEqual(byBen?.sources, [
        { origin: 'shared_investor', investor: 'Delta Ventures', portfolio_company: 'Cobalt Systems' },
      ]);
      const chloe = items.find(({ profile }) => profile?.id === people.chloe.id);
      assert.equal(chloe?.profile?.xnet_url, 'https://xnet.example/in/chlo%C3%A9-n%C3%BA%C3%B1ez');
    });

    test('it shows a strength set by hand beside the computed one [relationships.shows-strength-set]', async () => {
      const { db } = service.store;
      const before = await all('orchard');
      const faridIn = (items: readonly Relationship[]) => items.find(({ profile }) => profile?.id === people.farid.id);
      const connectorId = faridIn(before.items)?.connections?.[0]?.connector_id ?? '';
      const set = { teamId: teams.orchard.id, connectorId, profileId: people.farid.id };
      await putManualStrength(db, { ...set, strength: 0.9 });
      const { items } = await all('orchard');
      const { manual_strength, connection_strength } = faridIn(items)?.connections?.[0] ?? {};
      assert.deepEqual({ manual_strength, connection_strength }, { manual_strength: 0.9, connection_strength: 0.1 });
      await putManualStrength(db, { ...set, strength: null });
      assert.deepEqual(await all('orchard'), before);
    });

    test("it answers for the team's own connectors, and for a child team's by its partner [relationships.answers-teams-own]", async () => {
      const { ada, ben, grace, jonas } = people;
      assert.deepEqual(idsOf((await all('lighthouse')).items), [jonas.id, ada.id, grace.id, ben.id]);
      assert.deepEqual(await all('harbor', 'lighthouse'), await all('lighthouse'));
      assert.deepEqual(idsOf((await all('harbor')).items), [ben.id]);
      assert.deepEqual(await all('meadow'), { items: [], count: 0, total_count: 0 });
    });

    test('it restricts to what the query matches [relationships.restricts-query-matches]', async () => {
      const query = { ids: { values: [people.grace.id, people.hiro.id, people.eve.id] } };
      const { items, count, total_count } = await service.ask('orchard', findRelationships, { query });
      assert.deepEqual([idsOf(items), count, total_count], [[people.eve.id, people.grace.id], 2, 2]);
      assert.equal(items[0]?.connections?.length, 2);
    });

    test('it walks one snapshot page by page, though the network changes meanwhile [relationships.walks-snapshot-page]', async () => {
      const { items } = await all('orchard');
      const { db } = service.store;
      const walked: Relationship[] = [];
      let token: string | null | undefined;
      for (const limit of [3, 2, 3]) {
        const page = await service.ask('orchard', findRelationships, {
          limit,
          ...(token && { pagination_token: token }),
        });
        assert.deepEqual([page.count, page.total_count], [limit, 8]);
        walked.push(...page.items);
        token = page.pagination_token;
        await db.updateTable('connection').set({ strength: 0.99 }).where('profile_id', '=', people.farid.id).execute();
      }
      await db.updateTable('connection').set({ strength: 0.1 }).where('profile_id', '=', people.farid.id).execute();
      assert.equal(token, undefined);
      assert.deepEqual(idsOf(walked), idsOf(items));
    });

    test('it only counts when the limit is 0', async () => {
      const counted = await service.ask('orchard', findRelationships, { limit: 0 });
      assert.deepEqual(counted, { items: [], count: 0, total_count: 8 });
    });

    test('it answers a hundred unless told otherwise [relationships.answers-hundred-unless]', async () => {
      const { db } = service.store;
      const crowd = Array.from({ length: 105 }, (_, index) => ({
        id: `bbbbbbbb-0000-4000-8000-${String(index).padStart(12, '0')}`,
        profile_info: { full_name: `Extra ${index}` },
      }));
      await writeProfiles(db, crowd);
      const cove = { teamId: teams.cove.id };
      const { added } = await addConnectors(db, { ...cove, slugs: ['hiro-tanaka'] });
      const [connector_id = ''] = added;
      const facts = { connector_id, team_id: teams.cove.id, mapped_company_id: null, origins: ['manual_import'] };
      await db
        .insertInto('connection')
        .values(crowd.map(({ id }) => ({ ...facts, profile_id: id, strength: 0.5, sources: '[]' })))
        .execute();
      await service.settled();
      const first = await all('cove');
      assert.deepEqual([first.count, first.total_count], [100, 105]);
      const rest = await service.ask('cove', findRelationships, { pagination_token: first.pagination_token ?? '' });
      assert.deepEqual([rest.count, rest.total_count, rest.pagination_token], [5, 105, undefined]);
      assert.deepEqual(
        idsOf([...first.items, ...rest.items]),
        crowd.map(({ id }) => id),
      );
    });
  });
