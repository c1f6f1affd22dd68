import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { maxSeries } from '../../src/telemetry/instruments.ts';
import { keyOf } from '../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../support/cast/cast-graph.ts';
import { administer } from '../support/graph/administer.ts';
import { openTestTelemetry, type Series, sumOf } from '../support/telemetry/metrics.ts';

const key = keyOf('orchard');

/** How much a metric has grown. */
const growth = (before: readonly Series[], after: readonly Series[], name: string, labels: Series['labels'] = {}) =>
  (sumOf(after, name, labels) ?? 0) - (sumOf(before, name, labels) ?? 0);

describe('the metrics of a graph', () => {
  let measured: Awaited<ReturnType<typeof openTestTelemetry>>;
  let cast: CastGraph;
  const secret = 'a secret for tests, which is long enough';
  before(async () => {
    measured = await openTestTelemetry();
    cast = await openCastGraph({
      telemetry: measured.telemetry,
      secret,
      upstreamConnections: 1,
      credits: { cache: { keepMs: 60_000, trustMs: 60_000 } },
    });
  });
  after(async () => {
    await cast[Symbol.asyncDispose]();
    await measured.close();
  });

  /** Of a document that is not trusted. */
  const shownName = (name: string, text: string) =>
    hash('sha256', JSON.stringify([name, text]), 'base64url').slice(0, 12);
  const headline =
    'query Headline($slug: String!) { profile(by: { xnetSlug: $slug }) { ... on Profile { headline } } }';

  it('equal what the receipts and the ledger say', async () => {
    const before = await measured.scrape();
    const spent = await cast.spent('orchard');
    for (const slug of ['ada-moreau', 'ada-moreau', 'ben-okafor']) await cast.ask(key, headline, { slug });
    const after = await measured.scrape();
    const charged = (await cast.spent('orchard')) - spent;
    assert.ok(charged > 0);
    const name = { graphql_operation_name: shownName('Headline', headline) };
    assert.equal(growth(before, after, 'kith_credits_charged_total', name), charged);
    assert.equal(growth(before, after, 'kith_credits_saved_total', { kith_saved_by: 'cache' }), 1);
    assert.equal(growth(before, after, 'kith_cache_requests_total', { kith_cache_result: 'hit' }), 1);
    assert.equal(growth(before, after, 'kith_cache_requests_total', { kith_cache_result: 'miss' }), 2);
    assert.equal(growth(before, after, 'kith_operations_total', { ...name, kith_outcome: 'ok' }), 3);
    assert.equal(growth(before, after, 'kith_operation_duration_seconds_count', name), 3);
    assert.equal(growth(before, after, 'kith_fetch_batch_size_sum'), 2);
    const fetched = { kith_upstream_operation: 'fetchProfiles', http_response_status_code: '200' };
    assert.equal(growth(before, after, 'http_client_request_duration_seconds_count', fetched), 2);
    const answered = { http_route: '/graphql', http_request_method: 'POST', http_response_status_code: '200' };
    assert.equal(growth(before, after, 'http_server_request_duration_seconds_count', answered), 3);
  });

  it('compare a charge with what was quoted for it', async () => {
    const before = await measured.scrape();
    await cast.quote(key, headline, { slug: 'chloe-tan' });
    await cast.ask(key, headline, { slug: 'chloe-tan' });
    await cast.ask(key, headline, { slug: 'chloe-tan' });
    const after = await measured.scrape();
    assert.equal(growth(before, after, 'kith_credits_quoted_total'), 1);
    assert.equal(growth(before, after, 'kith_quote_error_count', { kith_quote_side: 'within' }), 1);
  });

  it('count refusals by rule, whichever way they come', async () => {
    const before = await measured.scrape();
    await cast.ask(key, '{ nothing }');
    await cast.ask(key, '{');
    await cast.ask(undefined, headline, { slug: 'ada-moreau' });
    await cast.ask(key, `{ ${'x'.repeat(1_001)} }`);
    await fetch(`${cast.graph.url}/graphql`, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } });
    const after = await measured.scrape();
    const of = (rule: string): number => growth(before, after, 'kith_refusals_total', { kith_rule: rule });
    assert.deepEqual(
      ['graphql_validation_failed', 'graphql_parse_failed', 'unauthenticated', 'bad_user_input'].map(of),
      [1, 1, 1, 1],
    );
    const named = { kith_rule: 'operation_too_large', kith_limit: 'names' };
    assert.equal(growth(before, after, 'kith_refusals_total', named), 1);
    assert.equal(growth(before, after, 'kith_operations_total', { kith_outcome: 'refused' }), 3);
  });

  it('tell how long calls waited for a connection', async () => {
    const before = await measured.scrape();
    const held = cast.upstream.hold('/v3/profiles/search');
    const asking = cast.ask(
      key,
      '{ searchProfiles(first: 0) { totalCount } searchCompanies(first: 0) { totalCount } }',
    );
    await held.arrived(1);
    const began = performance.now();
    await cast.usage(key);
    const heldSeconds = (performance.now() - began) / 1000;
    held.release();
    await asking;
    const after = await measured.scrape();
    assert.equal(growth(before, after, 'http_client_request_time_in_queue_seconds_count'), 2);
    assert.ok(growth(before, after, 'http_client_request_time_in_queue_seconds_sum') >= heldSeconds);
  });

  it('show purses that have less than a tenth left', async () => {
    const low = async () => sumOf(await measured.scrape(), 'kith_purses_low');
    assert.equal(await low(), 0);
    const purse = { label: 'a purse', total: 1 };
    const { status } = await administer(cast.graph.url, secret, 'POST', '/purses', keyOf('meadow'), purse);
    assert.equal(status, 201);
    assert.equal(await low(), 0);
    await cast.ask(keyOf('meadow'), headline, { slug: 'ada-moreau' });
    // A payment is settled in the background, and held until then: none of it is free.
    assert.equal(await low(), 1);
  });

  it('show no caller, team or record', async () => {
    const text = await (await fetch(measured.url)).text();
    for (const word of [key, 'ada-moreau', 'orchard', 'Ada', '@']) assert.ok(!text.includes(word), word);
  });

  it(`are ${maxSeries} series at most, whatever callers send`, async () => {
    const url = cast.graph.url;
    const methods = ['GET', 'POST', 'PUT', 'OPTIONS', 'HEAD', 'PROPFIND', 'REPORT'];
    const paths = [
      '/graphql',
      '/quote',
      '/session',
      '/session/x',
      '/purses',
      '/purses/x',
      '/purge',
      '/callbacks/x/y',
      '/',
    ];
    const types = ['application/json', 'text/plain', 'application/graphql', 'multipart/form-data', ''];
    const bodies = ['{"query":"{ __typename }"}', '{', '[]', '{"query":"{ nope }"}', 'x'.repeat(300_000)];
    for (const method of methods)
      for (const path of [...paths, `/${method}`])
        await Promise.all(
          types.map((type, at) =>
            fetch(`${url}${path}`, {
              method,
              redirect: 'manual',
              headers: { 'content-type': type, 'x-api-key': ['x-nobody', key, ''][at % 3] ?? '' },
              ...(method !== 'GET' && method !== 'HEAD' && { body: bodies[at] ?? '' }),
            }).then((response) => response.arrayBuffer()),
          ),
        );
    for (let from = 0; from < 300; from += 50)
      await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          const name = `Name${from + at}`;
          await cast.ask(key, `query ${name} { __typename }`);
          await cast.ask(key, `mutation ${name}M { nope }`);
          await cast.ask(undefined, `query ${name}U { viewer { id } }`);
          if (at % 5 === 0)
            await cast.ask(
              key,
              `query ${name}P { profile(by: { xnetSlug: "${name}" }) { __typename ... on Profile { headline } } }`,
            );
        }),
      );
    const series = await measured.scrape();
    assert.ok(series.length <= maxSeries, `${series.length}`);
    const names = new Set(series.map(({ labels }) => labels.graphql_operation_name));
    // A hundred, `anonymous`, `other`, and those that have none.
    assert.ok(names.size <= 103 && names.has('other'), `${names.size}`);
    assert.ok(!series.some(({ labels }) => labels.http_route?.includes('PROPFIND')));
  });
});
