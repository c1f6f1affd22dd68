import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operation/all.ts';
import { fetchProfiles } from '../../../src/contract/operation/profiles.ts';
import { people } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { check, type Part, testsOf } from '../row.ts';

const auth = testsOf('service/authentication.test.ts');
const key = testsOf('store/team/key.test.ts');
const sample = testsOf('store/sample.test.ts');
const callback = testsOf('service/network-mapper/callback.test.ts');
const all = { match_all: {} };

export const authentication: readonly Part[] = [
  {
    part: 'Authentication',
    rows: [
      [
        'Every request carries the API key in the header x-api-key',
        auth('it asks for a key on every operation'),
        auth('it says one and the same of a key that is missing, empty, unknown, expired or revoked'),
      ],
      [
        'The key identifies the team; results (lists, tags, network connections) are scoped',
        check('shows each team its own lists and tags', async ({ ask }) => {
          const request = { ids: [people.ada.id], fields: ['tags' as const, 'lists' as const] };
          const [own] = (await ask('orchard', fetchProfiles, request)).results;
          const [other] = (await ask('meadow', fetchProfiles, request)).results;
          assert.deepEqual([own?.tags?.length, own?.lists?.length], [1, 1]);
          assert.deepEqual([other?.tags, other?.lists], [[], []]);
        }),
        testsOf('service/search-pages.test.ts')("it restricts to the asking team's network on request"),
      ],
      [
        'A key is generated in the team settings API tab.',
        testsOf('system/app/administration.test.ts')(
          'it makes keys for owners and admins, lists them without what they are, and ends them at once',
        ),
      ],
      [
        'Generating it requires an account with the owner or admin role',
        key('it makes keys of 256 bits for owners and admins, and stores only their hashes'),
        key('it refuses a key to members, strangers, unknown teams and plans without API access'),
      ],
      [
        'Partner accounts may add header x-authenticate-team: <child_team_id>',
        auth("it runs in a child team's context for its partner, and in one's own for everybody"),
        refuses(403, '/v3/profiles/search', { query: all }, /./, 'orchard', { team: 'lighthouse' }),
      ],
      [
        'Without it, the request runs as the team owning the key.',
        auth("it runs in a child team's context for its partner, and in one's own for everybody"),
      ],
      [
        'The header is supported by: profile search, profile fetch',
        check('supports it on these six and on no other', () => {
          assert.deepEqual(
            operations.filter(({ childTeam }) => childTeam).map(({ path }) => path),
            [
              '/v3/profiles/search',
              '/v3/companies/search',
              '/v3/profiles/fetch',
              '/v3/companies/fetch',
              '/v3/relationships',
              '/team/add-connector',
            ],
          );
        }),
        auth('it refuses a child team on an operation that does not support it'),
      ],
      [
        'child_team_id is the team_id returned by Create Team.',
        testsOf('service/team/create-team.test.ts')('makes a child team, in whose context the partner can then ask'),
      ],
      [
        'Network Mapper (POST and status) and Create Team need the partner permission',
        check('needs it on these three and on no other', () => {
          assert.deepEqual(
            operations.filter(({ partnerOnly }) => partnerOnly).map(({ path }) => path),
            ['/v3/network-mapper', '/v3/network-mapper/status', '/team/create-team'],
          );
        }),
        auth('it refuses partner operations to other keys before it looks at the request'),
      ],
      ['Other keys receive 403 Forbidden.', refuses(403, '/team/create-team', { team_name: 'x' }, /./, 'orchard')],
      [
        'Keys are secrets: they must not appear in public repositories',
        testsOf('service/log.test.ts')('it has a line for each request, without keys, personal data or queries'),
        key('it makes keys of 256 bits for owners and admins, and stores only their hashes'),
      ],
      [
        'URLs are stored and returned percent-encoded',
        sample('it stores URLs percent-encoded and slugs decoded'),
        check('returns both so, and takes the slug decoded', async ({ ask }) => {
          const { results } = await ask('meadow', fetchProfiles, { xnet_names: ['chloé-núñez'] });
          const info = results[0]?.profile_info;
          assert.equal(info?.xnet_url, 'https://xnet.example/in/chlo%C3%A9-n%C3%BA%C3%B1ez');
          assert.equal(info?.social_media?.[0]?.slug, 'chloé-núñez');
        }),
      ],
      [
        'Key expiry, rotation enforcement and scopes: not shown.',
        auth('it accepts several keys of a team, each until it expires or is revoked'),
      ],
    ],
  },
  {
    part: 'Events',
    rows: [
      [
        'No event catalogue is published.',
        check('answers no events', async ({ get }) => {
          for (const path of ['/events', '/v3/events', '/webhooks'])
            assert.equal((await get('harbor', path)).status, 404);
        }),
      ],
      [
        'The only notification mechanism is the optional callback_url',
        callback('tells, signed with the team’s secret, that the mapping has completed'),
      ],
      [
        'The method, payload, headers, retries and signing of that call: not shown.',
        testsOf('service/callbacks/send.test.ts')('posts the body, signed as Standard Webhooks prescribes'),
        callback('is tried again with growing pauses, under one id, until it is delivered'),
      ],
    ],
  },
];
