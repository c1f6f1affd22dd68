import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Store } from '../../../src/store/open.ts';
import { uuidFrom } from '../../../src/store/record/uuid.ts';
import { createKey, hashKey, listKeys, putKey, revokeKey } from '../../../src/store/team/key.ts';
import { putMember } from '../../../src/store/team/member.ts';
import { createTeam, updateTeam } from '../../../src/store/team/team.ts';
import { openTestStore } from '../../support/store.ts';

let store: Store;
let teamId: string;
before(async () => {
  store = await openTestStore();
  ({ id: teamId } = await createTeam(store.db, { name: 'Harbor', ownerEmail: 'owner@harbor.example' }));
  await putMember(store.db, { teamId, email: 'admin@harbor.example', role: 'admin' });
  await putMember(store.db, { teamId, email: 'member@harbor.example', role: 'member' });
});
after(() => store.close());

const by = (name: string) => ({ teamId, accountEmail: `${name}@harbor.example` });

const teamWith = async (key: string) =>
  (await store.db.selectFrom('api_key').selectAll().where('hash', '=', hashKey(key)).executeTakeFirst())?.team_id;

test('it makes keys of 256 bits for owners and admins, and stores only their hashes [key.hashes-only]', async () => {
  const owners = await createKey(store.db, { ...by('owner'), label: 'server', expiresAt: new Date('2030-01-01') });
  const admins = await createKey(store.db, by('ADMIN'));
  for (const { key } of [owners, admins]) {
    assert.match(key, /^kith_[\w-]{43}$/);
    assert.equal(await teamWith(key), teamId);
    const rows = await store.db.selectFrom('api_key').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(key.slice(5)));
  }
  const listed = await listKeys(store.db, teamId);
  assert.deepEqual(
    listed.map(({ id, email, label, demo, expires_at }) => ({ id, email, label, demo, expires_at })),
    [
      { id: admins.id, email: 'admin@harbor.example', label: null, demo: false, expires_at: null },
      {
        id: owners.id,
        email: 'owner@harbor.example',
        label: 'server',
        demo: false,
        expires_at: new Date('2030-01-01'),
      },
    ],
  );
});

test('it refuses a key to members, strangers, unknown teams and plans without API access [key.refuses-key-members]', async () => {
  const refused = (details: Parameters<typeof createKey>[1], reason: string, message: RegExp) =>
    assert.rejects(createKey(store.db, details), { reason, message });
  await refused(by('member'), 'not-permitted', /must be an owner or admin .* has the role member/);
  await refused(by('stranger'), 'not-permitted', /must be an owner or admin .* has no role/);
  await refused({ ...by('owner'), teamId: uuidFrom('no team') }, 'not-found', /no team has the id/);
  await updateTeam(store.db, teamId, { apiAccess: false });
  await refused(by('owner'), 'not-permitted', /plan that includes API access/);
  await updateTeam(store.db, teamId, { apiAccess: true });
});

test('it ends a key at once, once, and only for its own team', async () => {
  const { id: other } = await createTeam(store.db, { name: 'Other', ownerEmail: 'owner@other.example' });
  const { id: keyId } = await createKey(store.db, by('owner'));
  const now = new Date('2026-01-02T03:04:05Z');
  assert.equal(await revokeKey(store.db, { teamId: other, keyId }), false);
  assert.equal(await revokeKey(store.db, { teamId, keyId, now }), true);
  assert.equal(await revokeKey(store.db, { teamId, keyId }), false);
  const revoked = (await listKeys(store.db, teamId)).find(({ id }) => id === keyId);
  assert.deepEqual(revoked?.revoked_at, now);
});

test('it puts a known key, again and again, and marks demo keys', async () => {
  const known = { ...by('owner'), key: 'kith_demo_harbor', demo: true };
  const first = await putKey(store.db, known);
  await revokeKey(store.db, { teamId, keyId: first.id });
  assert.deepEqual(await putKey(store.db, known), first);
  const key = (await listKeys(store.db, teamId)).find(({ id }) => id === first.id);
  assert.deepEqual([key?.demo, key?.revoked_at], [true, null]);
  await assert.rejects(putKey(store.db, { ...known, ...by('member') }), { reason: 'not-permitted' });
});
