import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../src/store/open.ts';
import { writeProfiles } from '../../../src/store/record/write.ts';
import { addConnectors } from '../../../src/store/team/connector.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { companies, people, teams } from '../../support/cast/cast.ts';
import { openTestStore } from '../../support/store.ts';

const { orchard, meadow } = teams;

let store: Store;
before(async () => {
  store = await openTestStore();
  await writeProfiles(store.db, Object.values(people));
  for (const { id } of [orchard, meadow]) await createTeam(store.db, { id, name: id, ownerEmail: 'owner@x.example' });
});
after(() => store.close());

const connectorsOf = (teamId: string) =>
  store.db.selectFrom('connector').selectAll().where('team_id', '=', teamId).orderBy('slug').execute();

test('it takes slugs and URLs, encoded or not and in any case, each person once', async () => {
  const { added, existing, notFound } = await addConnectors(store.db, {
    teamId: orchard.id,
    group: 'advisors',
    slugs: [
      'ada-moreau',
      'https://www.xnet.example/in/Ada-Moreau/?trk=1',
      ' BEN-OKAFOR ',
      'https://xnet.example/in/chlo%C3%A9-n%C3%BA%C3%B1ez',
      'https://xnet.example/in/No%20body',
      'no body',
    ],
  });
  assert.equal(added.length, 3);
  assert.deepEqual([existing, notFound], [[], ['https://xnet.example/in/No%20body']]);
  const rows = await connectorsOf(orchard.id);
  assert.deepEqual(
    rows.map(({ slug, profile_id, status, group_name, user_email, mapped_company_id }) => [
      slug,
      profile_id,
      status,
      group_name,
      user_email,
      mapped_company_id,
    ]),
    [
      ['ada-moreau', people.ada.id, 'pending', 'advisors', 'ada@brightwater.example', null],
      ['ben-okafor', people.ben.id, 'pending', 'advisors', 'ben@cobalt-systems.example', null],
      ['chloé-núñez', people.chloe.id, 'pending', 'advisors', null, null],
    ],
  );
  assert.deepEqual(rows.map(({ id }) => id).sort(), [...added].sort());
  assert.equal(new Set(rows.flatMap(({ id, user_id, profile_id }) => [id, user_id, profile_id])).size, 9);
});

test('it leaves connectors that are there as they are, and says which', async () => {
  const first = await addConnectors(store.db, { teamId: meadow.id, slugs: ['hiro-tanaka'], group: 'customers' });
  const second = await addConnectors(store.db, { teamId: meadow.id, slugs: ['HIRO-TANAKA', 'ines-prado'] });
  assert.deepEqual(second.existing, first.added);
  assert.equal(second.added.length, 1);
  const [hiro, ines] = await connectorsOf(meadow.id);
  assert.deepEqual([hiro?.group_name, ines?.group_name], ['customers', null]);
  assert.deepEqual(await addConnectors(store.db, { teamId: meadow.id, slugs: ['nobody'] }), {
    added: [],
    existing: [],
    notFound: ['nobody'],
  });
});

test('it keeps a mapped company’s connectors apart from the team’s own', async () => {
  const ofCompany = { teamId: meadow.id, slugs: ['jonas-weber'], mappedCompanyId: companies.delta.id };
  const mapped = await addConnectors(store.db, ofCompany);
  const own = await addConnectors(store.db, { teamId: meadow.id, slugs: ['jonas-weber'] });
  assert.deepEqual([mapped.added.length, own.added.length, own.existing], [1, 1, []]);
  assert.deepEqual((await addConnectors(store.db, ofCompany)).existing, mapped.added);
});

test('it makes each connector once when two calls come together', async () => {
  const slugs = Object.values(people).map(({ profile_info }) => profile_info.xnet_url ?? '');
  const calls = await Promise.all([1, 2].map(() => addConnectors(store.db, { teamId: orchard.id, slugs })));
  const ids = calls.flatMap(({ added }) => added);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal((await connectorsOf(orchard.id)).length, slugs.length);
});
