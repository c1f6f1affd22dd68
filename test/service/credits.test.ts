import assert from 'node:assert/strict';
import { after, before, beforeEach, suite, test } from 'node:test';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { onDemandPrices, priceOf } from '../../src/contract/price.ts';
import { type Plan, updateTeam } from '../../src/store/team/team.ts';
import { people, type TeamName, teams } from '../support/cast/cast.ts';
import { type CastService, openCast } from '../support/service.ts';

const everyone = Object.values(people).map(({ id }) => id);

suite('credits', () => {
  let service: CastService;
  let clock = new Date();
  before(async () => {
    service = await openCast({ now: () => clock });
  });
  after(() => service.close());
  /** Each test has its own time, and so its own periods. */
  beforeEach(() => {
    clock = new Date(clock.getTime() + 400 * 24 * 60 * 60 * 1000);
  });

  const fetch = (as: TeamName, count: number, team?: TeamName) =>
    service.post(as, '/v3/profiles/fetch', { ids: everyone.slice(0, count), fields: ['tags'] }, team && { team });
  const usage = async (as: TeamName) => (await service.ask(as, creditUsage, undefined)).usage;
  const plan = (team: TeamName, changes: Plan) => updateTeam(service.store.db, teams[team].id, changes);
  const charges = (team: TeamName) =>
    service.store.db
      .selectFrom('charge')
      .select(['child_team_id', 'operation', 'credits', 'overage', 'charged_at'])
      .where('team_id', '=', teams[team].id)
      .where('charged_at', '>=', clock)
      .orderBy('id')
      .execute();

  const protectedBody = {
    status: 402,
    errors: [
      {
        code: 'OVERAGE_PROTECTION_ENABLED',
        message: 'Overage protection is on and the monthly credit limit is reached.',
        resolution: { enable_overages: 'https://kith.example/overages', upgrade_plan: 'https://kith.example/plans' },
      },
    ],
  };

  test('it charges a credit for each record returned, and keeps who asked what and when [credits.charges-credit-record]', async () => {
    assert.equal(await usage('meadow'), 0);
    const { headers } = await fetch('meadow', 3);
    assert.equal(await usage('meadow'), 3);
    const row = await service.store.db
      .selectFrom('charge')
      .selectAll()
      .where('request_id', '=', headers.get('x-request-id') ?? '')
      .executeTakeFirstOrThrow();
    const { id: _, period_starts_at: __, request_id: ___, ...facts } = row;
    assert.deepEqual(facts, {
      team_id: teams.meadow.id,
      child_team_id: null,
      operation: 'fetchProfiles',
      credits: 3,
      overage: 0,
      charged_at: clock,
    });
  });

  test('it charges nothing for a request that fails, and nothing for searching [credits.charges-nothing-request]', async () => {
    const ids = everyone.slice(0, 2);
    await service.post('meadow', '/v3/profiles/fetch', { ids, fields: ['nothing'] });
    await service.post('meadow', '/v3/profiles/fetch', { ids, limit: 1 });
    await service.post('meadow', '/v3/profiles/fetch', { ids }, { team: 'orchard' });
    await service.post('meadow', '/v3/profiles/search', { query: { match_all: {} } });
    await service.post('meadow', '/v3/companies/search', { query: { match_all: {} } });
    await service.post('orchard', '/v3/relationships', {});
    assert.deepEqual(await charges('meadow'), []);
    assert.deepEqual(await charges('orchard'), []);
  });

  test('it refuses whole what would pass the limit while overage protection is on [credits.refuses-whole-would]', async () => {
    assert.equal((await fetch('quarry', 4)).status, 200);
    const refused = await fetch('quarry', 2);
    assert.deepEqual({ status: refused.status, body: refused.body }, { status: 402, body: protectedBody });
    assert.equal(await usage('quarry'), 4);
    assert.equal((await fetch('quarry', 1)).status, 200);
    assert.deepEqual((await fetch('quarry', 1)).body, protectedBody);
    assert.equal(await usage('quarry'), 5);
    assert.equal((await fetch('quarry', 0)).status, 200);
  });

  test('it checks the request before the allowance [credits.checks-request-before]', async () => {
    await fetch('quarry', 5);
    assert.equal((await service.post('quarry', '/v3/profiles/fetch', { ids: ['x'] })).status, 400);
  });

  test('it refuses a first call that costs more than the whole allowance [credits.refuses-first-call]', async () => {
    assert.equal((await fetch('quarry', 6)).status, 402);
    assert.equal(await usage('quarry'), 0);
  });

  test('it lets calls pass when protection is switched off, and marks the overage [credits.lets-calls-pass]', async () => {
    await fetch('quarry', 5);
    assert.equal((await fetch('quarry', 1)).status, 402);
    await plan('quarry', { overageProtection: false });
    assert.equal((await fetch('quarry', 1)).status, 200);
    await plan('quarry', { allowance: 7 });
    assert.equal((await fetch('quarry', 4)).status, 200);
    await plan('quarry', { overageProtection: true, allowance: 5 });
    const rows = await charges('quarry');
    assert.deepEqual(
      rows.map(({ credits, overage }) => [credits, overage]),
      [
        [5, 0],
        [1, 1],
        [4, 3],
      ],
    );
    assert.equal(await usage('quarry'), 10);
    assert.equal((await fetch('quarry', 1)).status, 402);
  });

  test('it resumes when the plan grows [credits.resumes-plan-grows]', async () => {
    await fetch('quarry', 5);
    await plan('quarry', { allowance: 6 });
    assert.equal((await fetch('quarry', 1)).status, 200);
    assert.equal((await fetch('quarry', 1)).status, 402);
    await plan('quarry', { allowance: 5 });
  });

  test('it answers a plan without overage with the standard body [credits.answers-plan-without]', async () => {
    await plan('quarry', { overageAllowed: false });
    const { status, body } = await fetch('quarry', 6);
    await plan('quarry', { overageAllowed: true });
    const errors = ["The team's credit allowance is exceeded, and its plan has no overage."];
    assert.deepEqual({ status, body }, { status: 402, body: { code: 402, errors } });
  });

  test('it resumes in the next period, and rolls nothing over [credits.resumes-next-period]', async () => {
    clock = new Date('2030-04-30T23:59:59.999Z');
    await fetch('quarry', 1);
    assert.equal(await usage('quarry'), 1);
    clock = new Date('2030-05-01T00:00:00.000Z');
    assert.equal(await usage('quarry'), 0);
    assert.equal((await fetch('quarry', 5)).status, 200);
    assert.equal((await fetch('quarry', 1)).status, 402);
    clock = new Date('2030-06-01T00:00:00.000Z');
    assert.equal((await fetch('quarry', 5)).status, 200);
  });

  test("it starts periods on the anchor day, clamped to the month's last, in UTC [credits.starts-periods-anchor]", async () => {
    await plan('meadow', { anchorDay: 31 });
    const days: readonly (readonly [now: string, startsAt: string])[] = [
      ['2031-01-30T23:59:59.999Z', '2030-12-31T00:00:00.000Z'],
      ['2031-01-31T00:00:00.000Z', '2031-01-31T00:00:00.000Z'],
      ['2031-02-27T23:59:59.999Z', '2031-01-31T00:00:00.000Z'],
      ['2031-02-28T00:00:00.000Z', '2031-02-28T00:00:00.000Z'],
      ['2031-03-30T12:00:00.000Z', '2031-02-28T00:00:00.000Z'],
      ['2031-04-30T00:00:00.000Z', '2031-04-30T00:00:00.000Z'],
      ['2032-02-29T00:00:00.000Z', '2032-02-29T00:00:00.000Z'],
    ];
    for (const [now, startsAt] of days) {
      clock = new Date(now);
      await fetch('meadow', 1);
      const { period } = await service.store.db
        .selectFrom('charge')
        .select(({ fn }) => fn.max('period_starts_at').as('period'))
        .where('team_id', '=', teams.meadow.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(period, new Date(startsAt));
    }
    await plan('meadow', { anchorDay: 1 });
  });

  test("it bills and shows a child team's calls at its partner, with the child on the row [credits.bills-shows-child]", async () => {
    await fetch('harbor', 1);
    await fetch('harbor', 2, 'lighthouse');
    await fetch('harbor', 1, 'harbor');
    await fetch('lighthouse', 3);
    const rows = await charges('harbor');
    assert.deepEqual(
      rows.map(({ child_team_id, credits }) => [child_team_id, credits]),
      [
        [null, 1],
        [teams.lighthouse.id, 2],
        [null, 1],
        [teams.lighthouse.id, 3],
      ],
    );
    assert.equal(await usage('harbor'), 7);
    assert.equal(await usage('lighthouse'), 7);
    assert.deepEqual(await charges('lighthouse'), []);
  });

  test("it holds a child team to its partner's allowance [credits.holds-child-team]", async () => {
    await plan('harbor', { allowance: 2, overageProtection: true });
    assert.equal((await fetch('lighthouse', 2)).status, 200);
    assert.equal((await fetch('lighthouse', 1)).status, 402);
    assert.equal((await fetch('harbor', 1, 'lighthouse')).status, 402);
    await plan('harbor', { allowance: null, overageProtection: false });
  });

  test('it never lets calls at once pass the limit together [credits.never-lets-calls]', async () => {
    await plan('quarry', { allowance: 333 });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => fetch('quarry', (index % 4) + 1)));
    const returned = answers.flatMap(({ status, body }) => {
      if (status !== 200) return [];
      assert.ok(typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results));
      return body.results;
    });
    assert.ok(answers.some(({ status }) => status === 402));
    assert.ok(returned.length > 329 && returned.length <= 333, `${returned.length} records were returned`);
    assert.equal(await usage('quarry'), returned.length);
    const rows = await charges('quarry');
    assert.equal(
      rows.reduce((sum, { credits }) => sum + credits, 0),
      returned.length,
    );
    assert.equal(rows.length, answers.filter(({ status }) => status === 200).length);
    await plan('quarry', { allowance: 5 });
  });

  test("it prices the on-demand operations as the specification's examples do [credits.prices-demand-operations]", () => {
    assert.equal(priceOf(onDemandPrices['Refresh a Profile'], 20), 60);
    assert.equal(priceOf(onDemandPrices['Get Profile Posts'], 15), 2);
    assert.equal(priceOf(onDemandPrices['Get Company Posts'], 100), 10);
    assert.equal(priceOf(onDemandPrices['Get Company Posts'], 500), 10);
    assert.equal(priceOf(onDemandPrices['Get Profile Posts'], 0), 0);
    assert.equal(priceOf(onDemandPrices['Get Comments'], 0), 1);
  });
});
