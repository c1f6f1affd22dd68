import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import { v2Operations } from '../../../src/service/v2/contract/all.ts';
import { v2FetchCompanies } from '../../../src/service/v2/contract/fetch.ts';
import {
  v2MapNetwork,
  v2MappingStatus,
  v2MappingStatusByPost,
} from '../../../src/service/v2/contract/network-mapper.ts';
import { v2SearchCompanies } from '../../../src/service/v2/contract/search.ts';
import { writeCompanies } from '../../../src/store/record/write.ts';
import { companies } from '../../support/cast/cast.ts';
import { type CastService, openCast } from '../../support/service.ts';

const { delta } = companies;

suite('v2 companies and the network mapper', () => {
  let service: CastService;
  let clock = new Date('2026-01-15T12:00:00.000Z');
  before(async () => {
    service = await openCast({
      now: () => clock,
      v2: { lastDay: '2027-07-15', after: 'gone' },
    });
    const company_info = {
      ...delta.company_info,
      workforce: { headcount: 12, size_class: '11-50', historical_headcount: [{ timestamp: 1_600_000_000, count: 9 }] },
      investor: {
        type: ['Fund'],
        specialities: ['Energy'],
        investments: ['Cobalt Systems'],
        geography_focus: ['Europe'],
      },
      updated_at: '2026-01-01T00:00:00Z',
    };
    await writeCompanies(service.store.db, [{ id: delta.id, company_info }]);
  });
  after(() => service.close());

  test('it searches companies with v2’s names [others.searches-companies-v2s]', async () => {
    const query = { term: { 'company_info.industries': 'Software' } };
    const { ids, totalCount } = await service.ask('orchard', v2SearchCompanies, { query });
    assert.deepEqual(new Set(ids), new Set([companies.aurora.id, companies.cobalt.id]));
    assert.equal(totalCount, 2);
    const { body } = await service.post('orchard', '/companies/search', { query, inNetworkOnly: true });
    assert.deepEqual(body, {
      code: 400,
      errors: [
        'inNetworkOnly: is not a property of this request; it takes query, limit, paginationToken, stable_pagination',
      ],
    });
  });

  test('it tells a company in v2’s form [others.v2-company-shape]', async () => {
    const { results, notFound } = await service.ask('meadow', v2FetchCompanies, {
      xnetNames: ['delta-ventures', 'nothing'],
      xnetIds: [5004],
    });
    const [found] = results;
    assert.deepEqual(found?.found_by, { ids: [], xnetNames: ['delta-ventures'], xnetIds: [5004] });
    assert.deepEqual(notFound, ['nothing']);
    const info = found?.company_info;
    assert.equal(info?.industry, 'Venture Capital');
    assert.equal(info?.website, 'delta-ventures.example');
    assert.deepEqual(info?.type, ['Fund']);
    assert.deepEqual(info?.specialities, ['Energy']);
    assert.deepEqual(info?.investments, ['Cobalt Systems']);
    assert.deepEqual(info?.geography_focus, ['Europe']);
    assert.equal(info?.data_updated_at, '2026-01-01T00:00:00Z');
    assert.deepEqual(info?.Size, { class: '11-50' });
    assert.ok(Array.isArray(info?.workforce));
    assert.equal(info.workforce[0]?.headcount, 12);
    assert.equal(await service.spent('meadow'), 1);
  });

  test('it answers the team’s own network for any key, free, whose sources have no origin [others.own-network]', async () => {
    const answer = await service.ask('orchard', v2MapNetwork, { query: { match_all: {} } });
    assert.ok('items' in answer);
    assert.equal(answer.count, answer.items.length);
    assert.equal(answer.total_count, answer.count);
    const sources = answer.items.flatMap((item) =>
      (item.connections ?? []).flatMap((connection) => connection?.sources ?? []),
    );
    assert.ok(sources.length > 0);
    assert.ok(sources.every((source) => !('origin' in (source ?? {}))));
    assert.ok(sources.some((source) => source?.shared_company === 'Brightwater'));
    const relationships = await service.ask('orchard', findRelationships, { query: { match_all: {} } });
    assert.equal(answer.total_count, relationships.total_count);
    assert.equal(await service.spent('orchard'), 0);
    const mapping = { query: { match_all: {} }, mapping_company_website: 'cobalt-systems.example' };
    const refused = await service.post('orchard', v2MapNetwork.path, mapping);
    assert.equal(refused.status, 403);
    assert.match(JSON.stringify(refused.body), /partner permission/);
    const link = (await service.send(v2MapNetwork.path, { method: 'POST' })).headers.get('link');
    assert.match(link ?? '', /^<\/v3\/relationships>; rel="successor-version"/);
  });

  test('it follows a task under v2’s address [others.follows-task-under]', async () => {
    const asked = { query: { match_all: {} }, mapping_company_website: 'cobalt-systems.example' };
    const started = await service.ask('harbor', v2MapNetwork, asked);
    assert.ok('task_id' in started);
    await service.context.jobs.idle();
    for (const operation of [v2MappingStatus, v2MappingStatusByPost])
      assert.deepEqual(await service.ask('harbor', operation, { task_id: started.task_id }), { status: 'Mapped' });
    assert.ok('items' in (await service.ask('harbor', v2MapNetwork, asked)));
  });

  test('it says on every answer that v2 is going, when, and what takes its place [others.says-every-answer]', async () => {
    for (const { path, method, successor } of v2Operations) {
      const { status, headers } = await service.send(path, { method });
      assert.equal(status, 401);
      assert.equal(headers.get('deprecation'), `@${Date.UTC(2026, 0, 1) / 1000}`);
      assert.equal(headers.get('sunset'), 'Thu, 15 Jul 2027 23:59:59 GMT');
      assert.ok(headers.get('link')?.startsWith(`<${successor?.path}>; rel="successor-version"`));
    }
    const current = await service.get('orchard', '/credits/usage');
    assert.equal(current.headers.get('sunset'), null);
  });

  test('it ends with 410 after the last day, where that is configured [others.ends-with-410]', async () => {
    const ask = () => service.post('orchard', '/companies/search', { query: { match_all: {} } });
    clock = new Date('2027-07-15T23:59:59.999Z');
    assert.equal((await ask()).status, 200);
    clock = new Date('2027-07-16T00:00:00.000Z');
    const { status, body } = await ask();
    assert.deepEqual(
      { status, body },
      {
        status: 410,
        body: { code: 410, errors: ['This operation of v2 has ended; /v3/companies/search replaces it.'] },
      },
    );
    clock = new Date('2026-01-15T12:00:00.000Z');
  });

  test('it goes on after the last day, where nothing else is configured [others.goes-after-last]', async () => {
    await using other = await openCast({ v2: { lastDay: '2020-07-15', after: 'serve' } });
    assert.equal((await other.post('orchard', '/companies/search', { query: { match_all: {} } })).status, 200);
  });

  test('it ends on July 15 of next year, where no day is configured [others.ends-on-its-day]', async () => {
    await using other = await openCast();
    const { headers } = await other.send('/companies/search', { method: 'POST' });
    assert.equal(headers.get('sunset'), 'Thu, 15 Jul 2027 23:59:59 GMT');
  });
});
