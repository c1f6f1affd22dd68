import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { mapNetwork, mappingStatus } from '../../../src/contract/operation/network-mapper.ts';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import { openService } from '../../../src/service/server.ts';
import { writeCompanies, writeProfiles } from '../../../src/store/record/write.ts';
import { companies, present, teams } from '../../support/cast/cast.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { jobGate } from '../jobs/job-gate.ts';
import { forgetMappings, mapped, started, statusOf, summary } from './mapper.ts';

const query = { match_all: {} };
const brightwater = { query, mapping_company_website: 'brightwater.example' };
const hours = (count: number): number => count * 3_600_000;

/** Ada and Eve work at Brightwater; these are the people they know, by the dates of their careers. */
const brightwaterNetwork = [
  ['ada', [['Eve', 0.95]]],
  [
    'ben',
    [
      ['Ada', 0.95],
      ['Eve', 0.78],
    ],
  ],
  ['eve', [['Ada', 0.95]]],
  ['dmitri', [['Ada', 0.89]]],
  ['chloe', [['Ada', 0.87]]],
  ['grace', [['Ada', 0.35]]],
];

describe('the network mapper with a website', () => {
  const gate = jobGate();
  let time = present.getTime();
  let failing = false;
  let service: CastService;
  before(async () => {
    service = await openCast({
      now: () => new Date(time),
      beforeJob: (job) => (failing ? Promise.reject(new Error('Not today.')) : gate.beforeJob(job)),
    });
  });
  afterEach(async () => {
    gate.open();
    failing = false;
    await forgetMappings(service);
  });
  after(() => service.close());

  it('answers with a task, whose end is followed by the result [task.answers-task-end]', async () => {
    gate.close('map-company');
    const spent = await service.spent('harbor');
    const task = await started(service, brightwater);
    assert.match(task, /^[\w-]{24}$/);
    assert.equal(await statusOf(service, task), 'NotMapped');
    const first = await gate.arrival();
    assert.equal(await statusOf(service, task), 'NotMapped');
    first();
    const second = await gate.arrival();
    assert.equal(await statusOf(service, task), 'MappingInProgress');
    second();
    await service.context.jobs.idle();
    assert.equal(await statusOf(service, task), 'Mapped');
    assert.equal(await service.spent('harbor'), spent);
    const network = await mapped(service, brightwater);
    assert.deepEqual(summary(network), brightwaterNetwork);
    assert.equal(network.total_count, 6);
    assert.equal(await service.spent('harbor'), spent + 1);
    assert.equal(await statusOf(service, task), 'Mapped');
  });

  it('answers the same company with the same task while it runs, however its website is written [task.answers-same-company]', async () => {
    gate.close('map-company');
    const task = await started(service, brightwater);
    const again = await started(service, { query, mapping_company_website: 'HTTPS://www.Brightwater.example/about' });
    assert.equal(again, task);
    (await gate.arrival())();
    await gate.arrival().then(async (pass) => {
      assert.equal(await started(service, brightwater), task);
      pass();
    });
    const other = await started(service, { query, mapping_company_website: 'aurora-labs.example' });
    assert.notEqual(other, task);
    assert.notEqual(await started(service, brightwater, 'cove'), task);
    gate.open();
    await service.context.jobs.idle();
    assert.equal(await statusOf(service, task), 'Mapped');
    assert.equal(await statusOf(service, other), 'Mapped');
  });

  it('gives requests at the same moment one task', async () => {
    gate.close('map-company');
    const tasks = await Promise.all(Array.from({ length: 8 }, () => started(service, brightwater)));
    assert.equal(new Set(tasks).size, 1);
    gate.open();
    await service.context.jobs.idle();
  });

  it('maps again, by a new task, when a day has passed', async () => {
    const task = await started(service, brightwater);
    await service.context.jobs.idle();
    time += hours(24) - 1;
    await mapped(service, brightwater);
    time += 1;
    const next = await started(service, brightwater);
    assert.notEqual(next, task);
    await service.context.jobs.idle();
    assert.equal(await statusOf(service, next), 'Mapped');
    assert.equal(await statusOf(service, task), 'Mapped');
    assert.deepEqual(summary(await mapped(service, brightwater)), brightwaterNetwork);
  });

  it('forgets whoever has left the company meanwhile', async () => {
    await started(service, brightwater);
    await service.context.jobs.idle();
    const adaIsThere = (is_current: boolean) =>
      service.store.db.updateTable('employment').set({ is_current }).where('title', '=', 'Chief Engineer').execute();
    await adaIsThere(false);
    time += hours(25);
    await started(service, brightwater);
    await service.context.jobs.idle();
    const network = summary(await mapped(service, brightwater));
    await adaIsThere(true);
    assert.deepEqual(network, [['ben', [['Eve', 0.78]]]]);
  });

  it('takes the executives of its investors’ other companies for connectors, too [task.takes-executives-investors]', async () => {
    const { db } = service.store;
    const ember = {
      id: 'cccccccc-0000-4000-8000-000000000099',
      company_info: { name: 'Ember', funding: companies.cobalt.company_info.funding },
    };
    const somebody = (number: number, title: string) => ({
      id: `aaaaaaaa-0000-4000-8000-00000000009${number}`,
      profile_info: {
        full_name: `${title} of Ember`,
        xnet_url: `https://xnet.example/in/ember-${number}`,
        experience: [{ company_id: ember.id, is_current: true, start_date: '2024-01-01', title }],
      },
    });
    await writeCompanies(db, [ember]);
    await writeProfiles(db, [
      somebody(1, 'Chief Executive Officer'),
      somebody(2, 'Engineer'),
      somebody(3, 'Co-Founder'),
    ]);
    await started(service, { query, mapping_company_website: 'cobalt-systems.example' });
    await service.context.jobs.idle();
    const connectors = await db
      .selectFrom('connector')
      .select(['slug', 'team_id', 'status'])
      .where('mapped_company_id', '=', companies.cobalt.id)
      .orderBy('slug')
      .execute();
    const ofHarbor = { team_id: teams.harbor.id, status: 'mapped' };
    assert.deepEqual(connectors, [
      { slug: 'ben-okafor', ...ofHarbor },
      { slug: 'ember-1', ...ofHarbor },
      { slug: 'ember-3', ...ofHarbor },
    ]);
  });

  it('adds nothing to the team’s own network', async () => {
    const before = await service.ask('harbor', findRelationships, {});
    const whole = summary(await mapped(service, { query }));
    await started(service, brightwater);
    await service.context.jobs.idle();
    assert.deepEqual(await service.ask('harbor', findRelationships, {}), before);
    assert.deepEqual(summary(await mapped(service, { query })), whole);
  });

  it('fails for a website that no company has; the next request makes a new task [task.fails-website-company]', async () => {
    const unknown = { query, mapping_company_website: 'atlantis.example' };
    const task = await started(service, unknown);
    await service.context.jobs.idle();
    assert.equal(await statusOf(service, task), 'MappingFailed');
    const next = await started(service, unknown);
    assert.notEqual(next, task);
    await service.context.jobs.idle();
    assert.equal(await statusOf(service, task), 'MappingFailed');
  });

  it('fails when its last attempt has failed [task.fails-last-attempt]', async () => {
    failing = true;
    const task = await started(service, brightwater);
    for (const seconds of [0, 1, 6, 36]) {
      time += seconds * 1000;
      await service.context.jobs.idle();
      assert.equal(await statusOf(service, task), 'NotMapped');
    }
    time += 216_000;
    await service.context.jobs.idle();
    assert.equal(await statusOf(service, task), 'MappingFailed');
  });

  it('goes on in another process when the one that ran it is gone [task.goes-another-process]', async () => {
    gate.close('map-company');
    const { store, urls, secret } = service.context;
    const task = await started(service, brightwater);
    (await gate.arrival())();
    // Held in the middle of the task, this process does no more; a minute later its lease has passed.
    await gate.arrival();
    assert.equal(await statusOf(service, task), 'MappingInProgress');
    const later = new Date(time + 60_000);
    await using successor = await openService({ store, urls, secret, now: () => later });
    await successor.context.jobs.idle();
    assert.equal(await statusOf(service, task), 'Mapped');
  });

  it('answers an idempotency key with its task until that has ended, and then anew', async () => {
    gate.close('map-company');
    const spent = await service.spent('harbor');
    const ask = () =>
      service.post('harbor', mapNetwork.path, brightwater, { headers: { 'idempotency-key': 'brightwater' } });
    const [first, second] = [await ask(), await ask()];
    assert.equal(first.status, 202);
    assert.deepEqual([second.status, second.body], [202, first.body]);
    gate.open();
    await service.context.jobs.idle();
    const third = await ask();
    assert.equal(third.status, 200);
    const fourth = await ask();
    assert.deepEqual([fourth.status, fourth.body], [200, third.body]);
    assert.equal(await service.spent('harbor'), spent + 1);
  });

  it('tells a task’s status by both spellings of the parameter, to the team that has it alone [task.tells-tasks-status]', async () => {
    const spent = await service.spent('harbor');
    const task = await started(service, brightwater);
    await service.context.jobs.idle();
    assert.deepEqual(await service.ask('harbor', mappingStatus, { task_id: task }), { status: 'Mapped' });
    assert.deepEqual(await service.ask('harbor', mappingStatus, { taskId: task }), { status: 'Mapped' });
    assert.equal(await statusOf(service, task, 'cove'), 'Unknown');
    for (const unknown of ['', 'no-such-task', teams.harbor.id, "x' or '1'='1"]) {
      assert.equal(await statusOf(service, unknown), 'Unknown');
    }
    assert.equal((await service.get('harbor', mappingStatus.path)).status, 400);
    assert.equal((await service.get('orchard', `${mappingStatus.path}?task_id=${task}`)).status, 403);
    assert.equal(await service.spent('harbor'), spent);
  });
});
