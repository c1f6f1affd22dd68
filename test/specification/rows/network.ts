import assert from 'node:assert/strict';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import { people } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { check, type Part, testsOf } from '../row.ts';

const relationships = testsOf('service/relationships.test.ts');
const network = testsOf('service/network-mapper/network.test.ts');
const task = testsOf('service/network-mapper/task.test.ts');
const callback = testsOf('service/network-mapper/callback.test.ts');
const partnersOnly = testsOf('service/authentication.test.ts')(
  'it refuses partner operations to other keys before it looks at the request',
);

const path = '/v3/relationships';
const mapperPath = '/v3/network-mapper';
const all = { match_all: {} };

export const mapper: readonly Part[] = [
  {
    part: 'POST /v3/relationships (P)',
    rows: [
      [
        'Free of credits.',
        check('costs nothing, however much it answers', async ({ ask, spent }) => {
          const before = await spent('orchard');
          assert.equal((await ask('orchard', findRelationships, {})).count, 8);
          assert.equal(await spent('orchard'), before);
        }),
      ],
      [
        "Finds profiles connected to the team's network",
        relationships('it answers whom the network knows, the strongest connection first, then by id'),
      ],
      [
        'Request body: query (object, query DSL), limit (integer 0..1000)',
        relationships('it restricts to what the query matches'),
        relationships('it walks one snapshot page by page, though the network changes meanwhile'),
        refuses(400, path, { limit: 1001 }, /limit: must be between 0 and 1000/),
        refuses(400, path, { limit: -1 }, /limit: must be between 0 and 1000/),
        refuses(400, path, { stable_pagination: true }, /stable_pagination: is not a property/),
      ],
      [
        'Response 200: items array of Relationship item, count integer',
        check('answers items, counts and a token, and nothing else', async ({ ask }) => {
          const { items, ...rest } = await ask('orchard', findRelationships, { limit: 3 });
          assert.equal(items.length, 3);
          assert.deepEqual(
            { ...rest, pagination_token: typeof rest.pagination_token },
            { count: 3, total_count: 8, pagination_token: 'string' },
          );
        }),
      ],
      [
        'Filtering patterns: a term clause on connected_users selects one connector',
        check('answers whom one connector knows', async ({ ask, store }) => {
          const { id } = await store.db
            .selectFrom('connector')
            .select('id')
            .where('profile_id', '=', people.ada.id)
            .executeTakeFirstOrThrow();
          const { items } = await ask('orchard', findRelationships, { query: { term: { connected_users: id } } });
          assert.deepEqual(
            new Set(items.map(({ profile }) => profile?.id)),
            new Set(
              ['ben', 'eve', 'dmitri', 'chloe', 'grace'].map((name) => new Map(Object.entries(people)).get(name)?.id),
            ),
          );
        }),
      ],
      [
        'a nested query on team_connections.origins (usually scoped',
        check('answers whom the team knows from school', async ({ ask }) => {
          const nested = {
            path: 'team_connections',
            query: { term: { 'team_connections.origins': 'education_overlap' } },
          };
          const { items } = await ask('orchard', findRelationships, { query: { nested } });
          assert.deepEqual(
            items.map(({ profile }) => profile?.full_name),
            ['Dmitri Volkov', 'Grace Oduya'],
          );
        }),
      ],
      [
        'any indexed profile field can be queried as in profile search',
        check('answers by a field of the profile', async ({ ask }) => {
          const query = { match: { 'profile_info.current_title': 'investor' } };
          const { items } = await ask('orchard', findRelationships, { query });
          assert.deepEqual(
            items.map(({ profile }) => profile?.id),
            [people.jonas.id],
          );
        }),
      ],
      [
        'With x-authenticate-team, the query runs against the child team',
        relationships("it answers for the team's own connectors, and for a child team's by its partner"),
      ],
      ['Default of limit and whether query is required', relationships('it answers a hundred unless told otherwise')],
    ],
  },
  {
    part: 'POST /v3/network-mapper (partner only)',
    rows: [
      [
        'Maps connections across the partner network.',
        network('reaches whom the connectors of the partner and its child teams know, strongest first'),
      ],
      ['Requires the partner permission.', partnersOnly],
      ['Other keys get 403.', refuses(403, mapperPath, { query: all }, /./, 'orchard')],
      [
        'Request body: query (object, required), mapping_company_website',
        network('refuses …, and charges nothing'),
        refuses(400, mapperPath, {}, /query: must be present/),
        refuses(
          400,
          mapperPath,
          { query: all, mapping_company_website: 7 },
          /mapping_company_website: must be a string/,
        ),
        refuses(400, mapperPath, { query: all, callback_url: 7 }, /callback_url: must be a string/),
        callback('tells, signed with the team’s secret, that the mapping has completed'),
      ],
      ['Responses:', task('answers with a task, whose end is followed by the result')],
      [
        '| 200 | items array of Relationship item',
        network('gives items as relationships do'),
        check('answers items and counts, and nothing else', async ({ post }) => {
          const { status, body } = await post('harbor', mapperPath, { query: all });
          assert.equal(status, 200);
          assert.deepEqual(Object.keys(Object(body)).toSorted(), ['count', 'items', 'total_count']);
        }),
      ],
      ['| 202 | task_id string', task('answers with a task, whose end is followed by the result')],
      [
        '| 402 | credit allowance exceeded',
        network('answers 402 where the allowance is used up, but never for a task'),
      ],
      ['| 403 | caller lacks partner permission', network('is for partners only, and not in a child’s context')],
      [
        'Cost: 1 credit per non-empty response; an empty response is free.',
        network('costs 1 credit for an answer that holds anything, and nothing for an empty one'),
      ],
    ],
  },
  {
    part: 'GET /v3/network-mapper/status (partner only)',
    rows: [
      ['Polls a mapping task.', task('answers with a task, whose end is followed by the result')],
      [
        'Takes the task_id returned by POST /v3/network-mapper as a query parameter.',
        task('tells a task’s status by both spellings of the parameter, to the team that has it alone'),
      ],
      [
        'Response 200: status string, one of Unknown',
        check('answers a status, and nothing else', async ({ get }) => {
          const { status, body } = await get('harbor', `${mapperPath}/status?task_id=none`);
          assert.deepEqual({ status, body }, { status: 200, body: { status: 'Unknown' } });
        }),
      ],
      [
        'Non-partner keys get 403.',
        check('is for partners', async ({ get }) => {
          assert.equal((await get('orchard', `${mapperPath}/status?task_id=none`)).status, 403);
        }),
      ],
      [
        "The query parameter's name: not shown.",
        task('tells a task’s status by both spellings of the parameter, to the team that has it alone'),
      ],
    ],
  },
];
