import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operation/all.ts';
import { v2Operations } from '../../../src/service/v2/contract/all.ts';
import { nobody } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { check, forReaders, type Part, provenBy } from '../row.ts';

const all = { match_all: {} };

export const versions: readonly Part[] = [
  {
    part: 'Deprecated v2 operations',
    rows: [
      [
        '| POST /v2/profiles/search | body: query, limit',
        provenBy('profiles.searches-v2s-names'),
        refuses(400, '/v2/profiles/search', { query: all, limit: 1001 }, /limit: must be between/),
        refuses(400, '/v2/profiles/search', { query: all, inNetworkOnly: 1 }, /inNetworkOnly: must be a boolean/),
        check('answers ids, totalCount and paginationToken', async ({ post }) => {
          const { body } = await post('meadow', '/v2/profiles/search', { query: all, limit: 2 });
          assert.deepEqual(Object.keys(Object(body)).toSorted(), ['ids', 'paginationToken', 'totalCount']);
        }),
      ],
      [
        '| POST /v2/profiles/fetch | body: ids, xnetNames',
        provenBy('profiles.finds-v2s-identifiers'),
        provenBy('profiles.returns-groups-asked'),
        refuses(400, '/v2/profiles/fetch', {}, /must have at least one of ids, xnetNames/),
        refuses(400, '/v2/profiles/fetch', { ids: [nobody], fields: [] }, /fields/),
      ],
      [
        '| POST /companies/search | body: query, limit (max 1000)',
        provenBy('others.searches-companies-v2s'),
        refuses(400, '/companies/search', { query: all, limit: 1001 }, /limit: must be between/),
      ],
      [
        '| POST /companies/fetch | body: ids, xnetNames, xnetIds',
        provenBy('others.v2-company-shape'),
        refuses(400, '/companies/fetch', { ids: [nobody], fields: ['lists'] }, /fields/),
      ],
      [
        '| POST /v2/profiles/network-mapper | body: query (required)',
        provenBy('others.own-network'),
        provenBy('others.follows-task-under'),
        refuses(400, '/v2/profiles/network-mapper', {}, /query: must be present/),
      ],
      [
        'v2 associated_profiles is no longer a valid fetch field',
        provenBy('profiles.refuses-field'),
        refuses(400, '/v2/profiles/fetch', { ids: [nobody], fields: ['associated_profiles'] }, /fields/),
        refuses(400, '/v2/profiles/fetch', { ids: [nobody], fields: ['investorData'] }, /fields/),
      ],
    ],
  },
  {
    part: 'Versioning',
    rows: [
      [
        'The current version is v3, selected by the path prefix /v3/.',
        check('has every current operation below /v3/, or without a version', () => {
          for (const { path } of operations) assert.match(path, /^\/(v3|team|credits)\//);
        }),
      ],
      ['It is built on a refreshed dataset.', forReaders('where the records come from')],
      [
        'v2 paths (/v2/..., plus /companies/search and /companies/fetch) are deprecated.',
        check('says so of exactly these', async ({ post }) => {
          for (const { path, successor } of v2Operations) {
            assert.ok(path.startsWith('/v2/') || ['/companies/search', '/companies/fetch'].includes(path));
            assert.ok(successor);
          }
          assert.ok((await post('meadow', '/companies/search', { query: all })).headers.get('deprecation'));
          assert.equal((await post('meadow', '/v3/companies/search', { query: all })).headers.get('deprecation'), null);
        }),
      ],
      [
        'The deprecation notices give July 15, end of day UTC',
        provenBy('others.says-every-answer'),
        provenBy('others.ends-on-its-day'),
      ],
      ['During the transition, v2 fetch reads from a legacy store', provenBy('profiles.shows-tags-last')],
      [
        'v3 changes: request and response names are snake_case',
        refuses(400, '/v3/profiles/search', { query: all, paginationToken: 'x' }, /did you mean pagination_token/),
        refuses(400, '/v3/profiles/search', { query: all, inNetworkOnly: true }, /did you mean in_network_only/),
        refuses(400, '/v3/profiles/fetch', { xnetNames: ['x'] }, /did you mean xnet_names/),
        refuses(400, '/v3/profiles/fetch', { xnetIds: [1] }, /did you mean xnet_ids/),
        refuses(400, '/v3/profiles/fetch', { xnetEntityIds: ['x'] }, /did you mean xnet_entity_ids/),
        provenBy('profiles.takes-token-v3'),
      ],
      [
        'carry no version prefix',
        check('serves them without one only', async ({ get, post }) => {
          assert.equal((await get('meadow', '/v3/credits/usage')).status, 404);
          assert.equal((await post('harbor', '/v3/team/create-team', { team_name: 'x' })).status, 404);
          assert.equal((await post('harbor', '/v3/team/add-connector', { xnet_usernames: ['x'] })).status, 404);
        }),
      ],
      ['Content of the migration guide: not shown.', forReaders('a document that is not given')],
    ],
  },
];
