import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf, people, type TeamName, teams } from '../support/cast/cast.ts';
import { openSpecificationCheck } from '../support/second-upstream/contract-check.ts';
import { type ContraryUpstream, openContraryUpstream } from '../support/second-upstream/upstream.ts';
import { castWorld } from '../support/second-upstream/world.ts';
import { type CastService, openCast } from '../support/service.ts';

/** A member of an answer, however deep: `items.0.profile.id`. */
type Read = (path: string) => unknown;

interface Told {
  readonly status: number;
  readonly read: Read;
}

type Ask = (as: TeamName, path: string, body?: object, child?: TeamName) => Promise<Told>;

const ids = Object.values(people).map(({ id }) => id);
const everybody = { query: { match_all: {} } };
const engineer = { query: { match: { 'profile_info.current_title': 'chief' } } };
const ofChloe = { query: { term: { 'profile_info.id': people.chloe.id } } };

const search = (ask: Ask, more: object) => ask('orchard', '/v3/profiles/search', { ...everybody, ...more });
const fetched = (ask: Ask, body: object) => ask('orchard', '/v3/profiles/fetch', body);
const reached = (ask: Ask, body: object) => ask('orchard', '/v3/relationships', body);

/** What the interface leaves open, and a question that shows how an upstream decides it. */
const points: readonly (readonly [point: string, decision: (ask: Ask) => Promise<unknown>])[] = [
  ['in what order records come', async (ask) => (await search(ask, { limit: 3 })).read('ids')],
  ['how exact a total is', async (ask) => (await search(ask, { limit: 0 })).read('total_count')],
  ['how long a page is', async (ask) => (await search(ask, { limit: 5 })).read('ids.length')],
  ['whether the last page has a token', async (ask) => typeof (await search(ask, engineer)).read('pagination_token')],
  [
    'what a token is bound to',
    async (ask) => {
      const token = (await search(ask, { limit: 2 })).read('pagination_token');
      return (await search(ask, { limit: 1, pagination_token: token })).status;
    },
  ],
  ['which clauses there are', async (ask) => (await search(ask, { query: { ids: { values: [ids[0]] } } })).status],
  ['whether an unknown member is refused', async (ask) => (await search(ask, { size: 3 })).status],
  ['in what order a fetch answers', async (ask) => (await fetched(ask, { ids: ids.slice(0, 3) })).read('results.0.id')],
  [
    'in which case a slug is known',
    async (ask) => (await fetched(ask, { xnet_names: ['ADA-MOREAU'] })).read('results.length'),
  ],
  ['how a miss is repeated', async (ask) => (await fetched(ask, { xnet_names: ['nobody'] })).read('not_found')],
  [
    'whether a null is left out',
    async (ask) => (await fetched(ask, { ids: [people.ines.id] })).read('results.0.profile_info.headline'),
  ],
  ['whether relationships need a query', async (ask) => (await reached(ask, {})).status],
  ['who knows whom', async (ask) => (await reached(ask, { ...everybody, limit: 0 })).read('total_count')],
  ['what a connector’s id is', async (ask) => (await reached(ask, ofChloe)).read('items.0.connections.0.connector_id')],
  [
    'how strength is measured',
    async (ask) => Number((await reached(ask, ofChloe)).read('items.0.connections.0.connection_strength')) > 1,
  ],
  [
    'what the origins of a connection are called',
    async (ask) => /"origin":"\w+"/.exec(JSON.stringify((await reached(ask, ofChloe)).read('items')))?.[0],
  ],
  ['whether a network is mapped at once', async (ask) => (await ask('harbor', '/v3/network-mapper', everybody)).status],
  [
    'what the parameter of a task’s status is called',
    async (ask) => (await ask('harbor', '/v3/network-mapper/status?task_id=none')).status,
  ],
  ['what an error says', async (ask) => (await ask('meadow', '/v3/network-mapper', everybody)).read('errors')],
  ['what an error’s code is', async (ask) => (await ask('meadow', '/v3/network-mapper', everybody)).read('code')],
  [
    'which status tells of a team',
    async (ask) => (await ask('harbor', '/team/create-team', { team_name: 'Pier' })).status,
  ],
  [
    'who pays for a child team',
    async (ask) => {
      await ask('harbor', '/v3/profiles/fetch', { ids: ids.slice(0, 1) }, 'lighthouse');
      return (await ask('harbor', '/credits/usage')).read('usage');
    },
  ],
  [
    'whether the call that passes an allowance is answered',
    async (ask) => (await ask('quarry', '/v3/profiles/fetch', { ids })).status,
  ],
];

/** The graph's tests mean little if the second upstream comes to do as the first. */
describe('the contrary upstream', () => {
  let ours: CastService;
  let contrary: ContraryUpstream;
  const specification = openSpecificationCheck();
  before(async () => {
    [ours, contrary] = await Promise.all([openCast(), openContraryUpstream(castWorld())]);
  });
  after(async () => {
    await ours?.close();
    await contrary?.[Symbol.asyncDispose]();
  });

  /** Asks an upstream, and holds its answer to the specification. */
  const askerOf =
    (url: string): Ask =>
    async (as, path, body, child) => {
      const method = body ? 'POST' : 'GET';
      const response = await fetch(url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-api-key': keyOf(as),
          ...(child && { 'x-authenticate-team': teams[child].id }),
        },
        body: body ? JSON.stringify(body) : null,
      });
      const answer: object = await response.json();
      const operation = specification.operationAt(method, path.replace(/\?.*/, ''));
      specification.assertAnswer(operation, body, { status: response.status, body: answer });
      return {
        status: response.status,
        read: (member) => member.split('.').reduce<unknown>((value, name) => Object(value)[name], answer),
      };
    };

  for (const [point, decision] of points)
    it(`decides otherwise than our own service, and within the specification, ${point}`, async () => {
      assert.notDeepEqual(await decision(askerOf(contrary.url)), await decision(askerOf(ours.url)));
    });

  for (const [what, request, status, body] of [
    ['a page that is too long', { query: {}, limit: 1 }, 200, { ids: ids.slice(0, 2), total_count: 2 }],
    ['an id that is none', { query: {} }, 200, { ids: ['ada'], total_count: 1 }],
    ['no total', { query: {} }, 200, { ids: [] }],
    ['a status that is not listed', { query: {} }, 418, { code: 418, errors: [] }],
    ['an error that is no list', { query: {} }, 400, { code: 400, errors: 'no' }],
  ] as const)
    it(`would not be let answer with ${what}`, () => {
      const operation = specification.operationAt('POST', '/v3/profiles/search');
      assert.throws(() => specification.assertAnswer(operation, request, { status, body }), assert.AssertionError);
    });
});
