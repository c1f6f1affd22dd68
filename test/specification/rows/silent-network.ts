import assert from 'node:assert/strict';
import { originMeant, origins, queriedOrigins } from '../../../src/contract/origin.ts';
import { combinedStrength } from '../../../src/service/mapping/strength.ts';
import { refuses } from '../checks.ts';
import { check, type Part, provenBy } from '../row.ts';

export const silentNetwork: readonly Part[] = [
  {
    part: 'Relationships and the network mapper',
    rows: [
      [
        '| relationships | query optional (all of the network), limit default 100',
        provenBy('relationships.answers-whom-network'),
        provenBy('relationships.answers-hundred-unless'),
        provenBy('relationships.walks-snapshot-page'),
      ],
      [
        '| connecting | mapping a connector compares careers',
        check('has seven origins', () => {
          const [three, four] = [
            ['xnet_connection', 'work_overlap', 'education_overlap'],
            ['shared_investor', 'email_contact', 'calendar_events', 'manual_import'],
          ];
          assert.deepEqual([...origins], [...three, ...four]);
        }),
        provenBy('connect.how-well'),
        provenBy('connect.finds-nobody-else'),
      ],
      [
        '| origins in queries | team_connections.origins says how',
        check('has ten words for seven origins', () => {
          assert.equal(queriedOrigins.length, 10);
          assert.deepEqual(new Set(queriedOrigins.map(originMeant)), new Set(origins));
        }),
        provenBy('search-ids.origin-either-word'),
      ],
      ['| sources | origin may be absent', provenBy('ties.origin-by-members')],
      [
        '| strength | 1 - Π(1 - w) over the sources',
        provenBy('strength.follows-from-days'),
        provenBy('strength.does-depend-order'),
        provenBy('connect.weighs-sources-strength'),
        check('is nothing without a source, and never certain', () => {
          assert.equal(combinedStrength([]), 0);
          assert.ok(combinedStrength([{ origin: 'work_overlap', overlap_duration_months: 600 }]) <= 0.95);
        }),
        provenBy('relationships.shows-strength-set'),
      ],
      ['| mapper without a website | the whole partner network', provenBy('network.reaches-whom-connectors')],
      [
        '| mapper with mapping_company_website | connectors are the company',
        provenBy('task.answers-task-end'),
        provenBy('task.answers-same-company'),
        provenBy('task.takes-executives-investors'),
        provenBy('task.fails-website-company'),
      ],
      [
        '| transitions | NotMapped → MappingInProgress → Mapped or MappingFailed',
        provenBy('task.fails-last-attempt'),
        provenBy('task.goes-another-process'),
        provenBy('task.tells-tasks-status'),
      ],
      ['| status parameter | task_id, as publicly documented', provenBy('task.tells-tasks-status')],
      ['| partner-managed accounts | publicly documented to require both', provenBy('callback.missing-names-setting')],
      ['| page | at most 1,000 items, strongest first; total_count exact |', provenBy('network.largest-answer')],
      [
        '| callback | Standard Webhooks: POST, webhook-id',
        provenBy('send.posts-body-signed'),
        provenBy('send.follows-redirect'),
        provenBy('send.fails-answer-comes'),
        provenBy('send.connects-private-address'),
        provenBy('address.gives-connection-addresses'),
        provenBy('callback.tried-again-growing'),
        provenBy('callback.given-up-after'),
        provenBy('callback.given-up-once'),
        provenBy('callback.tells-failed'),
        refuses(
          400,
          '/v3/network-mapper',
          { query: { match_all: {} }, callback_url: 'ftp://a.example/' },
          /callback_url/,
        ),
      ],
    ],
  },
  {
    part: 'v2',
    rows: [
      [
        'Translation over the same store, one place.',
        provenBy('profiles.v2-shape'),
        provenBy('others.v2-company-shape'),
      ],
      [
        'Every v2-only member of the specification has data to come from',
        provenBy('fields.answered'),
        provenBy('sample.holds-v2-shows'),
      ],
      ["v2's tags are as last synced", provenBy('profiles.shows-tags-last')],
      [
        'fields defaults to profile_info; associated_profiles and investorData are 400.',
        provenBy('profiles.refuses-field'),
        provenBy('profiles.v2-shape'),
      ],
      [
        'Deprecation, Sunset (July 15, end of day UTC',
        provenBy('others.says-every-answer'),
        provenBy('others.ends-on-its-day'),
        provenBy('others.ends-with-410'),
        provenBy('others.goes-after-last'),
      ],
    ],
  },
  {
    part: 'Teams',
    rows: [
      [
        "create-team answers 200; a child team's name is unique under its partner",
        provenBy('create-team.makes-child-team'),
        provenBy('create-team.refuses-name-partner'),
        provenBy('create-team.maps-current-employees'),
        provenBy('create-team.owned-parents-owner'),
      ],
      [
        'add-connector: the array is required, 1 to 1,000',
        refuses(400, '/team/add-connector', {}, /xnet_usernames/),
        refuses(400, '/team/add-connector', { xnet_usernames: [] }, /xnet_usernames: must hold between 1 and 1000/),
        provenBy('add-connector.refuses'),
        provenBy('add-connector.takes-slugs-urls'),
        provenBy('add-connector.skips-silently-connector'),
      ],
      [
        'A connector is pending, mapping, mapped or failed.',
        provenBy('add-connector.pending-until-mapping'),
        provenBy('add-connector.failed-mapping-failed'),
      ],
    ],
  },
];
