import assert from 'node:assert/strict';
import { operations } from '../../../src/contract/operation/all.ts';
import { v2Operations } from '../../../src/service/v2/contract/all.ts';
import { keyOf, people, teams } from '../../support/cast/cast.ts';
import { assertStandard, refuses, refusesQuery } from '../checks.ts';
import { check, type Part, type Proof, provenBy } from '../row.ts';

const every = [...operations, ...v2Operations];

/** Each operation's own form of one mistake, and the status that all answer. */
const everyOperation = (status: number, does: string, headers: Readonly<Record<string, string>>): Proof =>
  check(does, async ({ send }) => {
    for (const { method, path, request: takes } of every) {
      const request = method === 'POST' ? { method, body: '{"nonsense":1}' } : { method };
      const content = method === 'POST' ? { 'content-type': 'application/json' } : {};
      const answer = await send(`${path}${method === 'GET' ? '?nonsense=1' : ''}`, {
        ...request,
        headers: { ...content, ...headers, ...(takes === undefined && { 'x-authenticate-team': teams.lighthouse.id }) },
      });
      assert.equal(answer.status, status, path);
      assertStandard(answer.body, status);
    }
  });

const stranger = teams.reef.id;

export const errors: readonly Part[] = [
  {
    part: 'Endpoints',
    rows: [
      ['All v3 operations use header x-api-key.', provenBy('authentication.asks-key-every')],
      [
        'Operations marked (P) accept the optional header x-authenticate-team',
        check('has the mark in each heading that says so', () => {
          for (const { source, childTeam } of operations) assert.equal(source.endsWith('(P)'), childTeam, source);
        }),
        provenBy('openapi.names-child-teams'),
      ],
      [
        'Every operation can answer with the error body of the Errors part.',
        everyOperation(401, 'answers each operation’s mistakes in the standard form', {}),
      ],
    ],
  },
  {
    part: 'Errors',
    rows: [
      [
        '| 400 | listed for every operation |',
        everyOperation(400, 'answers 400 to what no operation takes', { 'x-api-key': keyOf('harbor') }),
      ],
      ['| 401 | listed for every operation |', everyOperation(401, 'answers 401 without a key', {})],
      [
        '| 403 | listed for every operation; also returned when a non-partner key',
        check('answers 403 for a stranger’s team wherever the header is supported', async ({ post }) => {
          for (const { path, childTeam } of every.filter((operation) => operation.childTeam)) {
            assert.ok(childTeam);
            const asking = { headers: { 'x-authenticate-team': stranger } };
            assert.equal((await post('harbor', path, {}, asking)).status, 403, path);
          }
        }),
        provenBy('authentication.refuses-partner-operations'),
      ],
      [
        '| 402 | returned by fetch operations and Network Mapper',
        provenBy('network.answers-402-allowance'),
        provenBy('credits.refuses-whole-would'),
      ],
      ['| 5XX | listed for every operation |', provenBy('http.masks-failures')],
      [
        'Standard error body: {code integer, errors string[]}.',
        refuses(400, '/v3/relationships', { limit: 'x' }, /limit/),
      ],
      [
        'Overage-protection 402 body: {status 402, errors',
        check('answers exactly this body', async ({ post }) => {
          const ids = Object.values(people).map(({ id }) => id);
          const { status, body } = await post('quarry', '/v3/profiles/fetch', { ids });
          assert.equal(status, 402);
          const { message } = Object(Object(body).errors[0]);
          assert.equal(typeof message, 'string');
          const resolution = {
            enable_overages: 'https://kith.example/overages',
            upgrade_plan: 'https://kith.example/plans',
          };
          assert.deepEqual(body, {
            status: 402,
            errors: [{ code: 'OVERAGE_PROTECTION_ENABLED', message, resolution }],
          });
        }),
      ],
      [
        'It is returned by credit-consuming endpoints when overage protection is on',
        provenBy('credits.refuses-whole-would'),
        provenBy('credits.lets-calls-pass'),
      ],
      [
        'Failed requests (non-200) cost 0 credits.',
        provenBy('credits.charges-nothing-request'),
        provenBy('http.masks-failures'),
      ],
      [
        'Conditions that produce 400, 401, 403 and 5XX',
        provenBy('credits.checks-request-before'),
        provenBy('validation.lists-twenty-mistakes'),
      ],
      ['Validation rules for a malformed query DSL: not shown.', refusesQuery({ mtch: {} }, /query\.mtch: .*match/)],
    ],
  },
];
