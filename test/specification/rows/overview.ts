import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operation/all.ts';
import { v2Operations } from '../../../src/contract/v2/all.ts';
import { finds } from '../checks.ts';
import { check, forReaders, type Part, testsOf } from '../row.ts';

const inFetch = testsOf('service/fetch.test.ts');
const openapi = testsOf('service/openapi.test.ts');
const network = testsOf('service/network-mapper/network.test.ts');
const task = testsOf('service/network-mapper/task.test.ts');

export const overview: readonly Part[] = [
  {
    part: 'Professional Network Data Service: Interface Specification',
    rows: [
      [
        'This single document covers the whole service',
        check('serves every operation, each under a heading', () => {
          assert.equal(operations.length, 10);
          for (const { source } of operations) assert.match(source, /^(POST|GET) \//);
        }),
      ],
      ['Naming note: in identifiers, xnet stands for', forReaders('a convention of writing')],
      ['The service base address is {base_url}.', forReaders('a convention of writing')],
      [
        'All request and response bodies are JSON',
        testsOf('service/http.test.ts')('it takes JSON only'),
        check('answers JSON, whether it succeeds or fails', async ({ get, send }) => {
          for (const { headers } of [await get('meadow', '/credits/usage'), await send('/credits/usage')])
            assert.match(headers.get('content-type') ?? '', /^application\/json/);
        }),
      ],
    ],
  },
  {
    part: 'What the service does',
    rows: [
      ['The service gives a team programmatic access', inFetch('it answers the whole record as it is stored')],
      [
        'Search operations take a search-engine query DSL (match, term, exists, nested, bool style)',
        finds({ match: { 'profile_info.full_name': 'ada' } }, 'ada'),
        finds({ term: { 'profile_info.skills': 'Rust' } }, 'ada'),
        finds({ exists: { field: 'profile_info.work_email' } }, 'ada', 'ben'),
        finds(
          {
            nested: {
              path: 'profile_info.experience',
              query: { match: { 'profile_info.experience.title': 'founder' } },
            },
          },
          'farid',
        ),
        finds(
          { bool: { must_not: { exists: { field: 'profile_info.current_title' } } } },
          'farid',
          'grace',
          'hiro',
          'ines',
        ),
      ],
      [
        'Fetch operations take ids or external-network identifiers',
        inFetch('it returns and charges once a record that several identifiers name, and lists them all'),
      ],
      [
        "A Relationships operation returns profiles connected to the team's network",
        testsOf('service/relationships.test.ts')(
          'it answers whom the network knows, the strongest connection first, then by id',
        ),
      ],
      [
        'A partner-only Network Mapper operation',
        network('reaches whom the connectors of the partner and its child teams know, strongest first'),
        network('is for partners only, and not in a child’s context'),
      ],
      ['It may run asynchronously.', task('answers with a task, whose end is followed by the result')],
      [
        'Team management operations create child teams',
        testsOf('service/team/create-team.test.ts')('makes a child team, in whose context the partner can then ask'),
        testsOf('service/team/add-connector.test.ts')(
          'queues the mapping of new connectors, and their connections come',
        ),
      ],
      [
        'A credits operation reports credit usage',
        testsOf('service/credits.test.ts')('it resumes in the next period, and rolls nothing over'),
      ],
      ['Current version is v3. v2 is deprecated', openapi('it marks v2 as deprecated, and says what takes its place')],
      [
        'The machine-readable description groups operations',
        openapi('it groups the operations under the tags of the specification'),
      ],
      [
        'Endpoints of the social and mcp tags: not shown.',
        check('serves nothing under them', async ({ get }) => {
          for (const path of ['/social', '/v3/social', '/mcp', '/v3/mcp'])
            assert.equal((await get('harbor', path)).status, 404);
          for (const { tag } of [...operations, ...v2Operations]) assert.ok(!['social', 'mcp'].includes(tag));
        }),
      ],
    ],
  },
];
