import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { fetchCompanies } from '../../src/contract/operation/companies.ts';
import { fetchProfiles } from '../../src/contract/operation/profiles.ts';
import { companies, nobody, people, type TeamName } from '../support/cast/cast.ts';
import { type CastService, openCast } from '../support/service.ts';

suite('fetch', () => {
  let service: CastService;
  const statements: string[] = [];
  before(async () => {
    service = await openCast({ onStatement: ({ sql }) => statements.push(sql.trim()) });
  });
  after(() => service.close());

  /** Credits that the team spends while `work` runs. */
  const costOf = async (team: TeamName, work: () => Promise<unknown>) => {
    const spentBefore = await service.spent(team);
    await work();
    return (await service.spent(team)) - spentBefore;
  };

  test('it answers the whole record as it is stored [fetch.answers-whole-record]', async () => {
    const { results } = await service.ask('meadow', fetchProfiles, { ids: [people.ada.id] });
    const foundBy = { ids: [people.ada.id], xnet_names: [], xnet_ids: [], xnet_entity_ids: [] };
    assert.deepEqual(results, [{ ...people.ada, found_by: foundBy }]);
    const found = await service.ask('meadow', fetchCompanies, { xnet_ids: [5003] });
    assert.deepEqual(found, {
      results: [{ ...companies.cobalt, found_by: { ids: [], xnet_names: [], xnet_ids: [5003] } }],
      not_found: [],
    });
  });

  test('it returns and charges once a record that several identifiers name, and lists them all [fetch.returns-charges-once]', async () => {
    let answer: unknown;
    const cost = await costOf('meadow', async () => {
      answer = await service.ask('meadow', fetchProfiles, {
        ids: [people.ada.id, people.ada.id.toUpperCase(), people.ada.id],
        xnet_names: ['ADA-moreau', 'chlo%C3%A9-n%C3%BA%C3%B1ez', 'chloé-núñez'],
        xnet_ids: [1001, 1002],
        xnet_entity_ids: ['ACoAA3'],
        fields: ['tags'],
      });
    });
    assert.equal(cost, 3);
    assert.deepEqual(answer, {
      results: [
        {
          id: people.ada.id,
          tags: [],
          found_by: {
            ids: [people.ada.id, people.ada.id.toUpperCase()],
            xnet_names: ['ADA-moreau'],
            xnet_ids: [1001],
            xnet_entity_ids: [],
          },
        },
        {
          id: people.chloe.id,
          tags: [],
          found_by: {
            ids: [],
            xnet_names: ['chlo%C3%A9-n%C3%BA%C3%B1ez', 'chloé-núñez'],
            xnet_ids: [],
            xnet_entity_ids: ['ACoAA3'],
          },
        },
        { id: people.ben.id, tags: [], found_by: { ids: [], xnet_names: [], xnet_ids: [1002], xnet_entity_ids: [] } },
      ],
      not_found: [],
    });
  });

  test('it answers in the order of the first identifier that names each record [fetch.answers-order-first]', async () => {
    const { results } = await service.ask('meadow', fetchProfiles, {
      xnet_ids: [1001],
      ids: [people.hiro.id, people.eve.id],
      xnet_names: ['grace-oduya', 'eve-larsen'],
    });
    assert.deepEqual(
      results.map(({ id }) => id),
      [people.hiro.id, people.eve.id, people.grace.id, people.ada.id],
    );
  });

  test('it repeats what it did not find as it was sent, and does not charge for it [fetch.repeats-did-find]', async () => {
    let answer: unknown;
    const cost = await costOf('meadow', async () => {
      answer = await service.ask('meadow', fetchProfiles, {
        ids: [nobody.toUpperCase()],
        xnet_names: ['No%20One', ''],
        xnet_ids: [77],
        xnet_entity_ids: ['acoaa1'],
      });
    });
    assert.equal(cost, 0);
    assert.deepEqual(answer, { results: [], not_found: [nobody.toUpperCase(), 'No%20One', '', '77', 'acoaa1'] });
  });

  test('it reads and charges in one transaction', async () => {
    statements.length = 0;
    await service.ask('meadow', fetchProfiles, { ids: [people.ada.id], fields: ['tags', 'profile_info', 'lists'] });
    const within = statements.slice(statements.indexOf('begin'), statements.indexOf('commit'));
    for (const part of ['copy (', 'profile_tag', 'profile_list', 'insert into charge'])
      assert.ok(
        within.some((sql) => sql.includes(part)),
        part,
      );
  });

  test('it answers empty arrays with nothing, for nothing [fetch.answers-empty-arrays]', async () => {
    let answer: unknown;
    const cost = await costOf('meadow', async () => {
      answer = await service.ask('meadow', fetchCompanies, { ids: [], xnet_names: [] });
    });
    assert.deepEqual({ cost, answer }, { cost: 0, answer: { results: [], not_found: [] } });
  });

  test('it returns the groups of fields asked for, and charges the same for any of them [fetch.returns-groups-fields]', async () => {
    const groups = [['profile_info'], ['tags'], ['lists'], ['tags', 'profile_info', 'lists', 'tags']] as const;
    for (const fields of groups) {
      let members: readonly string[] = [];
      const cost = await costOf('orchard', async () => {
        const { results } = await service.ask('orchard', fetchProfiles, { ids: [people.ada.id], fields: [...fields] });
        members = Object.keys(results[0] ?? {});
      });
      assert.deepEqual([...members].sort(), ['found_by', 'id', ...new Set(fields)].sort());
      assert.equal(cost, 1);
    }
  });

  test("it returns the team's own lists and tags, and an empty list where there is none [fetch.returns-teams-own]", async () => {
    const groupsOf = async (team: TeamName) => {
      const ids = [people.ada.id, people.ben.id, people.eve.id];
      const { results } = await service.ask(team, fetchProfiles, { ids, fields: ['tags', 'lists'] });
      return results.map(({ tags, lists }) => ({
        tags: tags?.map((tag) => tag?.name),
        lists: lists?.map((list) => ({ ...list, id: typeof list?.id })),
      }));
    };
    assert.deepEqual(await groupsOf('orchard'), [
      { tags: ['priority'], lists: [{ id: 'string', name: 'Hiring', status: 'contacted' }] },
      { tags: [], lists: [{ id: 'string', name: 'Hiring' }] },
      { tags: [], lists: [] },
    ]);
    assert.deepEqual(await groupsOf('meadow'), [
      { tags: [], lists: [] },
      { tags: [], lists: [] },
      { tags: [], lists: [] },
    ]);
    const { results } = await service.ask('orchard', fetchCompanies, { ids: [companies.aurora.id], fields: ['tags'] });
    assert.deepEqual(
      results[0]?.tags?.map((tag) => tag?.name),
      ['target'],
    );
  });

  test('it takes a thousand identifiers in each array [fetch.takes-thousand-identifiers]', async () => {
    const many = (make: (index: number) => string) => Array.from({ length: 999 }, (_, index) => make(index));
    const { results, not_found } = await service.ask('meadow', fetchProfiles, {
      ids: [people.ada.id, ...many((index) => `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`)],
      xnet_names: [...many((index) => `nobody-${index}`), 'ben-okafor'],
      xnet_ids: [...many(String).map((index) => 900_000 + Number(index)), 1003],
      xnet_entity_ids: [...many((index) => `none${index}`), 'ACoAA4'],
      fields: ['tags'],
    });
    assert.deepEqual(
      results.map(({ id }) => id),
      [people.ada.id, people.ben.id, people.chloe.id, people.dmitri.id],
    );
    assert.equal(not_found?.length, 4 * 999);
  });
});
