import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { openGraph } from '../../src/graph/server.ts';
import { openUpstream } from '../client/scripted-upstream.ts';
import { ManualClock } from '../support/manual-clock.ts';

type Json = Readonly<Record<string, unknown>>;
type Route = (request: Json) => readonly [status: number, body: object];

const fetches = '/v3/profiles/fetch';
const searches = '/v3/profiles/search';
const relationships = '/v3/relationships';
const nothing = { ids: [], items: [], results: [], not_found: [], count: 0, total_count: 0 };

/** A graph over an upstream that answers as its routes say, and otherwise with nothing. */
async function open(routes: Readonly<Record<string, Route>>) {
  const upstream = await openUpstream((response, { url = '' }, text = '') => {
    const [status, body] = routes[url]?.(text === '' ? {} : JSON.parse(text)) ?? [200, nothing];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const graph = await openGraph({ upstreamUrl: upstream.url, log: pino({ level: 'silent' }), breaker: 'off' });
  return {
    async ask(query: string, variables: object = {}, headers: Readonly<Record<string, string>> = {}) {
      const response = await fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'key', ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors = [], extensions } = Object(await response.json());
      const codes = errors.map((error: { extensions: { code: string } }) => error.extensions.code);
      return { data, codes, charged: extensions?.credits?.charged, warnings: extensions?.warnings ?? [] };
    },
    async [Symbol.asyncDispose]() {
      await graph.close();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

const uuid = (n: number): string => `0192f0c1-2a7b-4c3d-8e4f-${String(n).padStart(12, '0')}`;
const person = (n: number, account: Json, foundBy: Json = {}) => ({
  id: uuid(n),
  profile_info: { full_name: `Person ${n}`, social_media: [{ network: 'xnet', ...account }] },
  found_by: foundBy,
});

/** Knows one person, by one spelling alone. */
const knowsOnly =
  (member: string, name: string, account: Json): Route =>
  (request) => {
    const asked = [request[member] ?? []].flat();
    const results = asked.includes(name) ? [person(1, account, { [member]: [name] })] : [];
    return [200, { results, not_found: asked.filter((one) => one !== name) }];
  };

describe('a person asked for in an odd spelling', () => {
  const slug = 'łukasz-żurawski';
  const bySlug = knowsOnly('xnet_names', slug, { slug });
  const entity = 'ACoAAEuwxhtIq4YeFWa8fyI28zbkEzF5DCEu0QA';
  const byEntity = knowsOnly('xnet_entity_ids', entity, { slug: 'jose', entity_id: entity });
  const page = 'https://www.xnet.example/in/';
  for (const [what, route, by] of [
    ['with decomposed letters', bySlug, { xnetSlug: slug.normalize('NFD') }],
    ['with decomposed letters, encoded', bySlug, { xnetUrl: page + encodeURIComponent(slug.normalize('NFD')) }],
    ['encoded twice', bySlug, { xnetUrl: page + encodeURIComponent(encodeURIComponent(slug)) }],
    [
      'with more behind it',
      bySlug,
      { xnetUrl: `${page}${slug}//?miniProfileUrn=urn%3Ali%3Afs_miniProfile%3AACoAAB#x` },
    ],
    ['as a URN', byEntity, { xnetEntityId: `urn:xnet:fsd_profile:${entity}` }],
  ] as const)
    it(`is found ${what}, for one credit`, async () => {
      await using graph = await open({ [fetches]: route });
      const query = 'query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { id } } }';
      const { data, charged } = await graph.ask(query, { by });
      assert.deepEqual([data.profile, charged], [{ id: uuid(1) }, 1]);
    });

  it('is not told from another by the case of an entity id, which is another’s', async () => {
    const both = { xnet_entity_ids: ['ACoAAb', 'ACoAAB'] };
    const results = [
      person(1, { slug: 'one', entity_id: 'ACoAAb' }, both),
      person(2, { slug: 'two', entity_id: 'ACoAAB' }),
    ];
    await using graph = await open({ [fetches]: () => [200, { results, not_found: [] }] });
    const { data } = await graph.ask(
      '{ a: profile(by: {xnetEntityId: "ACoAAb"}) { ... on Profile { id } } b: profile(by: {xnetEntityId: "ACoAAB"}) { ... on Profile { id } } }',
    );
    assert.deepEqual(data, { a: { id: uuid(1) }, b: { id: uuid(2) } });
  });
});

/** Queries that ask for people, each by the data service's searches alone. */
const questions = [
  '{ answer: relationships(first: 1) { totalCount } }',
  '{ answer: introPaths(to: {companyWebsite: "kestrel.example"}) { totalCount } }',
  '{ answer: introPlan(to: [{profile: {xnetSlug: "ann"}}]) { asks { __typename } } }',
];
const match =
  '{ matchPeople(rows: [{fullName: "Ann Baker", companyName: "Kestrel"}], checkRecords: true) { rows { state } } }';

describe('nobody', () => {
  it('is told at no door if a list is null beside a count', async () => {
    const unreadable: Route = () => [200, { ids: null, items: null, count: 0, total_count: 28 }];
    await using graph = await open({ [relationships]: unreadable, [searches]: unreadable });
    for (const query of questions) assert.deepEqual((await graph.ask(query)).codes, ['UPSTREAM_MALFORMED'], query);
    assert.deepEqual((await graph.ask(match)).data.matchPeople.rows, [{ state: 'NOT_CHECKED' }]);
  });

  it('is told at no door if the team is a former one', async () => {
    const refused: Route = () => [403, { code: 403, errors: ['x-authenticate-team: is not a child of this team'] }];
    await using graph = await open({ [relationships]: refused, [searches]: refused });
    for (const query of [...questions, match]) assert.deepEqual((await graph.ask(query)).codes, ['FORBIDDEN'], query);
  });
});

describe('pages', () => {
  it('are all listed, and the count is not below them, where it was too small', async () => {
    const sizes = [100, 20, 60];
    await using graph = await open({
      [searches]: ({ pagination_token: token = '0' }) => {
        const at = Number(token);
        const ids = Array.from({ length: sizes[at] ?? 0 }, (_, n) => uuid(at * 1000 + n));
        return [200, { ids, total_count: 120, ...(at < 2 && { pagination_token: `${at + 1}` }) }];
      },
    });
    const { data } = await graph.ask(
      '{ searchProfiles(first: 200) { totalCount nodes { id } pageInfo { hasNextPage } } }',
    );
    const { nodes, totalCount, pageInfo } = data.searchProfiles;
    assert.deepEqual([nodes.length, totalCount, pageInfo.hasNextPage], [180, 180, false]);
  });

  it('have somebody who comes twice once, and once in the count of what was read whole', async () => {
    const ids = [1, 2, 3, 3, 4].map(uuid);
    await using graph = await open({
      [searches]: () => [200, { ids, total_count: 5 }],
      [relationships]: () => [200, { items: ids.map((id) => ({ profile: { id } })), count: 5, total_count: 5 }],
    });
    for (const field of ['searchProfiles', 'relationships']) {
      const { data } = await graph.ask(`{ answer: ${field}(first: 10) { totalCount nodes { __typename } } }`);
      assert.deepEqual([data.answer.nodes.length, data.answer.totalCount], [4, 4], field);
    }
  });

  it('are refused behind a cursor that has expired, or of another query', async () => {
    const items = Array.from({ length: 5 }, (_, n) => ({ profile: { id: uuid(n) }, connections: [] }));
    await using graph = await open({
      [relationships]: ({ pagination_token: token }) =>
        token === undefined
          ? [200, { items, count: 5, total_count: 50, pagination_token: 'old' }]
          : [400, { code: 400, errors: ['pagination_token expired'] }],
    });
    const { data } = await graph.ask('{ relationships(first: 5) { pageInfo { endCursor } } }');
    const { endCursor: after } = data.relationships.pageInfo;
    const next = (where: string) =>
      graph.ask(`query ($after: String) { relationships(first: 5, after: $after${where}) { totalCount } }`, { after });
    assert.deepEqual((await next('')).codes, ['CURSOR_EXPIRED']);
    assert.deepEqual((await next(', where: {currentTitle: {eq: "CTO"}}')).codes, ['BAD_USER_INPUT']);
  });
});

describe('what a data service says while the allowance is used up', () => {
  const answersById: Route = ({ ids = [] }) => {
    const asked = [ids].flat();
    return [200, { results: asked.map((id) => ({ ...person(1, {}), id, found_by: { ids: [id] } })), not_found: [] }];
  };
  const allMissing: Route = ({ ids = [] }) => [200, { results: [], not_found: ids }];
  const refusals: readonly Route[] = [
    () => [402, { status: 402, errors: [{ code: 'OVERAGE_PROTECTION_ENABLED' }] }],
    () => [402, { code: 402, errors: ['credits exceeded'] }],
  ];
  const query = `{ profile(by: {id: "${uuid(1)}"}) { __typename ... on Profile { fullName } } }`;

  for (const [what, missing] of Object.entries({
    '200 with all in not_found': allMissing,
    '404': () => [404, { code: 404, errors: ['not found'] }] as const,
  }))
    it(`is not kept as “there is none”, said by ${what}`, async () => {
      const script = [...refusals, missing, missing, answersById];
      let at = 0;
      await using graph = await open({
        [fetches]: (request) => script[Math.min(at++, script.length - 1)]?.(request) ?? [500, {}],
        // So that a 404 of the fetch is not taken for a wrong address.
        [searches]: () => [200, { ids: [uuid(2)], count: 1, total_count: 1 }],
      });
      const told: string[] = [];
      for (let asked = 0; asked < 6; asked += 1) {
        const { data } = await graph.ask(query);
        told.push(data.profile.__typename);
      }
      assert.deepEqual([...new Set(told)].sort(), ['CreditLimit', 'NotFound', 'Profile']);
      assert.equal(told.at(-1), 'Profile');
    });

  it('is kept if the allowance was never refused', async () => {
    let calls = 0;
    await using graph = await open({
      [fetches]: (request) => {
        calls += 1;
        return allMissing(request);
      },
    });
    for (let asked = 0; asked < 3; asked += 1)
      assert.equal((await graph.ask(query)).data.profile.__typename, 'NotFound');
    assert.equal(calls, 1);
  });
});

describe('a connector who is not on record', () => {
  it('has no profile, and is no error in a page', async () => {
    const connections = [{ connector_id: uuid(9), connector_name: 'Cora', sources: [] }];
    const items = [{ profile: { id: uuid(1), full_name: 'Ann' }, connections }];
    await using graph = await open({ [relationships]: () => [200, { items, count: 1, total_count: 1 }] });
    const ask = (members: string) =>
      graph.ask(`{ relationships(first: 1) { nodes { connections { connector { name profile { ${members} } } } } } }`);
    const withId = await ask('id fullName');
    const [node] = withId.data.relationships.nodes;
    assert.deepEqual([node.connections[0].connector, withId.codes], [{ name: 'Cora', profile: null }, []]);
    const { data } = await ask('fullName');
    assert.equal(data.relationships.nodes[0].connections[0].connector.profile.fullName, 'Cora');
  });
});

describe('a search that finds nothing', () => {
  /** Finds somebody by each condition alone, except by an industry. */
  const count: Route = ({ query }) => {
    const total = /industry|industries/.test(JSON.stringify(query)) ? 0 : 7;
    return [200, { ids: [], items: [], count: 0, total_count: total }];
  };
  for (const [field, route, where] of [
    ['searchCompanies', '/v3/companies/search', 'locations: {some: {country: {eq: "Spain"}}}'],
    ['searchProfiles', searches, 'currentCompanyName: {eq: "Kestrel"}'],
  ] as const)
    it(`blames the condition that finds nothing by itself, of several: ${field}`, async () => {
      await using graph = await open({ [route]: count });
      const industry = field === 'searchCompanies' ? 'industries' : 'currentCompanyIndustries';
      const { warnings } = await graph.ask(
        `{ ${field}(first: 1, where: {${where}, ${industry}: {in: ["Software", "Robotics"]}}) { totalCount } }`,
      );
      assert.equal(warnings.length, 1, warnings.join());
      assert.match(warnings[0], /"Software" is compared with \w*ndustries case-sensitively/);
    });
});

describe('a team that was detached from its partner', () => {
  it('is served by nothing that is stored, as session and watch say; its key lists and ends what is stored of it', async () => {
    const childTeamId = uuid(50);
    let isDetached = false;
    const asked: (string | undefined)[] = [];
    const upstream = await openUpstream((response, { url, headers }, text = '') => {
      const team = [headers['x-authenticate-team']].flat()[0];
      asked.push(team);
      const send = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (team !== undefined && isDetached)
        return send(403, { code: 403, errors: ['x-authenticate-team: is not a child of this team'] });
      if (url === fetches) return answersWith(send, text);
      return send(200, { ...nothing, usage: 0 });
    });
    const clock = new ManualClock();
    const options = { breaker: 'off', clock, secret: 'a secret of this test, which is long enough' } as const;
    const log = pino({ level: 'silent' });
    const graph = await openGraph({ upstreamUrl: upstream.url, log, ...options, watches: { allowPrivate: true } });
    await using _closed = {
      async [Symbol.asyncDispose]() {
        await graph.close();
        await upstream[Symbol.asyncDispose]();
      },
    };
    const post = async (path: string, headers: Readonly<Record<string, string>>, body: object) => {
      const response = await fetch(graph.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return Object(await response.json());
    };
    const key = { 'x-api-key': 'key' };
    const { token } = await post('/session', key, { childTeamId, kind: 'agent', label: 'x', total: 10 });
    const session = { authorization: `Bearer ${token}` };
    const record = `profile(by: {id: "${uuid(7)}"}) { ... on Profile { fullName about } }`;
    const ask = (query: string, headers: Readonly<Record<string, string>>) => post('/graphql', headers, { query });
    assert.equal((await ask(`{ viewer { ${record} } }`, session)).data.viewer.profile.fullName, 'Of the child');
    const make = `mutation { createWatch(input: {name: "w", of: NETWORK, teamId: "${childTeamId}"}) { watch { id } } }`;
    const made = (await ask(make, key)).data.createWatch.watch.id;
    const team = `childTeam(id: "${childTeamId}")`;
    const keepList = `mutation { createTargetList(input: {name: "l", teamId: "${childTeamId}"}) { targetList { id } } }`;
    const { id: list } = (await ask(keepList, key)).data.createTargetList.targetList;
    const excluding = `input: {connectors: ["${uuid(8)}"], teamId: "${childTeamId}"}`;
    assert.equal(
      (await ask(`mutation { excludeFromIntros(${excluding}) { changed } }`, key)).data.excludeFromIntros.changed,
      1,
    );
    const watch = async () =>
      (await ask(`{ watches(teamId: "${childTeamId}") { state reason lastPollAt } }`, key)).data?.watches[0];
    while (!(await watch()).lastPollAt) await new Promise((resolve) => setImmediate(resolve));

    isDetached = true;
    asked.length = 0;
    const codes = async (query: string) =>
      ((await ask(query, session)).errors ?? []).map(
        (error: { extensions: { code: string } }) => error.extensions.code,
      );
    for (const query of [
      '{ viewer { relationships(first: 1) { totalCount } } }',
      `{ viewer { ${record} } }`,
      '{ targetLists(first: 1) { id } }',
    ])
      assert.deepEqual(await codes(query), ['FORBIDDEN'], query);
    assert.deepEqual([...new Set(asked)], [childTeamId], 'nothing is asked as the partner');
    const { data, extensions } = await ask(`{ ${record} }`, { ...key, 'x-credit-budget': '0' });
    assert.deepEqual([data.profile, extensions.credits.savedByCache], [{}, 0], 'the partner has not paid for it');
    // The key lists and ends what is stored of the team, and no session does.
    const stored = `{ watches(teamId: "${childTeamId}") { id name } ${team} { targetLists { name } introExclusions { value } } }`;
    const listed = await ask(stored, key);
    assert.deepEqual(listed.errors, undefined);
    assert.deepEqual(listed.data.watches, [{ id: made, name: 'w' }]);
    assert.deepEqual(listed.data.childTeam, { targetLists: [{ name: 'l' }], introExclusions: [{ value: uuid(8) }] });
    assert.ok((await ask(`{ watches { id } }`, session)).errors.length > 0);
    const networkChanges = `{ networkChanges(watch: "${made}", teamId: "${childTeamId}") { nodes { id } } }`;
    assert.equal((await ask(networkChanges, key)).errors.length, 1);
    const { data: ended } = await ask(
      `mutation { deleteTargetList(input: {id: "${list}", teamId: "${childTeamId}"}) { deleted } includeInIntros(${excluding}) { changed } }`,
      key,
    );
    assert.deepEqual(ended, { deleteTargetList: { deleted: true }, includeInIntros: { changed: 1 } });
    asked.length = 0;
    clock.advance(3_600_000);
    while (!asked.includes(childTeamId)) await new Promise((resolve) => setImmediate(resolve));
    // Its team comes back: only then its key may see it.
    isDetached = false;
    while ((await watch()).state === 'CURRENT') await new Promise((resolve) => setImmediate(resolve));
    const { state, reason } = await watch();
    assert.deepEqual([state, reason], ['KEY_REFUSED', 'findRelationships: the API key is not allowed to do this.']);
    isDetached = true;
    const end = `mutation { deleteWatch(input: {id: "${made}", teamId: "${childTeamId}"}) { deleted } }`;
    assert.deepEqual((await ask(end, key)).data.deleteWatch, { deleted: true });
  });
});

/** Gives everybody who is asked for by id the same name. */
function answersWith(send: (status: number, body: object) => void, text: string): void {
  const { ids = [] } = JSON.parse(text);
  const results = ids.map((id: string) => ({ ...person(7, {}, { ids: [id] }), id }));
  for (const { profile_info } of results) profile_info.full_name = 'Of the child';
  send(200, { results, not_found: [] });
}
