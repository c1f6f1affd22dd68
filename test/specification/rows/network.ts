import assert from 'node:assert/strict';
import { findRelationships } from '../../../src/contract/operation/relationships.ts';
import { people } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { check, type Part, provenBy } from '../row.ts';

const partnersOnly = provenBy('authentication.refuses-partner-operations');

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
      ["Finds profiles connected to the team's network", provenBy('relationships.answers-whom-network')],
      [
        'Request body: query (object, query DSL), limit (integer 0..1000)',
        provenBy('relationships.restricts-query-matches'),
        provenBy('relationships.walks-snapshot-page'),
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
      ['With x-authenticate-team, the query runs against the child team', provenBy('relationships.answers-teams-own')],
      ['Default of limit and whether query is required', provenBy('relationships.answers-hundred-unless')],
    ],
  },
  {
    part: 'POST /v3/network-mapper (partner only)',
    rows: [
      ['Maps connections across the partner network.', provenBy('network.reaches-whom-connectors')],
      ['Requires the partner permission.', partnersOnly],
      ['Other keys get 403.', refuses(403, mapperPath, { query: all }, /./, 'orchard')],
      [
        'Request body: query (object, required), mapping_company_website',
        provenBy('network.refuses-charges-nothing'),
        refuses(400, mapperPath, {}, /query: must be present/),
        refuses(
          400,
          mapperPath,
          { query: all, mapping_company_website: 7 },
          /mapping_company_website: must be a string/,
        ),
        refuses(400, mapperPath, { query: all, callback_url: 7 }, /callback_url: must be a string/),
        provenBy('callback.tells-signed-teams'),
      ],
      ['Responses:', provenBy('task.answers-task-end')],
      [
        '| 200 | items array of Relationship item',
        provenBy('network.gives-items-relationships'),
        check('answers items and counts, and nothing else', async ({ post }) => {
          const { status, body } = await post('harbor', mapperPath, { query: all });
          assert.equal(status, 200);
          assert.deepEqual(Object.keys(Object(body)).toSorted(), ['count', 'items', 'total_count']);
        }),
      ],
      ['| 202 | task_id string', provenBy('task.answers-task-end')],
      ['| 402 | credit allowance exceeded', provenBy('network.answers-402-allowance')],
      ['| 403 | caller lacks partner permission', provenBy('network.partners-childs-context')],
      ['Cost: 1 credit per non-empty response; an empty response is free.', provenBy('network.costs-1-credit')],
    ],
  },
  {
    part: 'GET /v3/network-mapper/status (partner only)',
    rows: [
      ['Polls a mapping task.', provenBy('task.answers-task-end')],
      [
        'Takes the task_id returned by POST /v3/network-mapper as a query parameter.',
        provenBy('task.tells-tasks-status'),
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
      ["The query parameter's name: not shown.", provenBy('task.tells-tasks-status')],
    ],
  },
];
