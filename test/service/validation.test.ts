import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { nobody } from '../support/cast/cast.ts';
import { type CastService, openCast } from '../support/service.ts';

const uuids = (count: number): string[] => Array.from({ length: count }, () => nobody);
const query = { match_all: {} };

/** Each request, sent by a partner, and what is wrong with it. */
const refused: readonly (readonly [path: string, body: unknown, sentences: readonly string[]])[] = [
  ['/v3/profiles/search', { query, limit: 5000 }, ['limit: must be between 0 and 1000, but got 5000']],
  ['/v3/profiles/search', { query, limit: -1 }, ['limit: must be between 0 and 1000, but got -1']],
  ['/v3/profiles/search', { query, limit: 1.5 }, ['limit: must be an integer, but got 1.5']],
  ['/v3/companies/search', { query, limit: '10' }, ['limit: must be an integer, but got "10"']],
  ['/v3/companies/search', { query, limit: null }, ['limit: must be an integer, but got null']],
  [
    '/v3/relationships',
    { query: [], limit: 1001 },
    ['query: must be an object, but got a list of 0 items', 'limit: must be between 0 and 1000, but got 1001'],
  ],
  ['/v3/profiles/search', {}, ['query: must be present, but is missing']],
  ['/v3/profiles/search', [query], ['body: must be an object, but got a list of 1 item']],
  ['/v3/profiles/search', null, ['body: must be an object, but got null']],
  ['/v3/profiles/search', { query, stable_pagination: 'yes' }, ['stable_pagination: must be a boolean, but got "yes"']],
  [
    '/v3/profiles/search',
    { query, stable_pagination: true },
    ['limit: must be 1000 when stable_pagination is true, but got nothing'],
  ],
  [
    '/v3/companies/search',
    { query, stable_pagination: true, limit: 999 },
    ['limit: must be 1000 when stable_pagination is true, but got 999'],
  ],
  [
    '/v3/profiles/search',
    { query, size: 10, from: 0 },
    [
      'size: is not a property of this request; did you mean limit?',
      'from: is not a property of this request; did you mean pagination_token?',
    ],
  ],
  [
    '/v3/companies/search',
    { query, search_after: [1], _source: false, track_total_hits: true, sort: ['id'], aggs: {}, highlight: {} },
    [
      'search_after: is not a property of this request; did you mean pagination_token?',
      '_source: is not a property of this request; a search returns only ids; the fetch of their records takes fields',
      'track_total_hits: is not a property of this request; total_count is always exact',
      'sort: is not a property of this request; records always come in the order of their ids',
      'aggs: is not a property of this request; there are no aggregations; limit 0 counts what matches a query',
      'highlight: is not a property of this request; it takes query, limit, pagination_token, stable_pagination',
    ],
  ],
  [
    '/v3/profiles/search',
    { query, paginationToken: 'x', inNetworkOnly: true },
    [
      'paginationToken: is not a property of this request; did you mean pagination_token?',
      'inNetworkOnly: is not a property of this request; did you mean in_network_only?',
    ],
  ],
  [
    '/v3/companies/search',
    { query, in_network_only: true },
    ['in_network_only: is not a property of this request; it takes query, limit, pagination_token, stable_pagination'],
  ],
  [
    '/v3/profiles/search',
    { query, pagination_tokn: 'x' },
    ['pagination_tokn: is not a property of this request; did you mean pagination_token?'],
  ],
  [
    '/v3/profiles/fetch',
    {},
    ['body: must have at least one of ids, xnet_names, xnet_ids, xnet_entity_ids, but has none'],
  ],
  [
    '/v3/companies/fetch',
    { fields: ['tags'] },
    ['body: must have at least one of ids, xnet_names, xnet_ids, but has none'],
  ],
  [
    '/v3/profiles/fetch',
    { ids: [nobody, 'x'], xnet_ids: [1, '2'] },
    ['ids.1: must be a uuid, but got "x"', 'xnet_ids.1: must be an integer, but got "2"'],
  ],
  ['/v3/profiles/fetch', { xnet_names: 'ada' }, ['xnet_names: must be an array, but got "ada"']],
  ['/v3/profiles/fetch', { xnet_names: ['ada', null] }, ['xnet_names.1: must be a string, but got null']],
  ['/v3/profiles/fetch', { ids: uuids(1001) }, ['ids: must hold at most 1000 items, but got a list of 1001 items']],
  ['/v3/profiles/fetch', { ids: [], fields: [] }, ['fields: must hold at least 1 items, but got a list of 0 items']],
  [
    '/v3/profiles/fetch',
    { ids: [], fields: ['profile_info', 'connections'] },
    ['fields.1: must be one of profile_info, tags, lists, but got "connections"'],
  ],
  [
    '/v3/companies/fetch',
    { ids: [], fields: ['lists'] },
    ['fields.0: must be one of company_info, tags, but got "lists"'],
  ],
  [
    '/v3/companies/fetch',
    { ids: [], xnet_entity_ids: [] },
    ['xnet_entity_ids: is not a property of this request; it takes ids, xnet_names, xnet_ids, fields'],
  ],
  [
    '/v3/profiles/fetch',
    { xnet_usernames: ['ada'] },
    [
      'body: must have at least one of ids, xnet_names, xnet_ids, xnet_entity_ids, but has none',
      'xnet_usernames: is not a property of this request; did you mean xnet_names?',
    ],
  ],
  [
    '/v3/profiles/fetch',
    { xnet_slugs: ['ada'], ids: [] },
    ['xnet_slugs: is not a property of this request; did you mean xnet_names?'],
  ],
  [
    '/v3/profiles/fetch',
    { xnetNames: [], xnetEntityIds: [], ids: [] },
    [
      'xnetNames: is not a property of this request; did you mean xnet_names?',
      'xnetEntityIds: is not a property of this request; did you mean xnet_entity_ids?',
    ],
  ],
  [
    '/v3/profiles/fetch',
    { ids: [], constructor: 1 },
    ['constructor: is not a property of this request; it takes ids, xnet_names, xnet_ids, xnet_entity_ids, fields'],
  ],
  [
    '/v3/network-mapper',
    { query, website: 'x' },
    ['website: is not a property of this request; it takes query, mapping_company_website, callback_url'],
  ],
  ['/team/add-connector', {}, ['body: must have one of xnet_usernames, linkedin_usernames, but has none']],
  [
    '/team/add-connector',
    { xnet_usernames: ['a'], linkedin_usernames: ['a'] },
    ['body: must have one of xnet_usernames, linkedin_usernames, but has both'],
  ],
  [
    '/team/add-connector',
    { xnet_usernames: ['a'], group: 'friends' },
    ['group: must be one of others, employees, investors, customers, portfolio, advisors, but got "friends"'],
  ],
  ['/team/create-team', { team_name: '' }, ['team_name: must not be empty, but got ""']],
  [
    '/team/create-team',
    { team_name: 'a', company_website: 'a.example', company_linkedin_url: 'x' },
    ['body: must not have company_website together with company_linkedin_url, but has both'],
  ],
];

suite('validation', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service.close());

  for (const [path, body, sentences] of refused) {
    const sent = JSON.stringify(body);
    test(`it refuses ${path} ${sent.length > 80 ? `${sent.slice(0, 80)}…` : sent} [validation.refuses]`, async () => {
      const answer = await service.post('harbor', path, body);
      assert.deepEqual(
        { status: answer.status, body: answer.body },
        { status: 400, body: { code: 400, errors: sentences } },
      );
    });
  }

  test('it refuses a parameter where an operation takes none', async () => {
    const { status, body } = await service.get('harbor', '/credits/usage?period=last');
    const errors = ['period: is not a property of this request; it takes none'];
    assert.deepEqual({ status, body }, { status: 400, body: { code: 400, errors } });
  });

  test('it refuses a member named __proto__ like any other', async () => {
    const { status, body } = await service.send('/v3/profiles/fetch', {
      method: 'POST',
      headers: { 'x-api-key': 'kith_test_orchard', 'content-type': 'application/json' },
      body: '{"ids":[],"__proto__":{"limit":1}}',
    });
    const errors = [
      '__proto__: is not a property of this request; it takes ids, xnet_names, xnet_ids, xnet_entity_ids, fields',
    ];
    assert.deepEqual({ status, body }, { status: 400, body: { code: 400, errors } });
  });

  test('it refuses a body that is no JSON, without repeating it [validation.refuses-body-json]', async () => {
    const { status, body } = await service.send('/v3/profiles/fetch', {
      method: 'POST',
      headers: { 'x-api-key': 'kith_test_orchard', 'content-type': 'application/json' },
      body: '{"ids": [secret',
    });
    assert.deepEqual(
      { status, body },
      { status: 400, body: { code: 400, errors: ['body: must be JSON, but got text that is not'] } },
    );
  });

  test('it refuses a query parameter that is missing, unknown or given twice', async () => {
    const path = '/v3/network-mapper/status';
    const errorsOf = async (query: string) => (await service.get('harbor', `${path}${query}`)).body;
    assert.deepEqual(await errorsOf(''), {
      code: 400,
      errors: ['parameters: must have at least one of task_id, taskId, but has none'],
    });
    assert.deepEqual(await errorsOf('?task_id=a&task_id=b'), {
      code: 400,
      errors: ['task_id: must be a string, but got a list of 2 items'],
    });
    assert.deepEqual(await errorsOf('?task_id=a&id=b'), {
      code: 400,
      errors: ['id: is not a property of this request; it takes task_id, taskId'],
    });
  });

  test('it shows no more than the beginning of a long value or name', async () => {
    const long = 'x'.repeat(5000);
    const { body } = await service.post('orchard', '/v3/profiles/fetch', { ids: [long], [long]: 1 });
    assert.deepEqual(body, {
      code: 400,
      errors: [
        `${'x'.repeat(100)}…: is not a property of this request; it takes ids, xnet_names, xnet_ids, xnet_entity_ids, fields`,
        `ids.0: must be a uuid, but got "${'x'.repeat(99)}…`,
      ],
    });
  });

  test('it lists twenty mistakes and counts the rest [validation.lists-twenty-mistakes]', async () => {
    const { body } = await service.post('orchard', '/v3/profiles/fetch', {
      ids: Array.from({ length: 30 }, () => 'x'),
    });
    const errors = Array.from({ length: 20 }, (_, index) => `ids.${index}: must be a uuid, but got "x"`);
    assert.deepEqual(body, { code: 400, errors: [...errors, 'body: has 10 more mistakes'] });
  });

  test('it names the first mistake of a request with very many', async () => {
    const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`n${index}`, 1]));
    const { status, body } = await service.post('orchard', '/v3/profiles/search', { query, ...names });
    const errors = [
      'n0: is not a property of this request; it takes query, limit, pagination_token, stable_pagination, in_network_only',
    ];
    assert.deepEqual({ status, body }, { status: 400, body: { code: 400, errors } });
  });
});

suite('validation under other words', () => {
  test('it names a member once where two have one name', async () => {
    await using service = await openCast({ names: { xnet: 'linkedin' } });
    const { status, body } = await service.post('orchard', '/team/add-connector', {});
    assert.equal(status, 400);
    assert.deepEqual(body, { code: 400, errors: ['body: must have one of linkedin_usernames, but has none'] });
    const document = JSON.stringify((await service.send('/openapi.json')).body);
    assert.ok(document.includes('"oneOf":[{"required":["linkedin_usernames"]}]'));
  });
});
