import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operation/all.ts';
import { v2Operations } from '../../../src/service/v2/contract/all.ts';
import { finds } from '../checks.ts';
import { check, forReaders, type Part, provenBy } from '../row.ts';

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
        provenBy('http.takes-json'),
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
      ['The service gives a team programmatic access', provenBy('fetch.answers-whole-record')],
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
      ['Fetch operations take ids or external-network identifiers', provenBy('fetch.returns-charges-once')],
      [
        "A Relationships operation returns profiles connected to the team's network",
        provenBy('relationships.answers-whom-network'),
      ],
      [
        'A partner-only Network Mapper operation',
        provenBy('network.reaches-whom-connectors'),
        provenBy('network.partners-childs-context'),
      ],
      ['It may run asynchronously.', provenBy('task.answers-task-end')],
      [
        'Team management operations create child teams',
        provenBy('create-team.makes-child-team'),
        provenBy('add-connector.queues-mapping-new'),
      ],
      ['A credits operation reports credit usage', provenBy('credits.resumes-next-period')],
      ['Current version is v3. v2 is deprecated', provenBy('openapi.marks-v2-deprecated')],
      ['The machine-readable description groups operations', provenBy('openapi.groups-operations-under')],
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
