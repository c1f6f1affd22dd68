import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type PersonName, people, present, type TeamName, teams } from '../../support/cast/cast.ts';
import { type Asking, type CastService, openCast } from '../../support/service.ts';
import { jobGate } from '../jobs/job-gate.ts';

const path = '/team/add-connector';
const slugOf = (name: PersonName): string =>
  (people[name].profile_info.full_name ?? '').toLowerCase().replaceAll(' ', '-');

describe('POST /team/add-connector', () => {
  let service: CastService;
  const add = (body: object, as: TeamName = 'meadow', asking?: Asking) => service.post(as, path, body, asking);
  const connectors = (team: TeamName) =>
    service.store.db
      .selectFrom('connector')
      .innerJoin('profile', 'profile.id', 'connector.profile_id')
      .select(['profile_id', 'slug', 'group_name', 'status', 'mapped_at', 'mapped_company_id'])
      .where('team_id', '=', teams[team].id)
      .orderBy('profile_id')
      .execute();

  before(async () => {
    service = await openCast();
  });
  afterEach(async () => {
    await service.context.jobs.idle();
    await service.store.db.deleteFrom('connector').where('team_id', '=', teams.meadow.id).execute();
  });
  after(() => service.close());

  it('queues the mapping of new connectors, and their connections come [add-connector.queues-mapping-new]', async () => {
    const answer = await add({ xnet_usernames: [slugOf('ben')] });
    assert.equal(answer.status, 202);
    assert.deepEqual(answer.body, { usernames_not_found: [] });
    await service.context.jobs.idle();
    assert.deepEqual(await connectors('meadow'), [
      {
        profile_id: people.ben.id,
        slug: 'ben-okafor',
        group_name: null,
        status: 'mapped',
        mapped_at: present,
        mapped_company_id: null,
      },
    ]);
    const reached = await service.post('meadow', '/v3/relationships', {
      query: { ids: { values: [people.chloe.id] } },
    });
    assert.equal(reached.status, 200);
    assert.ok(typeof reached.body === 'object' && reached.body !== null && 'total_count' in reached.body);
    assert.equal(reached.body.total_count, 1);
  });

  it('takes slugs and URLs, percent-encoded or not, in any case, and each person once [add-connector.takes-slugs-urls]', async () => {
    const sent = [
      'CHLOÉ-NÚÑEZ',
      'chlo%C3%A9-n%C3%BA%C3%B1ez',
      'https://xnet.example/in/chlo%c3%a9-n%c3%ba%c3%b1ez/',
      'https://www.xnet.example/in/Ada-Moreau?trk=x',
    ];
    assert.equal((await add({ xnet_usernames: sent })).status, 202);
    assert.deepEqual(
      (await connectors('meadow')).map(({ slug }) => slug),
      ['ada-moreau', 'chloé-núñez'],
    );
  });

  it('names the slugs that it does not find, as they were sent [add-connector.names-slugs-does]', async () => {
    const strangers = ['No-Body', 'https://xnet.example/in/no%20one'];
    const mixed = await add({ xnet_usernames: [strangers[0], slugOf('ada'), strangers[1], strangers[0]] });
    assert.equal(mixed.status, 202);
    assert.deepEqual(mixed.body, { usernames_not_found: strangers });
    const none = await add({ xnet_usernames: strangers });
    assert.equal(none.status, 200);
    assert.deepEqual(none.body, { usernames_not_found: strangers });
  });

  it('skips silently who is a connector already [add-connector.skips-silently-connector]', async () => {
    await add({ xnet_usernames: [slugOf('ada')], group: 'advisors' });
    const again = await add({ xnet_usernames: [slugOf('ada')], group: 'investors' });
    assert.equal(again.status, 200);
    assert.deepEqual(again.body, { usernames_not_found: [] });
    const mixed = await add({ xnet_usernames: [slugOf('ada'), slugOf('ben')], group: 'investors' });
    assert.equal(mixed.status, 202);
    assert.deepEqual(
      (await connectors('meadow')).map(({ slug, group_name }) => [slug, group_name]),
      [
        ['ada-moreau', 'advisors'],
        ['ben-okafor', 'investors'],
      ],
    );
  });

  it('takes the array by its other name [add-connector.takes-array-other]', async () => {
    assert.equal((await add({ linkedin_usernames: [slugOf('ada')] })).status, 202);
  });

  const refused: readonly (readonly [sentence: string, body: object, path: string])[] = [
    ['no array', {}, ''],
    ['both arrays', { xnet_usernames: ['a'], linkedin_usernames: ['a'] }, ''],
    ['an empty array', { xnet_usernames: [] }, 'xnet_usernames:'],
    ['more than 1,000', { xnet_usernames: Array.from({ length: 1001 }, (_, n) => `s${n}`) }, 'xnet_usernames:'],
    ['an empty slug', { xnet_usernames: ['a', ' '] }, 'xnet_usernames.1:'],
    ['an empty slug by the other name', { linkedin_usernames: [''] }, 'linkedin_usernames.0:'],
    ['an unknown group', { xnet_usernames: ['a'], group: 'friends' }, 'group:'],
    ['an unknown property', { xnet_usernames: ['a'], role: 'x' }, 'role:'],
  ];
  for (const [sentence, body, start] of refused) {
    it(`refuses ${sentence} [add-connector.refuses]`, async () => {
      const answer = await add(body);
      assert.equal(answer.status, 400);
      assert.match(JSON.stringify(answer.body), new RegExp(`^\\{"code":400,"errors":\\["${start}`));
      assert.deepEqual(await connectors('meadow'), []);
    });
  }

  it('adds to the child team that a partner names, and to no other [add-connector.adds-child-team]', async () => {
    const child = await add({ xnet_usernames: [slugOf('ines')] }, 'harbor', { team: 'lighthouse' });
    assert.equal(child.status, 202);
    assert.ok((await connectors('lighthouse')).some(({ profile_id }) => profile_id === people.ines.id));
    assert.ok(!(await connectors('harbor')).some(({ profile_id }) => profile_id === people.ines.id));
    assert.equal((await add({ xnet_usernames: [slugOf('ines')] }, 'harbor', { team: 'reef' })).status, 403);
  });

  it('answers the same key and body the same, and does nothing the second time', async () => {
    const headers = { 'idempotency-key': 'add-grace' };
    const body = { xnet_usernames: [slugOf('grace'), 'nobody-at-all'] };
    const first = await add(body, 'meadow', { headers });
    const second = await add(body, 'meadow', { headers });
    assert.deepEqual([first.status, second.status], [202, 202]);
    assert.deepEqual(second.body, first.body);
    const other = await add({ xnet_usernames: [slugOf('ada')] }, 'meadow', { headers });
    assert.equal(other.status, 422);
  });

  it('costs nothing', async () => {
    await add({ xnet_usernames: [slugOf('ada')] });
    assert.equal(await service.spent('meadow'), 0);
  });
});

describe('a connector', () => {
  it('is pending until its mapping has begun, and mapped afterwards [add-connector.pending-until-mapping]', async () => {
    const gate = jobGate();
    gate.close('map-connector');
    await using service = await openCast({ beforeJob: gate.beforeJob });
    const status = async () => {
      const rows = service.store.db.selectFrom('connector').select('status').where('team_id', '=', teams.meadow.id);
      return (await rows.executeTakeFirstOrThrow()).status;
    };
    await service.post('meadow', path, { xnet_usernames: [slugOf('ada')] });
    const pass = await gate.arrival();
    assert.equal(await status(), 'pending');
    pass();
    await service.context.jobs.idle();
    assert.equal(await status(), 'mapped');
  });

  it('has failed when its mapping has failed for the last time [add-connector.failed-mapping-failed]', async () => {
    let time = present.getTime();
    await using service = await openCast({
      now: () => new Date(time),
      beforeJob: () => Promise.reject(new Error('Not today.')),
    });
    await service.post('meadow', path, { xnet_usernames: [slugOf('ada')] });
    for (const seconds of [0, 1, 6, 36, 216]) {
      time += seconds * 1000;
      await service.context.jobs.idle();
    }
    const { db } = service.store;
    const row = await db
      .selectFrom('connector')
      .select('status')
      .where('team_id', '=', teams.meadow.id)
      .executeTakeFirst();
    assert.equal(row?.status, 'failed');
    const job = await db.selectFrom('job').select(['status', 'attempts', 'last_error']).executeTakeFirst();
    assert.deepEqual(job, { status: 'failed', attempts: 5, last_error: 'Not today.' });
  });
});
