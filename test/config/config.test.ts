import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Config, readConfig, servesLoopbackOnly } from '../../src/config/config.ts';
import { variables } from '../../src/config/settings.ts';
import { ineffectiveVariables } from '../../src/config/unknown-variables.ts';

const configOf = (env: Record<string, string>): Config => {
  const { config, problems } = readConfig(env, '/srv');
  assert.equal(problems, undefined);
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
      allowDemoKeys: false,
      allowPrivateCallbacks: false,
      requestsPerMinute: undefined,
      requestsAtOnce: 64,
      searchesAtOnce: 4,
      searchMs: 250,
      v2: { lastDay: undefined, after: 'serve' },
      urls: { enableOverages: variables.enableOveragesUrl.default, upgradePlan: variables.upgradePlanUrl.default },
    });
  });

  it('takes an empty variable for one that is not set', () => {
    assert.deepEqual(configOf({ KITH_PORT: '', KITH_UPSTREAM_URL: ' ', KITH_SECRET: '' }), configOf({}));
  });

  it('embeds nothing when an upstream is named', () => {
    const { service } = configOf({ KITH_UPSTREAM_URL: 'https://data.example/api/' });
    assert.deepEqual(service, { kind: 'remote', url: 'https://data.example/api' });
  });

  it('keeps the records in PostgreSQL when a database is named', () => {
    const { service } = configOf({ DATABASE_URL: 'postgresql://kith@db/kith' });
    assert.ok(service.kind === 'embedded');
    assert.deepEqual(service.store, {
      kind: 'postgres',
      url: 'postgresql://kith@db/kith',
      statementTimeoutMs: 30_000,
    });
  });

  it('searches a cluster where one is named beside a database', () => {
    const env = {
      DATABASE_URL: 'postgres://kith@db/kith',
      KITH_SEARCH_URL: 'https://kith:p%40ss@a:9200, https://b:9200',
      KITH_SEARCH_CA_FILE: 'ca.pem',
    };
    const { service } = configOf(env);
    assert.ok(service.kind === 'embedded');
    assert.deepEqual(service.search, {
      urls: ['https://a:9200', 'https://b:9200'],
      auth: { username: 'kith', password: 'p@ss' },
      caFile: '/srv/ca.pem',
      shards: 3,
    });
    const { service: keyed } = configOf({ ...env, KITH_SEARCH_URL: 'http://a:9200', KITH_SEARCH_API_KEY: 'abc' });
    assert.deepEqual(keyed.kind === 'embedded' && keyed.search?.auth, { apiKey: 'abc' });
  });

  it('refuses a search cluster that it could not use, and never repeats a password', () => {
    const problems = (env: Record<string, string>) => problemsOf({ DATABASE_URL: 'postgres://db/kith', ...env });
    assert.deepEqual(problemsOf({ KITH_SEARCH_URL: 'http://a:9200' }), [
      'DATABASE_URL: must be set where KITH_SEARCH_URL is, but got nothing.',
    ]);
    assert.deepEqual(problems({ KITH_SEARCH_URL: 'http://a:9200,redis://u:secret@b' }), [
      'KITH_SEARCH_URL: must be addresses that begin with https:// or http://, separated by commas, but got something else.',
    ]);
    assert.deepEqual(problems({ KITH_SEARCH_URL: 'http://u:p@a:9200/path,http://v:p@b', KITH_SEARCH_API_KEY: 'abc' }), [
      'KITH_SEARCH_URL: must hold addresses without a path, query or fragment, but got more.',
      'KITH_SEARCH_URL: must name one user for all nodes, but got several.',
      'KITH_SEARCH_API_KEY: must not be set where KITH_SEARCH_URL names a user, but both are.',
    ]);
  });

  it('says one sentence for each mistake', () => {
    const problems = problemsOf({
      KITH_PORT: 'http',
      KITH_SERVICE_PORT: '70000',
      KITH_SAMPLE: 'maybe',
      KITH_LOG_LEVEL: 'loud',
      KITH_REQUESTS_PER_MINUTE: '0',
      KITH_V2_SUNSET: '2030-02-30',
      KITH_SECRET: 'short',
      KITH_UPSTREAM_URL: 'data.example',
    });
    assert.deepEqual(problems, [
      'KITH_PORT: must be an integer between 0 and 65535, but got "http".',
      'KITH_UPSTREAM_URL: must be an address that begins with http:// or https://, but got something else.',
      'KITH_SERVICE_PORT: must be an integer between 0 and 65535, but got "70000".',
      'KITH_SAMPLE: must be one of on, off, but got "maybe".',
      'KITH_REQUESTS_PER_MINUTE: must be an integer between 1 and 1000000, but got "0".',
      'KITH_V2_SUNSET: must be a day such as 2030-07-15, but got "2030-02-30".',
      'KITH_SECRET: must have 32 characters or more, but got 5.',
      'KITH_LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent, but got "loud".',
    ]);
  });

  it('refuses one port for both servers, unless there is only one', () => {
    const env = { KITH_PORT: '5000', KITH_SERVICE_PORT: '5000' };
    assert.match(problemsOf(env).join(), /^KITH_SERVICE_PORT: must be another port than KITH_PORT/);
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

describe('ineffectiveVariables', () => {
  it('says one sentence for each variable that is set and no longer read', () => {
    assert.deepEqual(ineffectiveVariables({ KITH_PORT: '1', KITH_DEFER_PARSING: '', KITH_THIN_FRONT: ' ' }), []);
    const [sentence, ...others] = ineffectiveVariables({ KITH_PLAN_EXECUTION: 'off' });
    assert.match(sentence ?? '', /^KITH_PLAN_EXECUTION is read no more: .+\.$/);
    assert.deepEqual(others, []);
  });

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
