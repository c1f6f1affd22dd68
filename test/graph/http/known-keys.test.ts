import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { openTestTelemetry } from '../../support/telemetry/metrics.ts';

const key = keyOf('orchard');
const usage = '/credits/usage';
const long = { query: '{ __typename }', variables: { text: 'x'.repeat(70_000) } };
const elements = {
  query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename } }',
  variables: { by: Array(1_001).fill({ xnetSlug: 'x' }) },
};

/** A key is known from its first accepted call; whoever sends another has the bounds of those without one. */
describe('a key that is not known to be accepted', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });

  const open = (options: Parameters<typeof openTestGraph>[1] = {}) => openTestGraph(service.url, options);

  async function post({ graph }: TestGraph, body: object, apiKey?: string) {
    const answer = await fetch(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { 'x-api-key': apiKey }) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  }

  it('counts by address, whatever keys are made up, and what they cost the data service is bounded', async () => {
    await using graph = await open({ traffic: { rates: { perKey: undefined, perAddress: 6 } } });
    const statuses: number[] = [];
    for (let made = 0; made < 60; made += 1)
      statuses.push((await post(graph, { query: '{ __typename }' }, `made-up-${made}`)).status);
    assert.equal(statuses.filter((status) => status === 200).length, 6);
    assert.equal(statuses.filter((status) => status === 429).length, 54);
    assert.equal(graph.upstream.calls.length, 30);
    // Who has a key that is accepted is not kept out by those who have none, once it is known.
    await using other = await open({ traffic: { rates: { perKey: undefined, perAddress: 2 } } });
    assert.equal((await post(other, { query: '{ __typename }' }, 'made-up')).status, 200);
    assert.equal((await post(other, { query: '{ __typename }' }, 'made-up')).status, 200);
    assert.equal((await post(other, { query: '{ __typename }' }, key)).status, 200);
    assert.equal((await post(other, { query: '{ __typename }' })).status, 429);
  });

  it('gives back what it was counted, once it is accepted', async () => {
    await using graph = await open({ traffic: { rates: { perKey: undefined, perAddress: 2 } } });
    assert.equal((await post(graph, { query: '{ __typename }' }, key)).status, 200);
    assert.equal((await post(graph, { query: '{ credits { usage } }' }, key)).status, 200);
    assert.deepEqual(
      [
        (await post(graph, { query: '{ __typename }' })).status,
        (await post(graph, { query: '{ __typename }' })).status,
        (await post(graph, { query: '{ __typename }' })).status,
      ],
      [200, 200, 429],
    );
  });

  for (const [what, body] of Object.entries({ 'a long body': long, 'many elements': elements })) {
    it(`is confirmed by one free call for ${what}, however many ask at once`, async () => {
      await using graph = await open();
      const hold = graph.upstream.hold(usage);
      const asked = [post(graph, body, key), post(graph, body, key)];
      await hold.arrived(1);
      hold.release();
      for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
      assert.equal((await post(graph, body, key)).status, 200);
      assert.equal(graph.upstream.count(usage), 1);
    });

    it(`is refused for ${what} with 401, 429 or 503, and never with 413`, async () => {
      await using graph = await open();
      const refused = await post(graph, body, 'made-up');
      assert.deepEqual([refused.status, /UNAUTHENTICATED/.test(refused.text)], [401, true]);
      graph.upstream.fault = ({ path }) => (path === usage ? { status: 500, body: {} } : undefined);
      const unanswered = await post(graph, body, 'another');
      assert.deepEqual([unanswered.status, unanswered.retryAfter], [503, '1']);
      graph.upstream.fault = undefined;
      for (let made = 0; made < 28; made += 1) await post(graph, body, `made-up-${made}`);
      const many = await post(graph, body, 'one more');
      assert.deepEqual([many.status, /RATE_LIMITED/.test(many.text)], [429, true]);
      assert.match(many.retryAfter ?? '', /^\d+$/);
      assert.equal(graph.upstream.count('/v3/profiles/fetch'), 0);
    });
  }

  it('is asked about by nothing that is small', async () => {
    await using graph = await open();
    await post(graph, { query: '{ __typename }' }, key);
    await post(graph, { query: '{ nothing }' }, key);
    assert.deepEqual(graph.upstream.calls, []);
  });

  it('is unknown again after a 401', async () => {
    await using graph = await open();
    await post(graph, { query: '{ credits { usage } }' }, key);
    graph.upstream.fault = () => ({ status: 401, body: {} });
    assert.equal((await post(graph, { query: '{ credits { usage } }' }, key)).status, 401);
    assert.equal((await post(graph, long, key)).status, 401);
  });

  it('has no operation named in the metrics, and takes no place of those that have', async () => {
    const measured = await openTestTelemetry();
    const report = 'query PayrollReport { credits { usage } }';
    const trusted = { byId: new Map([['report', report]]), others: 'serve' as const };
    await using graph = await open({ telemetry: measured.telemetry, trusted });
    for (let number = 0; number < 160; number += 1)
      await post(graph, { query: `query Junk${number} { __typename }` }, number % 2 ? undefined : `made-up-${number}`);
    await post(graph, { query: report }, key);
    await post(graph, { query: 'query OfMeiLingTorres { credits { usage } }' }, key);
    const names = new Set((await measured.scrape()).map(({ labels }) => labels.graphql_operation_name));
    await measured.close();
    assert.ok(names.has('PayrollReport'));
    assert.deepEqual(
      [...names].filter((name) => /Junk|MeiLing/.test(String(name))),
      [],
    );
    // One more of a caller whose key is known: by its hash.
    assert.equal([...names].filter((name) => /^[\w-]{12}$/.test(String(name))).length, 1);
  });
});
