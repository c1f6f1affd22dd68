import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../src/store/open.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { writeCompanies, writeProfiles } from '../../../src/store/record/write.ts';
import { addConnectors } from '../../../src/store/team/connector.ts';
import { listsOf, putListEntries } from '../../../src/store/team/list.ts';
import { putManualStrength } from '../../../src/store/team/manual-strength.ts';
import { putNotes } from '../../../src/store/team/note.ts';
import { putTags, tagsOf } from '../../../src/store/team/tag.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import { companies, people, teams } from '../../support/cast/cast.ts';
import { openTestStore } from '../../support/store.ts';

const { orchard, meadow } = teams;
const { ada, ben } = people;

let store: Store;
before(async () => {
  store = await openTestStore();
  await writeProfiles(store.db, [ada, ben]);
  await writeCompanies(store.db, [companies.aurora]);
  for (const { id } of [orchard, meadow]) await createTeam(store.db, { id, name: id, ownerEmail: 'owner@x.example' });
});
after(() => store.close());

test('it puts profiles on lists, with a status that can change, and shows each team its own', async () => {
  const entry = { teamId: orchard.id, name: 'Hiring', profileId: ada.id };
  await putListEntries(store.db, [
    { ...entry, status: 'new' },
    { ...entry, profileId: ben.id },
    { ...entry, name: 'Advisors' },
    { ...entry, teamId: meadow.id, name: 'Secret' },
  ]);
  await putListEntries(store.db, [{ ...entry, status: 'contacted' }]);
  const lists = await listsOf(store.db, orchard.id, [ada.id, ben.id]);
  assert.deepEqual(
    [ada, ben].map(({ id }) => lists.get(id)?.map(({ name, status }) => [name, status])),
    [
      [
        ['Advisors', null],
        ['Hiring', 'contacted'],
      ],
      [['Hiring', null]],
    ],
  );
  assert.deepEqual(await listsOf(store.db, orchard.id, []), new Map());
});

test('it puts tags on profiles and companies once, and shows each team its own', async () => {
  const id = uuidFrom('a tag');
  const tagging = { teamId: orchard.id, id, name: 'priority', recordId: ada.id };
  await putTags(store.db, 'profile', [
    tagging,
    tagging,
    { ...tagging, teamId: meadow.id, id: undefined, name: 'secret' },
  ]);
  await putTags(store.db, 'profile', [{ ...tagging, id: uuidFrom('another') }]);
  await putTags(store.db, 'company', [{ ...tagging, recordId: companies.aurora.id }]);
  const tag = [{ id, name: 'priority' }];
  assert.deepEqual(await tagsOf(store.db, 'profile', orchard.id, [ada.id, ben.id]), new Map([[ada.id, tag]]));
  assert.deepEqual(
    await tagsOf(store.db, 'company', orchard.id, [companies.aurora.id]),
    new Map([[companies.aurora.id, tag]]),
  );
});

test('it keeps a note that is put twice once', async () => {
  const note = { teamId: orchard.id, profileId: ada.id, content: 'Met at a fair.' };
  await putNotes(store.db, [note]);
  await putNotes(store.db, [note, { ...note, content: 'Likes turbines.', isPrivate: true }]);
  const notes = await store.db.selectFrom('note').select(['content', 'is_private']).orderBy('content').execute();
  assert.deepEqual(notes, [
    { content: 'Likes turbines.', is_private: true },
    { content: 'Met at a fair.', is_private: false },
  ]);
});

test('it sets a strength by hand within bounds, for connectors of the team only, and takes it away', async () => {
  const added = await addConnectors(store.db, { teamId: orchard.id, slugs: ['ada-moreau'] });
  const [connectorId = ''] = added.added;
  const set = { teamId: orchard.id, connectorId, profileId: ben.id, strength: 0.8 };
  const strengths = () => store.db.selectFrom('manual_strength').selectAll().execute();
  await putManualStrength(store.db, set);
  await putManualStrength(store.db, { ...set, strength: 1 });
  assert.deepEqual(await strengths(), [
    { team_id: orchard.id, connector_id: connectorId, profile_id: ben.id, strength: 1 },
  ]);
  await assert.rejects(putManualStrength(store.db, { ...set, strength: 1.1 }), { reason: 'invalid' });
  await assert.rejects(putManualStrength(store.db, { ...set, strength: Number.NaN }), { reason: 'invalid' });
  await assert.rejects(putManualStrength(store.db, { ...set, teamId: meadow.id }), { reason: 'not-found' });
  await assert.rejects(putManualStrength(store.db, { ...set, profileId: uuidFrom('?') }), { reason: 'not-found' });
  await putManualStrength(store.db, { ...set, strength: null });
  assert.deepEqual(await strengths(), []);
});
