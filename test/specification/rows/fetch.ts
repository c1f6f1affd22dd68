import assert from 'node:assert/strict';
import { fetchCompanies } from '../../../src/contract/operation/companies.ts';
import { fetchProfiles } from '../../../src/contract/operation/profiles.ts';
import { companies, nobody, people } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { check, type Part, type Proof, provenBy } from '../row.ts';

const profiles = '/v3/profiles/fetch';
const company = '/v3/companies/fetch';
const charged = provenBy('credits.charges-credit-record');
const listed = provenBy('fields.exactly-contract');

const many = (value: string | number): readonly (string | number)[] => Array.from({ length: 1001 }, () => value);

/** An array finds a person by one kind of identifier, and takes 1,000 of them and no more. */
const identifies = (name: string, value: string | number, wrong: string | number): readonly [Proof, ...Proof[]] => [
  check(`finds by ${name}`, async ({ post }) => {
    const { body } = await post('meadow', profiles, { [name]: [value] });
    assert.ok(typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results));
    assert.deepEqual(
      body.results.map(({ id, found_by }) => [id, found_by[name]]),
      [[people.ada.id, [value]]],
    );
  }),
  provenBy('fetch.takes-thousand-identifiers'),
  refuses(400, profiles, { [name]: many(value) }, /must hold at most 1000/),
  refuses(400, profiles, { [name]: [wrong] }, /must be/),
];

export const fetching: readonly Part[] = [
  {
    part: 'POST /v3/profiles/fetch (P)',
    rows: [
      ['Costs 1 credit per record returned.', charged],
      ['Request body:', listed],
      ['| ids | uuid[] | max 1000 items', ...identifies('ids', people.ada.id, 'ada')],
      ['| xnet_names | string[] (profile URL slugs) | max 1000', ...identifies('xnet_names', 'ada-moreau', 7)],
      ['| xnet_ids | integer[] (numeric profile ids) | max 1000', ...identifies('xnet_ids', 1001, 'ada')],
      ['| xnet_entity_ids | string[] (alphanumeric entity ids)', ...identifies('xnet_entity_ids', 'ACoAA1', 7)],
      [
        '| fields | string[] | min 1 item; default',
        refuses(400, profiles, { ids: [nobody], fields: [] }, /fields: must hold at least 1/),
        check('answers profile_info unless told otherwise', async ({ ask }) => {
          const { results } = await ask('orchard', fetchProfiles, { ids: [people.ada.id] });
          assert.deepEqual(Object.keys(results[0] ?? {}).toSorted(), ['found_by', 'id', 'profile_info']);
        }),
      ],
      [
        'allowed: profile_info, tags, lists',
        refuses(400, profiles, { ids: [nobody], fields: ['notes'] }, /fields/),
        check('answers each of the three, alone and together', async ({ ask }) => {
          const ids = [people.ada.id];
          for (const field of ['profile_info', 'tags', 'lists'] as const) {
            const { results } = await ask('orchard', fetchProfiles, { ids, fields: [field] });
            assert.deepEqual(Object.keys(results[0] ?? {}).toSorted(), ['found_by', 'id', field].toSorted());
          }
          const { results } = await ask('orchard', fetchProfiles, { ids, fields: ['profile_info', 'tags', 'lists'] });
          assert.equal(Object.keys(results[0] ?? {}).length, 5);
        }),
      ],
      [
        'At least one of the four identifier arrays must be present.',
        refuses(400, profiles, {}, /must have at least one of ids/),
        refuses(400, profiles, { fields: ['tags'] }, /must have at least one of ids/),
      ],
      [
        'Arrays can be combined; the cap applies per array.',
        provenBy('fetch.returns-charges-once'),
        provenBy('fetch.takes-thousand-identifiers'),
      ],
      [
        'Response 200: results array of Profile, not_found string[]',
        provenBy('fetch.answers-whole-record'),
        provenBy('fetch.repeats-did-find'),
      ],
      [
        'Prose elsewhere also calls the identifier arrays xnet_usernames or xnet_slugs',
        refuses(400, profiles, { xnet_usernames: ['ada-moreau'] }, /did you mean xnet_names/),
        refuses(400, profiles, { xnet_slugs: ['ada-moreau'] }, /did you mean xnet_names/),
      ],
    ],
  },
  {
    part: 'POST /v3/companies/fetch (P)',
    rows: [
      [
        'Costs 1 credit per record returned.',
        check('charges for what is returned', async ({ ask, spent }) => {
          const before = await spent('meadow');
          await ask('meadow', fetchCompanies, { ids: [companies.aurora.id, nobody], xnet_ids: [5003] });
          assert.equal((await spent('meadow')) - before, 2);
        }),
      ],
      [
        'Request body: ids uuid[], xnet_names string[], xnet_ids integer[]',
        check('finds by each kind, and by all together', async ({ ask }) => {
          const request = { ids: [companies.aurora.id], xnet_names: ['brightwater'], xnet_ids: [5003] };
          const { results } = await ask('meadow', fetchCompanies, request);
          assert.deepEqual(
            results.map(({ id }) => id),
            [companies.aurora.id, companies.brightwater.id, companies.cobalt.id],
          );
        }),
        refuses(400, company, { xnet_entity_ids: ['ACoAA1'] }, /xnet_entity_ids: is not a property/),
      ],
      [
        'each max 1000 items, at least one array required',
        refuses(400, company, { ids: many(nobody) }, /ids: must hold at most 1000/),
        refuses(400, company, { xnet_names: many('a') }, /xnet_names: must hold at most 1000/),
        refuses(400, company, { xnet_ids: many(1) }, /xnet_ids: must hold at most 1000/),
        refuses(400, company, {}, /must have at least one of ids, xnet_names, xnet_ids/),
      ],
      [
        'fields string[] (min 1; default [company_info]; allowed company_info, tags)',
        refuses(400, company, { ids: [nobody], fields: [] }, /fields: must hold at least 1/),
        refuses(400, company, { ids: [nobody], fields: ['lists'] }, /fields/),
        check('answers company_info unless told otherwise, and tags on request', async ({ ask }) => {
          const ids = [companies.aurora.id];
          const [plain] = (await ask('orchard', fetchCompanies, { ids })).results;
          assert.deepEqual(Object.keys(plain ?? {}).toSorted(), ['company_info', 'found_by', 'id']);
          const [tagged] = (await ask('orchard', fetchCompanies, { ids, fields: ['tags'] })).results;
          assert.deepEqual(
            tagged?.tags?.map((tag) => tag?.name),
            ['target'],
          );
        }),
      ],
      [
        'Response 200: results array of Company, not_found string[].',
        provenBy('fetch.answers-whole-record'),
        check('repeats what was not found', async ({ ask }) => {
          const answer = await ask('meadow', fetchCompanies, { ids: [nobody], xnet_names: ['nowhere'] });
          assert.deepEqual(answer, { results: [], not_found: [nobody, 'nowhere'] });
        }),
      ],
    ],
  },
];
