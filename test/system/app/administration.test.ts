import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { perform } from '../../../src/app/admin/commands.ts';
import { fetchProfiles } from '../../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import { v2FetchProfiles } from '../../../src/service/v2/contract/fetch.ts';
import { people, teams } from '../../support/cast/cast.ts';
import { type CastService, openCast } from '../../support/service.ts';

const team = teams.orchard.id;
const owner = 'owner@orchard.example';

suite('the administrator’s commands, while the service runs', () => {
  let service: CastService;
  let now = () => new Date();
  before(async () => {
    service = await openCast({ now: () => now() });
  });
  after(() => service.close());

  /** Carries out a command, and answers what it says. */
  const admin = async (name: string, argument: object): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const lines: string[] = [];
    await perform({ store: service.store, stdout: (line) => lines.push(line), onProgress: () => {} }, name, argument);
    return lines.map((line) => JSON.parse(line));
  };
  const refuses = (name: string, argument: object, sentence: RegExp) =>
    assert.rejects(admin(name, argument), { name: 'CommandFailure', message: sentence });
  const status = async (key: unknown) =>
    (await service.send('/credits/usage', { headers: { 'x-api-key': String(key) } })).status;
  const shown = async (fields: readonly ('tags' | 'lists')[]) => {
    const { results } = await service.ask('orchard', fetchProfiles, { ids: [people.eve.id], fields: [...fields] });
    return results[0];
  };

  test('it makes keys for owners and admins, lists them without what they are, and ends them at once [administration.makes-keys-owners]', async () => {
    const [made] = await admin('key-create', { team, account: owner, label: 'nightly' });
    assert.match(String(made?.key), /^kith_[\w-]{43}$/);
    assert.equal(await status(made?.key), 200);
    const listed = await admin('key-list', { team });
    assert.deepEqual(
      listed.map(({ label }) => label),
      ['nightly', null],
    );
    assert.ok(!JSON.stringify(listed).includes(String(made?.key)));
    await admin('key-revoke', { team, key: made?.id });
    assert.equal(await status(made?.key), 401);
    await refuses('key-revoke', { team, key: made?.id }, /^key: the team has no key/);
    await refuses('key-list', { team: people.eve.id }, /^team: no team has the id/);
  });

  test('it ends a key when its time has come', async () => {
    const [made] = await admin('key-create', { team, account: owner, expires: '2130-01-01' });
    assert.equal(await status(made?.key), 200);
    now = () => new Date('2130-01-01');
    assert.equal(await status(made?.key), 401);
    now = () => new Date();
    await refuses('key-create', { team, account: owner, expires: '2020-01-01' }, /^expires: must be in the future/);
    await refuses('key-create', { team, account: owner, expires: 'soon' }, /^expires: must be a day or moment/);
  });

  test('it changes a team only where it is told what', async () => {
    await refuses('team-update', { team }, /^team: must have at least one change/);
  });

  test('it gives roles and takes them, and ends the keys of who leaves', async () => {
    const account = 'sam@orchard.example';
    await refuses('key-create', { team, account }, /^account: must be an owner or admin/);
    await admin('team-member', { team, account, role: 'member' });
    await refuses('key-create', { team, account }, /has the role member/);
    await admin('team-member', { team, account, role: 'admin' });
    const [made] = await admin('key-create', { team, account });
    assert.equal(await status(made?.key), 200);
    assert.deepEqual(await admin('team-members', { team }), [
      { email: owner, role: 'owner' },
      { email: account, role: 'admin' },
    ]);
    await admin('team-member', { team, account, role: 'none' });
    assert.equal(await status(made?.key), 401);
    await refuses('team-member', { team, account, role: 'none' }, /^account: must be in the team/);
  });

  test('it leaves every team an owner', async () => {
    const last = /^role: must leave the team an owner/;
    await refuses('team-member', { team, account: owner, role: 'member' }, last);
    await refuses('team-member', { team, account: owner, role: 'none' }, last);
    const heir = 'heir@orchard.example';
    await admin('team-member', { team, account: heir, role: 'owner' });
    await admin('team-member', { team, account: owner, role: 'admin' });
    await admin('team-member', { team, account: owner, role: 'owner' });
    await admin('team-member', { team, account: heir, role: 'none' });
  });

  test('it makes a team on a plan, and changes the plan [administration.makes-team-plan]', async () => {
    const [made] = await admin('team-create', {
      name: 'Mill',
      owner: 'owner@mill.example',
      allowance: 2,
      anchorDay: 31,
    });
    const [key] = await admin('key-create', { team: made?.id, account: 'owner@mill.example' });
    const fetch = async (count: number) =>
      (
        await service.send('/v3/profiles/fetch', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': String(key?.key) },
          body: JSON.stringify({
            ids: Object.values(people)
              .slice(0, count)
              .map(({ id }) => id),
          }),
        })
      ).status;
    assert.equal(await fetch(2), 200);
    assert.equal(await fetch(1), 200);
    await admin('team-update', { team: made?.id, overageProtection: true });
    assert.equal(await fetch(1), 402);
    await admin('team-update', { team: made?.id, allowance: 'none' });
    assert.equal(await fetch(1), 200);
    await admin('team-update', { team: made?.id, isPartner: true, name: 'Windmill' });
    const teamsNow = await admin('team-list', {});
    const windmill = teamsNow.find(({ id }) => id === made?.id);
    assert.deepEqual(
      [windmill?.name, windmill?.is_partner, windmill?.anchor_day, windmill?.overage_protection],
      ['Windmill', true, 31, true],
    );
    assert.ok(teamsNow.every((row) => !('callback_secret' in row)));
    await admin('team-update', { team: made?.id, apiAccess: false });
    await refuses('key-create', { team: made?.id, account: 'owner@mill.example' }, /plan that includes API access/);
    await refuses('team-update', { team: made?.id, anchorDay: 32 }, /^anchor_day: must be between 1 and 31/);
  });

  test('it puts profiles on lists and takes them off', async () => {
    const entry = { team, list: 'Board', profile: 'eve-larsen' };
    await admin('team-put-on-list', { ...entry, status: 'asked' });
    await admin('team-put-on-list', { ...entry, status: 'won' });
    assert.deepEqual(
      (await shown(['lists']))?.lists?.map((list) => [list?.name, list?.status]),
      [['Board', 'won']],
    );
    await admin('team-put-on-list', { ...entry, remove: true });
    assert.deepEqual((await shown(['lists']))?.lists, []);
    await refuses('team-put-on-list', { ...entry, remove: true }, /^list: must exist already/);
    await refuses(
      'team-put-on-list',
      { ...entry, profile: 'nobody' },
      /^profile: must name a profile by id, slug or URL/,
    );
    await refuses('team-put-on-list', { ...entry, team: people.eve.id }, /^team: no team has the id/);
  });

  test('it tags profiles and companies by id, slug or URL, and takes tags off', async () => {
    await admin('team-tag', { team, tag: 'warm', profile: people.eve.profile_info.xnet_url });
    await admin('team-tag', { team, tag: 'hot', profile: people.eve.id });
    await admin('team-tag', { team, tag: 'warm', company: 'cobalt-systems' });
    const names = async () => (await shown(['tags']))?.tags?.map((tag) => tag?.name);
    assert.deepEqual(await names(), ['hot', 'warm']);
    await admin('team-tag', { team, tag: 'hot', profile: 'eve-larsen', remove: true });
    assert.deepEqual(await names(), ['warm']);
    await refuses('team-tag', { team, tag: 'warm' }, /^tag: must have one of profile and company/);
  });

  test('it writes notes, keeps private ones to itself, and removes them', async () => {
    const note = { team, profile: 'eve-larsen' };
    const [made] = await admin('team-note', { ...note, content: 'Met in Porto.' });
    await admin('team-note', { ...note, content: 'Asks too much.', private: true });
    const contents = async () => {
      const asked = { ids: [people.eve.id], fields: ['notes' as const] };
      const { results } = await service.ask('orchard', v2FetchProfiles, asked);
      return results[0]?.notes?.map((one) => one?.content);
    };
    assert.deepEqual(await contents(), ['Met in Porto.']);
    await admin('team-remove-note', { team, note: made?.id });
    assert.deepEqual(await contents(), []);
  });

  test('it lists connectors, and sets how well one knows a profile by hand', async () => {
    const connectors = await admin('team-connectors', { team });
    assert.deepEqual(
      connectors.map(({ slug, status: state }) => [slug, state]),
      [
        ['ada-moreau', 'mapped'],
        ['ben-okafor', 'mapped'],
      ],
    );
    const strength = async () => {
      const query = { term: { id: people.farid.id } };
      const { items } = await service.ask('orchard', findRelationships, { query });
      return items[0]?.connections?.[0]?.manual_strength;
    };
    assert.equal(await strength(), undefined);
    await admin('team-strength', { team, connector: 'ben-okafor', profile: 'farid-haddad', strength: 0.9 });
    assert.equal(await strength(), 0.9);
    await admin('team-strength', { team, connector: connectors[1]?.id, profile: people.farid.id, strength: null });
    assert.equal(await strength(), undefined);
    const asked = { team, connector: 'eve-larsen', profile: 'farid-haddad', strength: 0.9 };
    await refuses('team-strength', asked, /^connector: must exist already/);
    const strong = { team, connector: 'ben-okafor', profile: 'farid-haddad', strength: 2 };
    await refuses('team-strength', strong, /^manual_strength: must be between 0 and 1, but got 2/);
  });

  test('it shows the secret that signs callbacks, and replaces it', async () => {
    const said = async (argument: object) => {
      const lines: string[] = [];
      await perform({ store: service.store, stdout: (line) => lines.push(line), onProgress: () => {} }, 'team-secret', {
        team,
        ...argument,
      });
      return lines.join();
    };
    const secret = await said({});
    assert.match(secret, /^whsec_/);
    assert.equal(await said({}), secret);
    assert.notEqual(await said({ rotate: true }), secret);
  });
});
