import assert from 'node:assert/strict';
import type { TObject } from 'typebox';
import { mappingStatuses } from '../../../src/contract/operation/network-mapper.ts';
import { connectorGroups } from '../../../src/contract/operation/team.ts';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { V2CompanyInfo } from '../../../src/contract/v2/company.ts';
import { V2Source } from '../../../src/contract/v2/network-mapper.ts';
import { V2Experience, V2InvestorData, V2ProfileInfo } from '../../../src/contract/v2/profile.ts';
import { people } from '../../support/cast/cast.ts';
import { finds, findsCompanies, refuses, refusesQuery } from '../checks.ts';
import { check, forReaders, type Part, type Proof, testsOf } from '../row.ts';

const fields = testsOf('specification/fields.test.ts');
const listed = fields('it is exactly these that the contract has: … …');
const answered = fields('it answers …');
const createTeam = testsOf('service/team/create-team.test.ts');
const addConnector = testsOf('service/team/add-connector.test.ts');
const task = testsOf('service/network-mapper/task.test.ts');
const profiles2 = testsOf('service/v2/profiles.test.ts');
const others2 = testsOf('service/v2/others.test.ts');
const relationships = testsOf('service/relationships.test.ts');

const nameOf = ({ title }: JsonSchema): string => title ?? 'a shape';

const has = (schema: TObject, present: readonly string[], without: readonly string[]): Proof =>
  check(
    `has ${present.join(', ')}${without.length > 0 ? ` and no ${without.join(', ')}` : ''} in ${nameOf(schema)}`,
    () => {
      const names = new Set(Object.keys(schema.properties));
      assert.deepEqual(
        present.filter((name) => !names.has(name)),
        [],
      );
      assert.deepEqual(
        without.filter((name) => names.has(name)),
        [],
      );
    },
  );

const connected = (
  origin: string,
  ...expected: Parameters<typeof finds> extends [unknown, ...infer Names] ? Names : never
) =>
  finds({ nested: { path: 'team_connections', query: { term: { 'team_connections.origins': origin } } } }, ...expected);

export const resources: readonly Part[] = [
  {
    part: 'Relationship item (Relationships and Network Mapper results)',
    rows: [
      [
        'The v2 Source has no origin in the network-mapper response.',
        has(V2Source, ['shared_company'], ['origin']),
        others2('it maps the partner network, whose sources have no origin'),
      ],
    ],
  },
  {
    part: 'Other resources',
    rows: [
      ['Team: created by Create Team', createTeam('makes a child team, in whose context the partner can then ask')],
      [
        'A child team belongs to a partner team.',
        testsOf('store/team/team.test.ts')(
          'it refuses a second child of one name, a child of no partner, and a team that nobody owns',
        ),
      ],
      [
        'Connector: an external-network user, identified by profile slug',
        addConnector('takes slugs and URLs, percent-encoded or not, in any case, and each person once'),
        check('takes each of the six groups', () => {
          const groups = ['others', 'employees', 'investors', 'customers', 'portfolio', 'advisors'];
          assert.deepEqual([...connectorGroups], groups);
        }),
        refuses(400, '/team/add-connector', { xnet_usernames: ['x'], group: 'friends' }, /group/),
      ],
      ['Mapping task: identified by task_id string', task('answers with a task, whose end is followed by the result')],
      [
        'Credit usage: {usage integer}.',
        check('answers usage, and nothing else', async ({ get }) => {
          const { body } = await get('cove', '/credits/usage');
          assert.match(JSON.stringify(body), /^\{"usage":\d+\}$/);
        }),
      ],
      ['Error body: {code integer, errors string[]}', refuses(400, '/v3/profiles/search', {}, /query/)],
      [
        'Searchable paths named in the interface',
        finds({ match: { 'profile_info.job_title': 'partner' } }, 'dmitri'),
        finds({ term: { 'profile_info.current_company_website': 'brightwater.example' } }, 'ada', 'eve'),
        finds({ term: { 'profile_info.emails': 'ada@brightwater.example' } }, 'ada'),
        findsCompanies({ term: { 'company_info.industry': 'Software' } }, 'aurora', 'cobalt'),
        connected('education_overlap', 'dmitri', 'grace'),
        check('finds by connected_users, and by origins scoped by team_id', async ({ post, store }) => {
          const { id: connector, team_id: team } = await store.db
            .selectFrom('connector')
            .select(['id', 'team_id'])
            .where('profile_id', '=', people.ben.id)
            .executeTakeFirstOrThrow();
          const found = async (query: object) => {
            const { body } = await post('orchard', '/v3/profiles/search', { query });
            return new Set(
              typeof body === 'object' && body !== null && 'ids' in body && Array.isArray(body.ids) ? body.ids : [],
            );
          };
          const { ada, eve, dmitri, chloe, jonas, farid } = people;
          const bens = new Set([ada, eve, dmitri, chloe, jonas, farid].map(({ id }) => id));
          assert.deepEqual(await found({ term: { connected_users: connector } }), bens);
          const term = (path: string, value: string) => ({ term: { [`team_connections.${path}`]: value } });
          const scoped = (teamId: string) => ({
            nested: {
              path: 'team_connections',
              query: { bool: { must: [term('origins', 'xnet_connection'), term('team_id', teamId)] } },
            },
          });
          assert.deepEqual(await found(scoped(team)), new Set([farid.id]));
          assert.deepEqual(await found(scoped(people.ada.id)), new Set());
        }),
      ],
      [
        'Searchable paths beyond these named ones: not shown.',
        refusesQuery({ term: { 'profile_info.shoe_size': 43 } }, /profile_info\.shoe_size/),
        finds({ term: { 'profile_info.hiring': true } }, 'ada'),
      ],
      [
        'Connector record fields: not shown.',
        relationships('it tells of the profile and of its connections with every member that is known, and no other'),
      ],
      [
        'Allowed values of experience status',
        testsOf('client/client.test.ts')('lets unknown members, unknown words and nulls through'),
      ],
    ],
  },
  {
    part: 'v2 field differences (deprecated)',
    rows: [
      [
        'v2 profile results may also contain connections',
        listed,
        answered,
        profiles2('it shows who of the team knows a profile, with the user behind the connector'),
      ],
      ['(private notes excluded)', profiles2('it shows the team’s notes, without private ones')],
      [
        'The v2 profile_info uses current_seniority, has current_company_website',
        has(
          V2ProfileInfo,
          [
            'current_seniority',
            'current_company_website',
            'current_company_industry',
            'other_locations',
            'xnet_experience_count',
            'xnet_education_count',
            'investor_data',
          ],
          ['current_seniorities', 'hiring', 'open_to_work'],
        ),
        has(V2Experience, ['title'], ['start_date_confidence']),
        profiles2('it tells a profile in v2’s form'),
      ],
      [
        'investor_data {description, type[], industry_focus[]',
        has(
          V2InvestorData,
          ['description', 'type', 'industry_focus', 'stage_focus', 'geo_focus', 'check_size', 'portfolio_companies'],
          [],
        ),
        answered,
      ],
      [
        'v2 company results carry industry, website, type',
        has(
          V2CompanyInfo,
          [
            'industry',
            'website',
            'type',
            'specialities',
            'investments',
            'geography_focus',
            'data_updated_at',
            'Size',
            'workforce',
          ],
          [],
        ),
        others2('it tells a company in v2’s form'),
      ],
    ],
  },
  {
    part: 'States and transitions',
    rows: [
      [
        'Mapping task status (returned by the status endpoint as status)',
        task('tells a task’s status by both spellings of the parameter, to the team that has it alone'),
      ],
      [
        'Unknown, MappingFailed, NotMapped, MappingInProgress, Mapped.',
        check('knows these five and no other', () => {
          const five = ['Unknown', 'MappingFailed', 'NotMapped', 'MappingInProgress', 'Mapped'];
          assert.deepEqual([...mappingStatuses], five);
        }),
      ],
      [
        '| (none) | POST Network Mapper answering 202',
        task('answers with a task, whose end is followed by the result'),
      ],
      ['Transitions: not shown.', task('fails when its last attempt has failed')],
      [
        'Add Connector queues connector mapping asynchronously.',
        addConnector('is pending until its mapping has begun, and mapped afterwards'),
      ],
      [
        'A 202 means the job was queued.',
        addConnector('queues the mapping of new connectors, and their connections come'),
      ],
      ['Mapping takes typically seconds', forReaders('how long a network takes is no promise')],
      [
        'States of connector mapping jobs: not shown.',
        addConnector('is pending until its mapping has begun, and mapped afterwards'),
        addConnector('has failed when its mapping has failed for the last time'),
      ],
    ],
  },
];
