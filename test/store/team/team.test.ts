import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../src/store/open.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { rotateCallbackSecret, showCallbackSecret } from '../../../src/store/team/callback-secret.ts';
import { listMembers, putMember } from '../../../src/store/team/member.ts';
import { createTeam, listTeams, updateTeam } from '../../../src/store/team/team.ts';
import { openTestStore } from '../../support/store.ts';

let store: Store;
before(async () => {
  store = await openTestStore();
});
after(() => store.close());

const nobody = uuidFrom('no team');

test('it makes a team with its plan and its owner', async () => {
  const plan = { isPartner: true, apiAccess: false, allowance: 10, overageAllowed: false, overageProtection: true };
  const id = uuidFrom('Harbor');
  const made = await createTeam(store.db, {
    id,
    name: 'Harbor',
    ownerEmail: ' Owner@Harbor.example',
    ...plan,
    anchorDay: 31,
  });
  assert.deepEqual(made, { id });
  assert.deepEqual(await listMembers(store.db, id), [{ email: 'owner@harbor.example', role: 'owner' }]);
  const team = (await listTeams(store.db)).find((each) => each.id === id);
  assert.deepEqual(
    { ...team, created_at: undefined },
    {
      id,
      name: 'Harbor',
      partner_id: null,
      is_partner: true,
      api_access: false,
      allowance: 10,
      overage_allowed: false,
      overage_protection: true,
      anchor_day: 31,
      created_at: undefined,
    },
  );
});

test('it gives a child team its partner’s owners, unless it is told another', async () => {
  const { id: partnerId } = await createTeam(store.db, {
    name: 'Cove',
    ownerEmail: 'one@cove.example',
    isPartner: true,
  });
  await putMember(store.db, { teamId: partnerId, email: 'two@cove.example', role: 'owner' });
  await putMember(store.db, { teamId: partnerId, email: 'three@cove.example', role: 'admin' });
  const reef = await createTeam(store.db, { name: 'Reef', partnerId });
  const bay = await createTeam(store.db, { name: 'Bay', partnerId, ownerEmail: 'own@bay.example' });
  const owners = async (id: string) => (await listMembers(store.db, id)).map(({ email, role }) => `${role} ${email}`);
  assert.deepEqual(await owners(reef.id), ['owner one@cove.example', 'owner two@cove.example']);
  assert.deepEqual(await owners(bay.id), ['owner own@bay.example']);
});

test('it refuses a second child of one name, a child of no partner, and a team that nobody owns [team.refuses-second-child]', async () => {
  const owner = { ownerEmail: 'owner@pier.example' };
  const { id: partnerId } = await createTeam(store.db, { name: 'Pier', isPartner: true, ...owner });
  const { id: plain } = await createTeam(store.db, { name: 'Plain', ...owner });
  await createTeam(store.db, { name: 'Boat', partnerId });
  await createTeam(store.db, { name: 'Plain', ...owner });
  await assert.rejects(createTeam(store.db, { name: 'Boat', partnerId }), { reason: 'name-taken' });
  await assert.rejects(createTeam(store.db, { name: 'Raft', partnerId: plain }), { reason: 'not-permitted' });
  await assert.rejects(createTeam(store.db, { name: 'Raft', partnerId: nobody }), { reason: 'not-permitted' });
  await assert.rejects(createTeam(store.db, { name: 'Raft' }), { reason: 'invalid' });
  await assert.rejects(createTeam(store.db, { name: 'Raft', ownerEmail: 'not an address' }), { reason: 'invalid' });
  assert.ok(
    (await listTeams(store.db)).every(({ name }) => name !== 'Raft'),
    'a refused team leaves nothing',
  );
});

test('it changes what is given of a plan and leaves the rest', async () => {
  const { id } = await createTeam(store.db, { name: 'Mill', ownerEmail: 'o@mill.example', allowance: 5, anchorDay: 9 });
  await updateTeam(store.db, id, { overageProtection: true, allowance: null });
  await updateTeam(store.db, id, {});
  const team = (await listTeams(store.db)).find((each) => each.id === id);
  assert.deepEqual(
    [team?.name, team?.allowance, team?.overage_protection, team?.overage_allowed, team?.anchor_day],
    ['Mill', null, true, true, 9],
  );
  await assert.rejects(updateTeam(store.db, nobody, { allowance: 1 }), { reason: 'not-found' });
});

test('it refuses a plan out of bounds', async () => {
  const team = { name: 'Odd', ownerEmail: 'o@odd.example' };
  for (const plan of [{ allowance: -1 }, { allowance: 1.5 }, { anchorDay: 0 }, { anchorDay: 32 }]) {
    await assert.rejects(createTeam(store.db, { ...team, ...plan }), { reason: 'invalid', message: /but got/ });
  }
});

test('it changes a member’s role', async () => {
  const { id: teamId } = await createTeam(store.db, { name: 'Yard', ownerEmail: 'o@yard.example' });
  await putMember(store.db, { teamId, email: 'm@yard.example', role: 'member' });
  await putMember(store.db, { teamId, email: 'M@YARD.example', role: 'admin' });
  assert.deepEqual(await listMembers(store.db, teamId), [
    { email: 'm@yard.example', role: 'admin' },
    { email: 'o@yard.example', role: 'owner' },
  ]);
});

test('it shows and replaces the secret that signs callbacks', async () => {
  const { id } = await createTeam(store.db, { name: 'Bell', ownerEmail: 'o@bell.example' });
  const first = await showCallbackSecret(store.db, id);
  assert.match(first, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const second = await rotateCallbackSecret(store.db, id);
  assert.notEqual(second, first);
  assert.equal(await showCallbackSecret(store.db, id), second);
  await assert.rejects(showCallbackSecret(store.db, nobody), { reason: 'not-found' });
  await assert.rejects(rotateCallbackSecret(store.db, nobody), { reason: 'not-found' });
});
