import assert from 'node:assert/strict';
import { searchCompanies } from '../../../src/contract/operation/companies.ts';
import { searchProfiles } from '../../../src/contract/operation/profiles.ts';
import { finds, refuses } from '../checks.ts';
import { check, type Part, provenBy } from '../row.ts';

const all = { match_all: {} };
const profiles = '/v3/profiles/search';
const companies = '/v3/companies/search';
const free = provenBy('credits.charges-nothing-request');

const refusal = provenBy('validation.refuses');
const listed = provenBy('fields.exactly-contract');

export const searching: readonly Part[] = [
  {
    part: 'POST /v3/profiles/search (P)',
    rows: [
      ['Free of credits.', free],
      ['Request body:', listed, refuses(400, profiles, [all], /must be an object/)],
      [
        '| query | object (query DSL) | yes',
        finds({ match: { 'profile_info.current_title': 'partner' } }, 'dmitri'),
        refuses(400, profiles, {}, /query: must be present/),
        refuses(400, profiles, { query: 'partner' }, /query: must be an object/),
      ],
      [
        '| limit | integer | no | default 100; 0..1000',
        check('takes 0 and 1000, and nothing beyond', async ({ post }) => {
          for (const limit of [0, 1, 1000])
            assert.equal((await post('meadow', profiles, { query: all, limit })).status, 200);
          for (const limit of [-1, 1001])
            assert.equal((await post('meadow', profiles, { query: all, limit })).status, 400);
        }),
        refuses(400, profiles, { query: all, limit: 1.5 }, /limit: must be an integer/),
        provenBy('search-pages.answers-page-ids'),
      ],
      [
        'must be 1000 when stable_pagination is true',
        refuses(400, profiles, { query: all, stable_pagination: true }, /limit: must be 1000/),
        refuses(400, profiles, { query: all, stable_pagination: true, limit: 100 }, /limit: must be 1000/),
        check('takes 1000', async ({ post }) => {
          const { status } = await post('meadow', profiles, { query: all, stable_pagination: true, limit: 1000 });
          assert.equal(status, 200);
        }),
      ],
      [
        '| pagination_token | string | no | token from the previous response',
        provenBy('search-pages.walks-every-id'),
        provenBy('search-pages.refuses-token-did'),
        refuses(400, profiles, { query: all, pagination_token: 7 }, /pagination_token: must be a string/),
      ],
      [
        'stable_pagination | boolean | no | default false; keeps results consistent across pages',
        provenBy('search-pages.gives-exactly-ids'),
        refuses(400, profiles, { query: all, stable_pagination: 1 }, /stable_pagination: must be a boolean/),
      ],
      [
        'in_network_only | boolean | no | default false',
        provenBy('search-pages.restricts-asking-teams'),
        refuses(400, profiles, { query: all, in_network_only: 'yes' }, /in_network_only: must be a boolean/),
      ],
      [
        'Response 200: ids uuid[], total_count integer, pagination_token string.',
        check('answers ids, the count and a token, and nothing else', async ({ ask }) => {
          const answer = await ask('meadow', searchProfiles, { query: all, limit: 3 });
          assert.deepEqual(Object.keys(answer).toSorted(), ['ids', 'pagination_token', 'total_count']);
          assert.equal(answer.ids.length, 3);
          assert.equal(answer.total_count, 10);
          assert.equal(typeof answer.pagination_token, 'string');
        }),
      ],
      [
        'To fetch the next page, send the returned token',
        provenBy('search-pages.walks-every-id'),
        provenBy('search-pages.refuses-token-another'),
      ],
    ],
  },
  {
    part: 'POST /v3/companies/search (P)',
    rows: [
      ['Free of credits.', free],
      [
        'Request body as profile search without in_network_only',
        refuses(400, companies, { query: all, in_network_only: true }, /in_network_only: is not a property/),
        refuses(400, companies, {}, /query: must be present/),
      ],
      [
        'limit (default 100, 0..1000, must be 1000 with stable_pagination)',
        refuses(400, companies, { query: all, limit: 1001 }, /limit: must be between 0 and 1000/),
        refuses(400, companies, { query: all, stable_pagination: true, limit: 999 }, /limit: must be 1000/),
        refusal,
      ],
      [
        'Response 200: ids uuid[], total_count integer, pagination_token string.',
        check('answers ids, the count and a token, page after page', async ({ ask }) => {
          const first = await ask('meadow', searchCompanies, { query: all, limit: 3 });
          assert.deepEqual(Object.keys(first).toSorted(), ['ids', 'pagination_token', 'total_count']);
          const token = first.pagination_token ?? '';
          const last = await ask('meadow', searchCompanies, { query: all, limit: 3, pagination_token: token });
          assert.equal(new Set([...first.ids, ...last.ids]).size, 4);
          assert.deepEqual(Object.keys(last).toSorted(), ['ids', 'total_count']);
        }),
      ],
      [
        'Up to 1000 results per page.',
        check('takes a page of 1000', async ({ ask }) => {
          assert.equal((await ask('meadow', searchCompanies, { query: all, limit: 1000 })).ids.length, 4);
        }),
      ],
    ],
  },
];
