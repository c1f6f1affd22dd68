import assert from 'node:assert/strict';
import { onDemandPrices } from '../../../src/contract/price.ts';
import { teams } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { check, type Part, provenBy } from '../row.ts';

const create = '/team/create-team';
const add = '/team/add-connector';

export const team: readonly Part[] = [
  {
    part: 'POST /team/create-team (partner only)',
    rows: [
      [
        'Creates a child team under the partner account.',
        provenBy('create-team.makes-child-team'),
        provenBy('create-team.partners-childs-context'),
      ],
      [
        '| team_name | string | name of the new team',
        refuses(400, create, {}, /team_name: must be present/),
        refuses(400, create, { team_name: 7 }, /team_name: must be a string/),
      ],
      [
        '| owner_email | string | optional; when omitted',
        provenBy('create-team.owned-account-named'),
        provenBy('create-team.owned-parents-owner'),
      ],
      [
        '| company_website | string | optional; used for automatic network mapping',
        provenBy('create-team.maps-current-employees'),
        provenBy('create-team.maps-nobody-company'),
      ],
      [
        '| company_linkedin_url | string | optional; used for automatic network mapping',
        refuses(
          400,
          create,
          { team_name: 'Both', company_website: 'a.example', company_linkedin_url: 'https://xnet.example/company/a' },
          /company_website.*company_linkedin_url|company_linkedin_url.*company_website/,
        ),
        provenBy('create-team.maps-current-employees'),
      ],
      [
        'Response: team_id uuid.',
        check('answers the new team’s id, and nothing else', async ({ post }) => {
          const { status, body } = await post('cove', create, { team_name: 'Skerry' });
          assert.equal(status, 200);
          assert.match(JSON.stringify(body), /^\{"team_id":"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"\}$/);
        }),
      ],
      ['The value is passed later in x-authenticate-team.', provenBy('create-team.makes-child-team')],
      ['Success status code: not shown.', provenBy('create-team.makes-child-team')],
    ],
  },
  {
    part: 'POST /team/add-connector (P)',
    rows: [
      [
        'Adds one or more external-network users as connectors',
        provenBy('add-connector.queues-mapping-new'),
        provenBy('add-connector.adds-child-team'),
      ],
      [
        "named xnet_usernames in this document's naming: string[] of profile slugs",
        provenBy('add-connector.takes-slugs-urls'),
        provenBy('add-connector.takes-array-other'),
      ],
      [
        'group string, optional, one of others',
        refuses(400, add, { xnet_usernames: ['ines-prado'], group: 'friends' }, /group: must be one of/),
      ],
      [
        'applies to all connectors in the request; when omitted, no group is assigned',
        check('assigns the group named, and none where none is', async ({ post, store }) => {
          const groupOf = async (request: object, slug: string) => {
            await post('reef', add, { xnet_usernames: [slug], ...request });
            const { group_name: group } = await store.db
              .selectFrom('connector')
              .select('group_name')
              .where('team_id', '=', teams.reef.id)
              .where('slug', '=', slug)
              .executeTakeFirstOrThrow();
            return group;
          };
          assert.equal(await groupOf({ group: 'advisors' }, 'grace-oduya'), 'advisors');
          assert.equal(await groupOf({}, 'ines-prado'), null);
        }),
      ],
      [
        'Responses: 202 when the job is queued; 200 when processed but no new connector',
        provenBy('add-connector.queues-mapping-new'),
        provenBy('add-connector.skips-silently-connector'),
        check('answers 200 where none was found', async ({ post }) => {
          const { status, body } = await post('meadow', add, { xnet_usernames: ['nobody-of-the-cast'] });
          assert.deepEqual({ status, body }, { status: 200, body: { usernames_not_found: ['nobody-of-the-cast'] } });
        }),
      ],
      ['Body: usernames_not_found string[] (slugs not found).', provenBy('add-connector.names-slugs-does')],
      [
        'A slug that already exists as a connector is skipped silently',
        provenBy('add-connector.skips-silently-connector'),
      ],
      ['Required-ness of the username array: not shown.', provenBy('add-connector.refuses')],
    ],
  },
  {
    part: 'GET /credits/usage',
    rows: [
      [
        'Header x-api-key.',
        check('asks for a key', async ({ send, get }) => {
          assert.equal((await send('/credits/usage')).status, 401);
          assert.equal((await get('meadow', '/credits/usage')).status, 200);
        }),
      ],
      [
        'Response 200: usage integer, credits consumed in the current billing period.',
        provenBy('credits.charges-credit-record'),
        provenBy('credits.resumes-next-period'),
      ],
    ],
  },
  {
    part: 'Credit-priced on-demand operations',
    rows: [
      [
        'The credit rules name Refresh a Profile',
        check('has a price for each of the six', () => {
          assert.deepEqual(Object.keys(onDemandPrices), [
            'Refresh a Profile',
            'Get Profile Posts',
            'Get Company Posts',
            'Get Comments',
            'Get Reactions',
            'Get Reshares',
          ]);
        }),
      ],
      ['Their paths, bodies and responses: not shown.', provenBy('http.answers-unknown-path')],
    ],
  },
];
