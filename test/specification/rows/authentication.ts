import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operation/all.ts';
import { fetchProfiles } from '../../../src/contract/operation/profiles.ts';
import { people } from '../../support/cast/cast.ts';
import { refuses } from '../checks.ts';
import { check, type Part, provenBy } from '../row.ts';

const all = { match_all: {} };

export const authentication: readonly Part[] = [
  {
    part: 'Authentication',
    rows: [
      [
        'Every request carries the API key in the header x-api-key',
        provenBy('authentication.asks-key-every'),
        provenBy('authentication.key-refused'),
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
        provenBy('search-pages.restricts-asking-teams'),
      ],
      ['A key is generated in the team settings API tab.', provenBy('administration.makes-keys-owners')],
      [
        'Generating it requires an account with the owner or admin role',
        provenBy('key.hashes-only'),
        provenBy('key.refuses-key-members'),
      ],
      [
        'Partner accounts may add header x-authenticate-team: <child_team_id>',
        provenBy('authentication.runs-child-teams'),
        refuses(403, '/v3/profiles/search', { query: all }, /./, 'orchard', { team: 'lighthouse' }),
      ],
      ['Without it, the request runs as the team owning the key.', provenBy('authentication.runs-child-teams')],
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
        provenBy('authentication.refuses-child-team'),
      ],
      ['child_team_id is the team_id returned by Create Team.', provenBy('create-team.makes-child-team')],
      [
        'Network Mapper (POST and status) and Create Team need the partner permission',
        check('needs it on these three and on no other', () => {
          assert.deepEqual(
            operations.filter(({ partnerOnly }) => partnerOnly).map(({ path }) => path),
            ['/v3/network-mapper', '/v3/network-mapper/status', '/team/create-team'],
          );
        }),
        provenBy('authentication.refuses-partner-operations'),
      ],
      ['Other keys receive 403 Forbidden.', refuses(403, '/team/create-team', { team_name: 'x' }, /./, 'orchard')],
      [
        'Keys are secrets: they must not appear in public repositories',
        provenBy('log.line-request-without'),
        provenBy('key.hashes-only'),
      ],
      [
        'URLs are stored and returned percent-encoded',
        provenBy('sample.stores-urls-percent'),
        check('returns both so, and takes the slug decoded', async ({ ask }) => {
          const { results } = await ask('meadow', fetchProfiles, { xnet_names: ['chloé-núñez'] });
          const info = results[0]?.profile_info;
          assert.equal(info?.xnet_url, 'https://xnet.example/in/chlo%C3%A9-n%C3%BA%C3%B1ez');
          assert.equal(info?.social_media?.[0]?.slug, 'chloé-núñez');
        }),
      ],
      ['Key expiry, rotation enforcement and scopes: not shown.', provenBy('authentication.accepts-several-keys')],
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
      ['The only notification mechanism is the optional callback_url', provenBy('callback.tells-signed-teams')],
      [
        'The method, payload, headers, retries and signing of that call: not shown.',
        provenBy('send.posts-body-signed'),
        provenBy('callback.tried-again-growing'),
      ],
    ],
  },
];
