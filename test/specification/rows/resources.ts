import assert from 'node:assert/strict';
import type { TObject } from 'typebox';
import { mappingStatuses } from '../../../src/contract/operation/network-mapper.ts';
import { connectorGroups } from '../../../src/contract/operation/team.ts';
import type { JsonSchema } from '../../../src/contract/schema.ts';
import { V2CompanyInfo } from '../../../src/service/v2/contract/company.ts';
import { V2Source } from '../../../src/service/v2/contract/network-mapper.ts';
import { V2Experience, V2InvestorData, V2ProfileInfo } from '../../../src/service/v2/contract/profile.ts';
import { people } from '../../support/cast/cast.ts';
import { finds, findsCompanies, refuses, refusesQuery } from '../checks.ts';
import { check, forReaders, type Part, type Proof, provenBy } from '../row.ts';

const listed = provenBy('fields.exactly-contract');
const answered = provenBy('fields.answered');

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
        provenBy('others.own-network'),
      ],
    ],
  },
  {
    part: 'Other resources',
    rows: [
      ['Team: created by Create Team', provenBy('create-team.makes-child-team')],
      ['A child team belongs to a partner team.', provenBy('team.refuses-second-child')],
      [
        'Connector: an external-network user, identified by profile slug',
        provenBy('add-connector.takes-slugs-urls'),
        check('takes each of the six groups', () => {
          const groups = ['others', 'employees', 'investors', 'customers', 'portfolio', 'advisors'];
          assert.deepEqual([...connectorGroups], groups);
        }),
        refuses(400, '/team/add-connector', { xnet_usernames: ['x'], group: 'friends' }, /group/),
      ],
      ['Mapping task: identified by task_id string', provenBy('task.answers-task-end')],
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
      ['Connector record fields: not shown.', provenBy('relationships.tells-profile-connections')],
      ['Allowed values of experience status', provenBy('client.lets-unknown-members')],
    ],
  },
  {
    part: 'v2 field differences (deprecated)',
    rows: [
      ['v2 profile results may also contain connections', listed, answered, provenBy('profiles.shows-team-knows')],
      ['(private notes excluded)', provenBy('profiles.shows-teams-notes')],
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
        provenBy('profiles.v2-shape'),
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
        provenBy('others.v2-company-shape'),
      ],
    ],
  },
  {
    part: 'States and transitions',
    rows: [
      ['Mapping task status (returned by the status endpoint as status)', provenBy('task.tells-tasks-status')],
      [
        'Unknown, MappingFailed, NotMapped, MappingInProgress, Mapped.',
        check('knows these five and no other', () => {
          const five = ['Unknown', 'MappingFailed', 'NotMapped', 'MappingInProgress', 'Mapped'];
          assert.deepEqual([...mappingStatuses], five);
        }),
      ],
      ['| (none) | POST Network Mapper answering 202', provenBy('task.answers-task-end')],
      ['Transitions: not shown.', provenBy('task.fails-last-attempt')],
      ['Add Connector queues connector mapping asynchronously.', provenBy('add-connector.pending-until-mapping')],
      ['A 202 means the job was queued.', provenBy('add-connector.queues-mapping-new')],
      ['Mapping takes typically seconds', forReaders('how long a network takes is no promise')],
      [
        'States of connector mapping jobs: not shown.',
        provenBy('add-connector.pending-until-mapping'),
        provenBy('add-connector.failed-mapping-failed'),
      ],
    ],
  },
];
