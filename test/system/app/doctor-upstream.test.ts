import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import Value from 'typebox/value';
import { CommandFailure } from '../../../src/app/command-failure.ts';
import { examineUpstream, type UpstreamExamination } from '../../../src/app/doctor/upstream/examine-upstream.ts';
import { printTable, type Row } from '../../../src/app/doctor/upstream/row.ts';
import { UpstreamProfile } from '../../../src/contract/upstream-profile.ts';
import { keyOf, people, teams } from '../../support/cast/cast.ts';
import { openRenamingProxy } from '../../support/network/renaming-proxy.ts';
import {
  type Asked,
  altering,
  openTamperingProxy,
  says,
  type Tampering,
} from '../../support/network/tampering-proxy.ts';
import { makeAuthority } from '../../support/opensearch/gate.ts';
import { openContraryUpstream } from '../../support/second-upstream/upstream.ts';
import { castWorld } from '../../support/second-upstream/world.ts';
import { type CastService, openCast } from '../../support/service.ts';

const apiKey = keyOf('orchard');

async function examine(url: string, options: Partial<UpstreamExamination> = {}) {
  const { rows, profile } = await examineUpstream({
    url,
    apiKey,
    names: undefined,
    timeoutMs: 10_000,
    fields: undefined,
    mayBuy: false,
    wait: async () => undefined,
    ...options,
  });
  const text = [...printTable(rows)].join('\n') + JSON.stringify(profile);
  assert.ok(Value.Check(UpstreamProfile, profile));
  assert.ok(!text.includes(apiKey), 'It shows the key.');
  for (const { profile_info: info } of Object.values(people))
    assert.ok(!info.full_name || !text.includes(info.full_name), 'It shows a person.');
  const row = (check: string): Row => {
    const found = rows.find((one) => one.check === check);
    assert.ok(found, `There is no row ${check}.`);
    return found;
  };
  return { rows, profile, row };
}

const checksThatAre = (rows: readonly Row[], state: Row['state']): readonly string[] =>
  rows.filter((row) => row.state === state).map(({ check }) => check);

describe('an examination of a data service', () => {
  let service: CastService;
  /** What it finds where nothing is wrong. */
  let sound: readonly Row[];
  before(async () => {
    service = await openCast();
    sound = (await examine(service.url)).rows;
  });
  after(() => service?.close());

  it('finds nothing wrong with our own, in at most 60 calls and for nothing', async () => {
    const spent = await service.spent('orchard');
    const { rows, profile, row } = await examine(service.url);
    assert.deepEqual(checksThatAre(rows, 'problem'), []);
    assert.deepEqual(checksThatAre(rows, 'warning'), []);
    assert.equal(await service.spent('orchard'), spent);
    const calls = Number(/(\d+) calls/.exec(row('cost of these checks').found)?.[1]);
    assert.ok(calls <= 60, `${calls} calls`);
    assert.deepEqual(profile.names, { xnet: 'xnet' });
    assert.deepEqual(profile.unindexed, []);
    assert.match(row('connector in connected_users').found, /^[1-9]\d* hits/);
    // Our own finds a connection by the words of answers and of queries.
    assert.ok((profile.origins.work_overlap ?? 0) > 0);
    assert.equal(profile.origins.overlaps, profile.origins.work_overlap);
    assert.equal(profile.origins.google, 0);
  });

  it('compares the search of a child team with its network', async () => {
    const asPartner = { apiKey: keyOf('harbor'), childTeam: teams.lighthouse.id };
    const { row } = await examine(service.url, asPartner);
    assert.match(row('search with a child team').found, /^\d+ people; its network has \d+/);
    assert.match(row('search with a child team').means, /covers everybody/);
    const ofNetwork: Tampering = {
      request: (asked) =>
        asked.path.endsWith('/profiles/search') && asked.headers['x-authenticate-team'] === teams.lighthouse.id
          ? { ...asked, body: { ...asked.body, in_network_only: true } }
          : asked,
    };
    await using proxy = await openTamperingProxy(service.url, ofNetwork);
    assert.match((await examine(proxy.url, asPartner)).row('search with a child team').means, /only the child team’s/);
  });

  it('finds the word of one that has its own, and speaks it', async () => {
    await using proxy = await openRenamingProxy(service.url);
    const spent = await service.spent('orchard');
    const { rows, row } = await examine(proxy.url);
    assert.deepEqual(checksThatAre(rows, 'problem'), ['name for xnet']);
    assert.deepEqual(checksThatAre(rows, 'warning'), []);
    assert.equal(await service.spent('orchard'), spent);
    assert.match(row('name for xnet').means, /KITH_UPSTREAM_NAMES=xnet=acme/);
    assert.equal((await examine(proxy.url, { names: { xnet: 'acme' } })).row('name for xnet').state, 'ok');
    const written = await examine(proxy.url, { writesProfile: true });
    assert.deepEqual([written.row('name for xnet').state, written.profile.names], ['ok', { xnet: 'acme' }]);
    const contrary = await examine(proxy.url, { names: { xnet: 'other' }, writesProfile: true });
    assert.equal(contrary.row('name for xnet').state, 'problem');
    assert.deepEqual(proxy.strays, []);
  });

  it('says that the word is not shown where the team has no relationships', async () => {
    const { row, profile } = await examine(service.url, { apiKey: keyOf('meadow') });
    assert.match(row('name for xnet').found, /^not shown: the team has no relationships/);
    assert.equal(row('name for xnet').state, 'warning');
    assert.deepEqual(profile.names, {});
  });

  it('counts how many people of a segment have each field', async () => {
    const withMail = { exists: { field: 'profile_info.work_email' } };
    const { profile, row } = await examine(service.url, { fields: { profiles: withMail } });
    const { filled = 0, of = 0 } = profile.fields['profile_info.work_email'] ?? {};
    assert.ok(of > 0);
    assert.equal(filled, of);
    assert.match(row('work_email').found, /^100 %/);
    assert.ok((profile.fields['company_info.name']?.filled ?? 0) > 0);
  });

  it('warns of a path that is found in no record, and takes it for unindexed', async () => {
    const blind: Tampering = {
      answer: altering((body, asked) =>
        JSON.stringify(asked.body).includes('profile_info.headline') ? { ...body, ids: [], total_count: 0 } : body,
      ),
    };
    await using proxy = await openTamperingProxy(service.url, blind);
    const { profile, row } = await examine(proxy.url, { fields: {} });
    assert.deepEqual([row('headline').state, row('headline').found.slice(0, 6)], ['warning', '0 % (0']);
    assert.ok(profile.unindexed.includes('profile_info.headline'));
  });

  it('buys one record for two credits at most, and only where it may', async () => {
    const spent = await service.spent('orchard');
    const { profile, row } = await examine(service.url, { mayBuy: true });
    assert.ok((await service.spent('orchard')) - spent <= 2);
    assert.match(row('one record').found, /^200/);
    assert.ok((profile.recordBytes ?? 0) > 0);
  });

  it('tries nothing else with a key that is not accepted', async () => {
    await assert.rejects(
      examine(service.url, { apiKey: 'nobody' }),
      (error) => error instanceof CommandFailure && /does not accept the API key \(401\)/.test(error.message),
    );
  });

  const everywhere = (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}) => ({
    instead: () => ({ ...says(status, body), headers: { ...says(status, body).headers, ...headers } }),
  });
  /** What is wrong with an address, or before it, and the sentence that says what to do. */
  const addresses: readonly (readonly [name: string, tampering: Tampering, path: string, sentence: RegExp])[] = [
    ['the address of a version', {}, '/v3', /leave off \/v3/],
    ['another base path', {}, '/api', /answers 404.* to every call: KITH_UPSTREAM_URL must be the address before/],
    [
      'a redirect',
      { instead: ({ path }) => ({ ...says(301, ''), headers: { location: `https://data.example${path}` } }) },
      '',
      /redirects to https:\/\/data\.example: set KITH_UPSTREAM_URL/,
    ],
    [
      'a redirect to a page',
      everywhere(302, '', { location: 'https://data.example/sign-in' }),
      '',
      /redirects \(302\), which is not followed/,
    ],
    [
      'a header that is missing',
      everywhere(400, { errors: ['x-workspace-id: is required'] }),
      '',
      /400, “x-workspace-id: is required” to every call: .* set KITH_UPSTREAM_HEADERS/,
    ],
    [
      'a header that a gateway misses',
      everywhere(403, '<html>Forbidden</html>'),
      '',
      /something before the data service refuses the calls \(403, text\/html\).*KITH_UPSTREAM_HEADERS/,
    ],
    ['a sign-in page', everywhere(200, '<html>Sign in</html>'), '', /text\/html instead of JSON: a website/],
    ['an outage', everywhere(502, '<html>Bad gateway</html>'), '', /502 to every call: the data service is down/],
    [
      'version 2 alone',
      { instead: ({ path }) => (path.startsWith('/v3/') ? says(404, { errors: ['not found'] }) : undefined) },
      '',
      /version 3 of the interface is required/,
    ],
  ];
  for (const [name, tampering, path, sentence] of addresses)
    it(`says in one sentence that there is ${name}, and finds nothing else`, async () => {
      let asked = 0;
      await using proxy = await openTamperingProxy(service.url, {
        ...tampering,
        request: (one) => {
          asked += 1;
          return one;
        },
      });
      await assert.rejects(
        examine(proxy.url + path),
        (error) => error instanceof CommandFailure && sentence.test(error.message) && !error.message.includes(apiKey),
        name,
      );
      assert.ok(asked <= 3, `${asked} calls`);
    });

  it('says what to set for a certificate of an unknown authority', async () => {
    const { key, certificate } = await makeAuthority();
    const server = createServer({ key, cert: certificate }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      await assert.rejects(
        examine(`https://127.0.0.1:${port}`),
        (error) => error instanceof CommandFailure && /NODE_EXTRA_CA_CERTS names a file with more/.test(error.message),
      );
    } finally {
      server.close();
    }
  });

  it('fails in one sentence where nobody answers', async () => {
    await assert.rejects(examine('http://127.0.0.1:1'), CommandFailure);
  });

  const contrary: readonly (readonly [takes: string, specifiedPathsOnly: boolean, found: Record<string, RegExp>])[] = [
    [
      'every path',
      false,
      {
        'relationships, no query': /^refused/,
        'body of an error': /^400, code is a number \(17\)/,
        'unknown request property': /^ignored/,
        'unknown path in a query': /^0 hits/,
        totals: /^capped at 9/,
        'longest page': /^3 ids/,
        token: /last page: yes/,
        'fetch of unknown names': /in another case/,
        query_string: /^no \(400\)/,
        'x-request-id': /^on none/,
      },
    ],
    [
      'the specified paths alone',
      true,
      {
        'unknown path in a query': /^refused/,
        'terms on ids': /^no \(400\)/,
        'nested accounts': /^no \(400\)/,
        updated_at: /since 1970: 400/,
      },
    ],
  ];
  for (const [takes, specifiedPathsOnly, expected] of contrary)
    it(`tells how one that decides otherwise does, which takes ${takes}`, async () => {
      const world = { ...castWorld(), specifiedPathsOnly };
      const used = () => world.teams.map((team) => team.used);
      const before = used();
      await using upstream = await openContraryUpstream(world);
      const { row, profile } = await examine(upstream.url);
      assert.deepEqual(used(), before);
      for (const [check, found] of Object.entries(expected)) assert.match(row(check).found, found, check);
      assert.match(row('cost of these checks').found, /^0 credits/);
      assert.equal(profile.longestPage.search, 3);
      assert.equal(profile.totalsCappedAt, 9);
      assert.equal(profile.unindexed.includes('profile_info.id'), specifiedPathsOnly);
    });

  it('tells of one as documented: origins by how they were synced, and 404 for a record that is gone', async () => {
    await using upstream = await openContraryUpstream({ ...castWorld(), documented: true });
    const { rows, row, profile } = await examine(upstream.url);
    assert.deepEqual(checksThatAre(rows, 'problem'), []);
    assert.ok((profile.origins.overlaps ?? 0) > 0);
    assert.equal(profile.origins.work_overlap, 0);
    assert.match(row('origins in queries').found, /^overlaps \d/);
    assert.match(row('fetch of unknown names').found, /404/);
    assert.equal(row('fetch of unknown names').state, 'ok');
  });

  let calls = 0;
  let retried = 0;
  const isEverySeventh = (): boolean => {
    calls += 1;
    const isSeventh = calls % 7 === 3;
    if (isSeventh) retried += 1;
    return isSeventh;
  };
  const no = says(400, { code: 1, errors: ['no'] });
  const refusing = (text: string): Tampering => ({
    instead: ({ body }) => (JSON.stringify(body).includes(text) ? no : undefined),
  });
  const without = (name: string) => (asked: Asked) => {
    const { [name]: _, ...headers } = asked.headers;
    return { ...asked, headers };
  };
  const ofTotal = (change: (total: number) => unknown) =>
    altering((body) => ({ ...body, ...('total_count' in body && { total_count: change(Number(body.total_count)) }) }));

  /** What a row says, but for numbers; of what each gateway's own answers change, whether it is as it should be. */
  const told = ({ check, found, state }: Row): string =>
    ['x-request-id', 'errors’ media type'].includes(check) ? state : `${state} ${found.replaceAll(/\d+/g, '#')}`;

  /** A fault of a gateway each, and the row that tells of it. */
  const faults: readonly (readonly [
    name: string,
    tampering: Tampering,
    check: string,
    found: RegExp,
    state: Row['state'],
    /** Other rows that it changes. */
    others?: readonly string[],
  ])[] = [
    [
      'a byte order mark',
      { answer: (told) => ({ ...told, body: `\uFEFF${told.body}` }) },
      'form of answers',
      /byte order mark/,
      'warning',
    ],
    [
      'answers compressed though not asked',
      {
        answer: (told) => ({
          ...told,
          headers: { ...told.headers, 'content-encoding': 'gzip' },
          body: gzipSync(told.body),
        }),
      },
      'form of answers',
      /^compressed \(gzip\)/,
      'warning',
    ],
    [
      'HTML for errors',
      { answer: (told) => (told.status < 400 ? told : says(told.status, '<html>Bad Request</html>')) },
      'errors’ media type',
      /text\/html/,
      'warning',
      ['body of an error'],
    ],
    [
      'a message for errors',
      { answer: (told) => (told.status < 400 ? told : says(told.status, { message: 'Bad Request' })) },
      'body of an error',
      /code is missing/,
      'warning',
    ],
    [
      '429 without Retry-After',
      { instead: () => (isEverySeventh() ? says(429, { message: 'Too Many Requests' }) : undefined) },
      'rate limit',
      /^answered 429; headers: none/,
      'warning',
    ],
    [
      '429 with Retry-After',
      {
        instead: () =>
          isEverySeventh()
            ? { ...says(429, {}), headers: { 'content-type': 'application/json', 'retry-after': '3' } }
            : undefined,
      },
      'rate limit',
      /^answered 429; headers: retry-after/,
      'warning',
    ],
    ['totals as texts', { answer: ofTotal(String) }, 'whole numbers', /sent as strings/, 'warning'],
    ['totals capped', { answer: ofTotal((total) => Math.min(total, 5)) }, 'totals', /^capped at 5/, 'warning'],
    [
      'unknown paths that match nothing',
      {
        instead: ({ body }) =>
          JSON.stringify(body).includes('kith_doctor_field') ? says(200, { ids: [], total_count: 0 }) : undefined,
      },
      'unknown path in a query',
      /^0 hits/,
      'warning',
    ],
    [
      'unknown properties ignored',
      {
        request: ({ body: { kith_doctor: _, ...body }, ...asked }) => ({ ...asked, body }),
      },
      'unknown request property',
      /^ignored/,
      'ok',
    ],
    [
      'relationships that need a query',
      { instead: ({ path, body }) => (path.endsWith('/relationships') && !('query' in body) ? no : undefined) },
      'relationships, no query',
      /^refused/,
      'ok',
    ],
    [
      'no request ids',
      {
        answer: ({ headers: { 'x-request-id': _, ...headers }, ...told }) => ({ ...told, headers }),
      },
      'x-request-id',
      /^on none/,
      'ok',
    ],
    [
      'child teams ignored',
      { request: without('x-authenticate-team') },
      'a stranger’s child team',
      /^ignored/,
      'problem',
    ],
    [
      'not_found in capitals',
      {
        answer: altering((body) => ({
          ...body,
          ...(Array.isArray(body.not_found) && { not_found: body.not_found.map((one) => String(one).toUpperCase()) }),
        })),
      },
      'fetch of unknown names',
      /in another case/,
      'ok',
    ],
    [
      'not_found left out',
      { answer: altering(({ not_found: _, ...body }) => body) },
      'fetch of unknown names',
      /not reported/,
      'ok',
    ],
    [
      'fetches of nobody refused',
      { instead: ({ path }) => (path.endsWith('/companies/fetch') ? says(404, '<html>') : undefined) },
      'fetch of unknown names',
      /fetchCompanies by xnet_names: 404/,
      'problem',
      ['errors’ media type'],
    ],
    [
      'a token with the last page',
      { answer: altering((body) => ({ ...body, ...('ids' in body && { pagination_token: 'more' }) })) },
      'token',
      /last page: yes/,
      'ok',
    ],
    [
      'short pages',
      {
        request: (asked) =>
          'limit' in asked.body
            ? { ...asked, body: { ...asked.body, limit: Math.min(Number(asked.body.limit), 4) } }
            : asked,
      },
      'longest page',
      /^4 ids, 4 relationships/,
      'warning',
      ['token'],
    ],
    [
      '413 for long pages',
      { instead: ({ body }) => (Number(body.limit) > 300 ? says(413, '<html>too long</html>') : undefined) },
      'longest page',
      /^cut off at 1,000 \(413, 413\); \d+ ids, \d+ relationships come through/,
      'warning',
      ['errors’ media type'],
    ],
    [
      'no nested experience',
      refusing('"nested":{"path":"profile_info.experience"'),
      'nested experience',
      /^no \(400\)/,
      'warning',
    ],
    [
      'dates that are ignored',
      {
        request: (asked) =>
          JSON.stringify(asked.body).includes('"range"')
            ? { ...asked, body: { ...asked.body, query: { match_all: {} } } }
            : asked,
      },
      'updated_at',
      /since 2999: [1-9]/,
      'warning',
    ],
    [
      'no connected_users',
      refusing('connected_users'),
      'connected_users',
      /^400/,
      'warning',
      ['connector in connected_users'],
    ],
    [
      'connected_users of other ids',
      {
        instead: ({ body }) =>
          JSON.stringify(body).includes('{"term":{"connected_users"')
            ? says(200, { ids: [], total_count: 0 })
            : undefined,
      },
      'connector in connected_users',
      /^0 hits/,
      'warning',
    ],
    ['no folded names', refusing('.folded'), '.folded of a name', /^no \(400\)/, 'warning'],
  ];
  for (const [name, tampering, check, found, state, others = []] of faults)
    it(`tells of ${name}, for nothing, and of nothing else`, async () => {
      calls = 0;
      retried = 0;
      const spent = await service.spent('orchard');
      await using proxy = await openTamperingProxy(service.url, tampering);
      const { rows, row } = await examine(proxy.url);
      assert.match(row(check).found, found);
      assert.equal(row(check).state, state);
      if (check === 'rate limit') assert.match(row(check).means, /KITH_UPSTREAM_CONNECTIONS/);
      assert.equal(await service.spent('orchard'), spent);
      const asked = Number(/(\d+) calls/.exec(row('cost of these checks').found)?.[1]);
      assert.ok(asked <= 60 + retried, `${asked} calls`);
      const before = new Map(sound.map((one) => [one.check, told(one)]));
      const changed = rows.filter((one) => one.check !== check && told(one) !== before.get(one.check));
      assert.deepEqual(
        changed.map((one) => one.check),
        others,
      );
      assert.match(row('cost of these checks').found, /^0 credits/);
    });
});
