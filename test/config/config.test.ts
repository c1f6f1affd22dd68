import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Value from 'typebox/value';
import { type Config, mayUseProxy, readConfig, servesLoopbackOnly } from '../../src/config/config.ts';
import { SettingsReader } from '../../src/config/read-settings.ts';
import { settingsSchema } from '../../src/config/settings.ts';
import { ineffectiveVariables } from '../../src/config/unknown-variables.ts';

const configOf = (env: Record<string, string>): Config => {
  const { config, problems } = readConfig(env, '/srv');
  assert.equal(problems, undefined);
  assert.deepEqual(Value.Errors(settingsSchema, new SettingsReader(env, '/srv', new Map()).settings), []);
  return config;
};

const problemsOf = (env: Record<string, string>): readonly string[] => readConfig(env).problems ?? [];

describe('readConfig', () => {
  it('embeds a service with a store of its own when nothing is set', () => {
    const config = configOf({});
    assert.equal(config.port, 4000);
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.dataDir, '/srv/.kith');
    assert.equal(config.secret, undefined);
    assert.deepEqual(config.service, {
      kind: 'embedded',
      host: '127.0.0.1',
      port: 4001,
      store: { kind: 'pglite', dataDir: '/srv/.kith' },
      search: undefined,
      sample: true,
      allow: [],
      billingUrl: 'https://kith.example/settings/billing',
    });
  });

  it('takes an empty variable for one that is not set', () => {
    assert.deepEqual(configOf({ KITH_PORT: '', KITH_UPSTREAM_URL: ' ', KITH_SECRET: '' }), configOf({}));
  });

  it('embeds nothing when an upstream is named', () => {
    const { service } = configOf({ KITH_UPSTREAM_URL: 'https://data.example/api/' });
    assert.deepEqual(service, { kind: 'remote', url: 'https://data.example/api', allow: [] });
  });

  it('keeps the records in PostgreSQL when a database is named', () => {
    const { service } = configOf({ DATABASE_URL: 'postgresql://kith@db/kith' });
    assert.ok(service.kind === 'embedded');
    assert.deepEqual(service.store, {
      kind: 'postgres',
      url: 'postgresql://kith@db/kith',
    });
  });

  it('searches a cluster where one is named beside a database', () => {
    const env = {
      DATABASE_URL: 'postgres://kith@db/kith',
      KITH_SEARCH_URL: 'https://kith:p%40ss@a:9200, https://b:9200',
    };
    const { service } = configOf(env);
    assert.ok(service.kind === 'embedded');
    assert.deepEqual(service.search, {
      urls: ['https://a:9200', 'https://b:9200'],
      auth: { username: 'kith', password: 'p@ss' },
    });
    const { service: keyed } = configOf({ ...env, KITH_SEARCH_URL: 'http://a:9200', KITH_SEARCH_API_KEY: 'abc' });
    assert.deepEqual(keyed.kind === 'embedded' && keyed.search?.auth, { apiKey: 'abc' });
  });

  it('refuses a search cluster that it could not use, and never repeats a password', () => {
    const problems = (env: Record<string, string>) => problemsOf({ DATABASE_URL: 'postgres://db/kith', ...env });
    assert.deepEqual(problemsOf({ KITH_SEARCH_URL: 'http://a:9200' }), [
      'DATABASE_URL: must be set if KITH_SEARCH_URL is set, but got nothing.',
    ]);
    assert.deepEqual(problems({ KITH_SEARCH_URL: 'http://a:9200,redis://u:secret@b' }), [
      'KITH_SEARCH_URL: must be addresses that begin with https:// or http://, without a path, query or fragment, separated by commas, but got something else.',
    ]);
    assert.deepEqual(problems({ KITH_SEARCH_URL: 'http://u:p@a:9200,http://v:p@b', KITH_SEARCH_API_KEY: 'abc' }), [
      'KITH_SEARCH_URL: must name one user for all nodes, but got several.',
      'KITH_SEARCH_API_KEY: cannot be set together with a user in KITH_SEARCH_URL; remove one of the two.',
    ]);
    assert.deepEqual(problems({ KITH_SEARCH_URL: 'https://kith:100%safe@a:9200' }), [
      'KITH_SEARCH_URL: must have a user and password in percent-encoding (%25 for %), but got something else.',
    ]);
  });

  it('says one sentence for each mistake', () => {
    const problems = problemsOf({
      KITH_PORT: 'http',
      KITH_SERVICE_PORT: '70000',
      KITH_SAMPLE: 'maybe',
      KITH_LOG_LEVEL: 'loud',
      KITH_KEY_PER_MINUTE: '0',
      KITH_V2_UNTIL: '2030-02-30',
      KITH_SECRET: 'short',
      KITH_UPSTREAM_URL: 'data.example',
    });
    assert.deepEqual(problems, [
      'KITH_PORT: must be an integer between 0 and 65535, but got "http".',
      'KITH_SECRET: must have 32 characters or more, but got 5.',
      'KITH_UPSTREAM_URL: must be an address that begins with http:// or https:// and hold no user, password, query or fragment, but got something else.',
      'KITH_SERVICE_PORT: must be an integer between 0 and 65535, but got "70000".',
      'KITH_SAMPLE: must be one of on, off, but got "maybe".',
      'KITH_V2_UNTIL: must be a day such as 2030-07-15, but got "2030-02-30".',
      'KITH_KEY_PER_MINUTE: must be an integer between 1 and 1000000000, but got "0".',
      'KITH_LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent, but got "loud".',
    ]);
  });

  it('refuses a password in an address that is shown', () => {
    for (const name of ['KITH_PUBLIC_URL', 'KITH_BILLING_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
      const said = problemsOf({ KITH_OTEL: 'on', [name]: 'https://user:hunter2@host.example/x' }).join();
      assert.match(said, new RegExp(`^${name}: must be .*no user`));
      assert.doesNotMatch(said, /hunter2/);
    }
  });

  it('refuses one port for both servers, unless there is only one', () => {
    const env = { KITH_PORT: '5000', KITH_SERVICE_PORT: '5000' };
    assert.match(problemsOf(env).join(), /^KITH_SERVICE_PORT: must be a different port from KITH_PORT/);
    assert.deepEqual(problemsOf({ ...env, KITH_UPSTREAM_URL: 'https://data.example' }), []);
    assert.deepEqual(problemsOf({ KITH_PORT: '0', KITH_SERVICE_PORT: '0' }), []);
  });

  it('refuses an upstream address that carries a password, and never repeats it', () => {
    const problems = problemsOf({ KITH_UPSTREAM_URL: 'https://me:hunter2@data.example' });
    assert.equal(problems.length, 1);
    assert.doesNotMatch(problems.join(), /hunter2/);
    assert.doesNotMatch(problemsOf({ DATABASE_URL: 'mysql://me:hunter2@db/kith' }).join(), /hunter2/);
  });
});

describe('servesLoopbackOnly', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.0.2', '::1', '::ffff:127.0.0.1']) {
    it(`trusts ${host}`, () => assert.equal(servesLoopbackOnly({ host }), true));
  }
  for (const host of ['0.0.0.0', '::', '10.0.0.1', 'kith.example', '']) {
    it(`does not trust "${host}"`, () => assert.equal(servesLoopbackOnly({ host }), false));
  }
});

describe('the settings', () => {
  it('hold what an address, lists and headers say', () => {
    const { telemetry, access, service } = configOf({
      KITH_METRICS_PORT: '[::1]:9464',
      KITH_FEATURES: 'introspection, explorer',
      KITH_ORIGINS: 'none',
      KITH_ALLOW: 'private-callbacks',
      KITH_OTEL: 'on',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YWJj%3D,x-team=a',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    assert.deepEqual(telemetry.metrics, { host: '::1', port: 9464 });
    assert.deepEqual(telemetry.otlpHeaders, { authorization: 'Basic YWJj=', 'x-team': 'a' });
    assert.equal(telemetry.traceRatio, 0.25);
    assert.deepEqual(access.features, ['explorer', 'introspection']);
    assert.deepEqual(access.origins, []);
    assert.deepEqual(service.kind === 'embedded' && service.allow, ['private-callbacks']);
    assert.deepEqual(configOf({ KITH_METRICS_PORT: '9464' }).telemetry.metrics, { host: '127.0.0.1', port: 9464 });
  });

  it('hold more headers for a remote data service, but none that Kith sets, and never show them', () => {
    const remote = (headers: string) => ({ KITH_UPSTREAM_URL: 'https://data.example', KITH_UPSTREAM_HEADERS: headers });
    assert.deepEqual(configOf(remote('X-Gateway=a%2Cb,x-team=1')).upstream.headers, {
      'x-gateway': 'a,b',
      'x-team': '1',
    });
    for (const headers of ['X-API-Key=orchid', 'x%2Dapi%2Dkey=orchid', 'a%0Ab=orchid', 'a=orchid%0D%0Ab', 'orchid'])
      assert.match(problemsOf(remote(headers)).join(), /^KITH_UPSTREAM_HEADERS: must hold (?!.*orchid)/);
    assert.match(
      problemsOf({ KITH_UPSTREAM_HEADERS: 'a=b' }).join(),
      /^KITH_UPSTREAM_HEADERS: needs KITH_UPSTREAM_URL/,
    );
  });

  it('let calls use a proxy only where the data service is on another machine', () => {
    for (const [url, may] of [
      ['https://data.example', true],
      ['http://127.0.0.1:4001', false],
      ['http://[::1]:4001', false],
      ['http://localhost:4001', false],
    ] as const)
      assert.equal(mayUseProxy(configOf({ KITH_UPSTREAM_URL: url })), may, url);
    assert.equal(mayUseProxy(configOf({})), false);
  });

  it('leave OpenTelemetry’s variables alone unless Kith exports', () => {
    const platform = { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector', OTEL_TRACES_SAMPLER_ARG: 'many' };
    assert.equal(configOf(platform).telemetry.otel, false);
    assert.equal(problemsOf({ ...platform, KITH_OTEL: 'on' }).length, 2);
  });
});

describe('ineffectiveVariables', () => {
  it('names the closest variable to one that does not exist', () => {
    assert.deepEqual(ineffectiveVariables({ KITH_PROT: '4000', KITH_CACHE_SECOND: '0', KITH_TEST_REDIS_URL: 'x' }), [
      'KITH_PROT is not a variable of Kith and is ignored; the closest is KITH_PORT.',
      'KITH_CACHE_SECOND is not a variable of Kith and is ignored; the closest is KITH_CACHE_SECONDS.',
    ]);
    assert.deepEqual(ineffectiveVariables({ KITH_FAVOURITE_COLOUR: 'blue', PROT: '1' }), [
      'KITH_FAVOURITE_COLOUR is not a variable of Kith and is ignored.',
    ]);
  });
});
