import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { perform } from '../../src/app/admin/commands.ts';
import { openAudit } from '../../src/app/log.ts';
import { readConfig } from '../../src/config/config.ts';
import { companyIdentifiers, profileIdentifiers } from '../../src/contract/identifier.ts';
import { openGraph } from '../../src/graph/server.ts';
import { noLoadGuard } from '../../src/http/limits/load-guard.ts';
import { measureStatements } from '../../src/service/measure/observe-store.ts';
import { openService } from '../../src/service/server.ts';
import { demoTeams } from '../../src/store/sample/demo.ts';
import { loadSample } from '../../src/store/sample/load.ts';
import { administer as administerGraph } from '../support/graph/administer.ts';
import { exampleOperations } from '../support/sample/example-operations.ts';
import { sampleSize } from '../support/sample/sample-seed.ts';
import { openTestStore } from '../support/store.ts';
import { openCollector } from '../support/telemetry/collector.ts';
import { openTestTelemetry } from '../support/telemetry/metrics.ts';
import { sampleCompanies, sampleProfiles } from '../tools/sample/generate.ts';
import { generatedRecords } from '../tools/sample/records.ts';

/** All that a run of the example operations, sessions and purses leaves in logs, spans and metrics. */
describe('what a whole run tells of itself', () => {
  const lines: Record<string, unknown>[] = [];
  let text = '';
  let forbidden: readonly string[] = [];
  let tokens: readonly unknown[] = [];
  const statements = new Set<string>();
  let credits = 0;
  const secret = 'a secret for tests, which is long enough';
  const { key } = demoTeams.partner;
  const size = sampleSize(200);

  before(async () => {
    let written = '';
    const log = pino(
      { level: 'trace' },
      {
        write: (line: string) => {
          written += line;
          lines.push(JSON.parse(line));
        },
      },
    );
    const { config } = readConfig({});
    assert.ok(config);
    const audit = openAudit(log, config);
    await using collector = await openCollector();
    const otlp = { url: collector.url, headers: { authorization: 'a-credential-of-the-collector' } };
    const graphs = await openTestTelemetry({ otlp, traces: { ratio: 1, propagates: true } });
    const services = await openTestTelemetry({ process: 'service', otlp });
    const { metrics } = services.telemetry;
    const measure = measureStatements(metrics);
    const store = await openTestStore({
      onStatement: (statement) => {
        statements.add(statement.sql);
        measure(statement);
      },
    });
    await loadSample(store, {}, generatedRecords(size));
    const service = await openService({
      store,
      secret,
      urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
      traffic: { load: noLoadGuard },
      log,
      metrics,
      audit,
      allowPrivateCallbacks: true,
    });
    await service.context.jobs.idle();
    const graph = await openGraph({
      upstreamUrl: service.url,
      secret,
      log,
      operationLog: log,
      audit,
      auditedCredits: 1,
      trusted: { byId: new Map(exampleOperations.map(({ name, text }) => [name, text])), others: 'serve' },
      telemetry: graphs.telemetry,
      traffic: { load: noLoadGuard },
      tracking: { publicUrl: 'http://127.0.0.1:9/a-callback-of-theirs' },
    });
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const post = async (path: string, body: object, more = {}) => {
      const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
      const response = await fetch(graph.url + path, init);
      return JSON.parse((await response.text()) || '{}');
    };
    for (const { text: query, name: operationName, variables, type } of exampleOperations) {
      const body = { query, operationName, variables };
      await post('/quote', body);
      if (type !== 'subscription') credits += (await post('/graphql', body)).extensions?.credits?.charged ?? 0;
    }
    const [person] = sampleProfiles(size);
    const name = person?.profile_info?.full_name;
    await post('/graphql', { query: `{ profile(by: { xnetSlug: "${name}" }) { nothing } }` });
    await post('/graphql', { query: `{ "${name}"` });
    await fetch(`${graph.url}/graphql?query={viewer(name:"mei-ling-torres")}`, { headers });
    await fetch(`${graph.url}/mei-ling-torres?slug=mei-ling-torres`, { headers });
    await post('/graphql', { query: '{ viewer { id } }' }, { 'x-api-key': 'kith_a_key_that_nobody_has' });
    const ownPurse = { label: 'mei-ling-torres', total: 100 };
    const { body: purse } = await administerGraph(graph.url, secret, 'POST', '/purses', key, ownPurse);
    const session = await post('/session', { label: 'mei-ling-torres', total: 5 });
    const { code } = await post('/session/code', { label: 'mei-ling-torres', total: 5 });
    const bearer = { 'x-api-key': '', authorization: `Bearer ${session.token}` };
    await post('/graphql', { query: '{ viewer { id } }' }, bearer);
    await post('/graphql', { query: '{ viewer { nothing } }' }, bearer);
    await post('/graphql', { query: '{ viewer { id } }' }, { authorization: `Bearer ${code}` });
    await fetch(`${graph.url}/session/${session.id}`, { method: 'DELETE', headers: { 'x-api-key': key } });
    await administerGraph(graph.url, secret, 'DELETE', `/purses/${purse.id}`, key);
    await post('/graphql', {
      query: 'mutation { forgetRecords(input: { profiles: [{ xnetSlug: "mei-ling-torres" }] }) { forgotten } }',
    });
    await post('/graphql', { query: 'query MeiLingTorres { viewer { id } }' });
    const named = { profiles: ['mei-ling-torres'], names: ['Mei-Ling Torres'], companies: [], all: false };
    await administerGraph(graph.url, secret, 'POST', '/purge', undefined, named);
    const said: string[] = [];
    const administer = async (name: string, argument: object) => {
      await perform({ store, audit, stdout: (line) => said.push(line), onProgress: () => {} }, name, argument);
      return said.at(-1) ?? '';
    };
    const { id: team, owner: account } = demoTeams.empty;
    const made = JSON.parse(await administer('key-create', { team, account, label: 'mei-ling-torres' }));
    await administer('key-revoke', { team, key: made.id });
    await administer('team-update', { team, name: 'mei-ling-torres', allowance: 5 });
    const callbackSecret = await administer('team-secret', { team, rotate: true });
    await administer('team-member', { team, account: 'mei-ling@torres.example', role: 'member' });
    const shown = (await (await fetch(graphs.url)).text()) + (await (await fetch(services.url)).text());
    const emails = await store.db.selectFrom('account').select('email').execute();
    await graph.close();
    await service.close();
    await store.close();
    await graphs.close();
    await services.close();
    text = [written, collector.text, shown].join('\n');

    const keys = Object.values(demoTeams).map((team) => team.key);
    const people = [...sampleProfiles(size)].flatMap((one) => [
      one.profile_info?.full_name,
      ...profileIdentifiers(one).xnet_names,
    ]);
    const companies = [...sampleCompanies(size)].flatMap((one) => [
      one.company_info?.name,
      ...companyIdentifiers(one).xnet_names,
      ...(one.company_info?.websites ?? []),
    ]);
    const own = [
      'MeiLingTorres',
      'kith_a_key_that_nobody_has',
      'a-credential-of-the-collector',
      'a-callback-of-theirs',
      secret,
    ];
    tokens = [session.token, code, made.key, callbackSecret];
    const teams = Object.values(demoTeams).map((team) => team.name);
    forbidden = [...keys, ...emails.map(({ email }) => email), ...people, ...companies, ...own, ...teams].filter(
      (word): word is string => typeof word === 'string' && word.length > 3,
    );
  });

  it('has a line of each operation, spans, and metrics', () => {
    const operations = lines.filter(({ msg }) => msg === 'operation');
    assert.ok(operations.length >= exampleOperations.length);
    const charged = operations.reduce((sum, { credits }) => sum + (typeof credits === 'number' ? credits : 0), 0);
    assert.equal(charged, credits);
    const one = operations.find(({ operation, quote }) => operation === 'Career' && !quote);
    assert.deepEqual(
      [one?.type, one?.outcome, one?.rounds, one?.calls, typeof one?.ms, typeof one?.hash, typeof one?.trace_id],
      ['query', 'ok', 1, 1, 'number', 'string', 'string'],
    );
    assert.ok(/"name":"query Career"/.test(text));
    assert.ok(/^kith_credits_charged_total\{graphql_operation_name="Career"\} \d+$/m.test(text));
    assert.ok(/^kith_ledger_credits_total\{kith_upstream_operation="fetchProfiles"\} \d+$/m.test(text));
    assert.ok(/^kith_job_duration_seconds_count\{.*kith_job_kind="map-connector".*\} \d+$/m.test(text));
    assert.ok(/^db_client_connection_count\{.*\} \d+$/m.test(text));
  });

  it('has each move of money and keys in the audit log', () => {
    const events = new Set(lines.flatMap(({ audit }) => (typeof audit === 'string' ? [audit] : [])));
    assert.deepEqual(
      [
        'charge',
        'purse.created',
        'purse.closed',
        'session.opened',
        'session.ended',
        'team.created',
        'team.updated',
        'team.secret_rotated',
        'team.member_changed',
        'key.created',
        'key.revoked',
        'forgotten',
        'purged',
      ].filter((event) => !events.has(event)),
      [],
    );
    const counts = lines
      .filter(({ audit }) => audit === 'forgotten' || audit === 'purged')
      .map(({ everything, profiles, companies }) => ({ everything, profiles, companies }));
    assert.deepEqual(counts.slice(-2), Array(2).fill({ everything: false, profiles: 1, companies: 0 }));
  });

  it('holds no key, e-mail address, name or slug of the sample', () => {
    assert.ok(forbidden.length > 500, `${forbidden.length}`);
    assert.deepEqual(
      [...new Set(forbidden)].filter((word) => text.includes(word)),
      [],
    );
  });

  it('holds no token of a session, no code, and no key or secret that was made', () => {
    assert.equal(tokens.length, 4);
    for (const token of tokens) {
      assert.ok(typeof token === 'string' && token.length > 20, String(token));
      assert.ok(!text.includes(token));
    }
  });

  it('holds no statement of the store, nor how one begins', () => {
    // Without the words that stand for themselves, such as commit.
    const beginnings = [...statements].filter((sql) => sql.length > 20).map((sql) => sql.slice(0, 40));
    assert.ok(beginnings.length > 50, `${beginnings.length}`);
    const unescaped = text.replaceAll('\\', '');
    assert.deepEqual(
      beginnings.filter((sql) => unescaped.includes(sql)),
      [],
    );
  });

  after(() => {
    text = '';
  });
});
