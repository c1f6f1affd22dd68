import assert from 'node:assert/strict';
import { origins } from '../../../src/contract/record/relationship.ts';
import { combinedStrength } from '../../../src/service/mapping/strength.ts';
import { refuses } from '../checks.ts';
import { check, type Part, testsOf } from '../row.ts';

const relationships = testsOf('service/relationships.test.ts');
const connect = testsOf('service/mapping/connect.test.ts');
const strength = testsOf('service/mapping/strength.test.ts');
const network = testsOf('service/network-mapper/network.test.ts');
const task = testsOf('service/network-mapper/task.test.ts');
const callback = testsOf('service/network-mapper/callback.test.ts');
const send = testsOf('service/callbacks/send.test.ts');
const address = testsOf('service/callbacks/address.test.ts');
const profiles2 = testsOf('service/v2/profiles.test.ts');
const others2 = testsOf('service/v2/others.test.ts');
const createTeam = testsOf('service/team/create-team.test.ts');
const addConnector = testsOf('service/team/add-connector.test.ts');

export const silentNetwork: readonly Part[] = [
  {
    part: 'Relationships and the network mapper',
    rows: [
      [
        '| relationships | query optional (all of the network), limit default 100',
        relationships('it answers whom the network knows, the strongest connection first, then by id'),
        relationships('it answers a hundred unless told otherwise'),
        relationships('it walks one snapshot page by page, though the network changes meanwhile'),
      ],
      [
        '| connecting | mapping a connector compares careers',
        check('has five origins', () => {
          const five = ['xnet_connection', 'work_overlap', 'education_overlap', 'shared_investor', 'manual_import'];
          assert.deepEqual([...origins], five);
        }),
        connect('finds how well … knows …, and why'),
        connect('finds nobody else'),
      ],
      [
        '| strength | 1 - Π(1 - w) over the sources',
        strength('is … for …'),
        strength('does not depend on the order'),
        connect('weighs sources as strength.ts does'),
        check('is nothing without a source, and never certain', () => {
          assert.equal(combinedStrength([]), 0);
          assert.ok(combinedStrength([{ origin: 'work_overlap', overlap_duration_months: 600 }]) <= 0.95);
        }),
        relationships('it shows a strength set by hand beside the computed one'),
      ],
      [
        '| mapper without a website | the whole partner network',
        network('reaches whom the connectors of the partner and its child teams know, strongest first'),
      ],
      [
        '| mapper with mapping_company_website | connectors are the company',
        task('answers with a task, whose end is followed by the result'),
        task('answers the same company with the same task while it runs, however its website is written'),
        task('takes the executives of its investors’ other companies for connectors, too'),
        task('fails for a website that no company has; the next request makes a new task'),
      ],
      [
        '| transitions | NotMapped → MappingInProgress → Mapped or MappingFailed',
        task('fails when its last attempt has failed'),
        task('goes on in another process when the one that ran it is gone'),
        task('tells a task’s status by both spellings of the parameter, to the team that has it alone'),
      ],
      [
        '| status parameter | task_id (taskId accepted) |',
        task('tells a task’s status by both spellings of the parameter, to the team that has it alone'),
      ],
      [
        '| page | at most 1,000 items, strongest first; total_count exact |',
        network('answers at most 1,000 items, and counts all'),
      ],
      [
        '| callback | Standard Webhooks: POST, webhook-id',
        send('posts the body, signed as Standard Webhooks prescribes'),
        send('follows no redirect'),
        send('fails when no answer comes in time'),
        send('connects to no private address, whether the URL names it or its name leads there'),
        address('gives the connection the addresses that were judged'),
        callback('is tried again with growing pauses, under one id, until it is delivered'),
        callback('is given up after nine attempts within 24 hours'),
        callback('is given up at once where the receiver answers 410'),
        callback('tells that it has failed'),
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
        profiles2('it tells a profile in v2’s form'),
        others2('it tells a company in v2’s form'),
      ],
      [
        'Every v2-only member of the specification has data to come from',
        testsOf('specification/fields.test.ts')('it answers …'),
        testsOf('store/sample.test.ts')(
          'it holds what only v2 shows, each member in some profiles and missing in others',
        ),
      ],
      ["v2's tags are as last synced", profiles2('it shows tags as last synced, and lists as they are')],
      [
        'fields defaults to profile_info; associated_profiles and investorData are 400.',
        profiles2('it refuses the field …'),
        profiles2('it tells a profile in v2’s form'),
      ],
      [
        'Deprecation, Sunset (July 15, end of day UTC',
        others2('it says on every answer that v2 is going, when, and what takes its place'),
        others2('it ends on July 15 of next year, where no day is configured'),
        others2('it ends with 410 after the last day, where that is configured'),
        others2('it goes on after the last day, where nothing else is configured'),
      ],
    ],
  },
  {
    part: 'Teams',
    rows: [
      [
        "create-team answers 200; a child team's name is unique under its partner",
        createTeam('makes a child team, in whose context the partner can then ask'),
        createTeam('refuses a name that the partner has given before, and lets another partner have it'),
        createTeam('maps the current employees of the company with a … as its connectors'),
        createTeam('is owned by its parent’s owner where no account is named'),
      ],
      [
        'add-connector: the array is required, 1 to 1,000',
        refuses(400, '/team/add-connector', {}, /xnet_usernames/),
        refuses(400, '/team/add-connector', { xnet_usernames: [] }, /xnet_usernames: must hold between 1 and 1000/),
        addConnector('refuses …'),
        addConnector('takes slugs and URLs, percent-encoded or not, in any case, and each person once'),
        addConnector('skips silently who is a connector already'),
      ],
      [
        'A connector is pending, mapping, mapped or failed.',
        addConnector('is pending until its mapping has begun, and mapped afterwards'),
        addConnector('has failed when its mapping has failed for the last time'),
      ],
    ],
  },
];
