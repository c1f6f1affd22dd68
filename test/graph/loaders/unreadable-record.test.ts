import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { request } from 'undici';
import { openGraph } from '../../../src/graph/server.ts';

const id = (n: number) => `0192f0c1-2a7b-7c3d-8e4f-5a6b7c8d9e0${n}`;
const person = (n: number, name: string) => `{"id":"${id(n)}","profile_info":{"full_name":"${name}"}}`;

describe('a fetch of which one record can’t be read', () => {
  /** Sends three records, of which the second does not say whose it is. */
  let upstream: Server;
  let url: string;
  let fetches = 0;
  before(async () => {
    upstream = createServer((_, response) => {
      fetches += 1;
      response.setHeader('content-type', 'application/json');
      response.end(
        `{"results":[${person(1, 'Ada')},{"id":"${id(2)}","profile_info":{"social_media":[01]}},${person(3, 'Cy')}],"not_found":[]}`,
      );
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const address = upstream.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  after(() => {
    upstream.closeAllConnections();
    upstream.close();
  });

  it('answers with the others, books all three once, and pays for none of the others again', async () => {
    await using graph = await openGraph({ upstreamUrl: url, log: pino({ level: 'silent' }) });
    const ask = async (numbers: readonly number[]): Promise<unknown> => {
      const fields = numbers.map((n) => `p${n}: profile(by: { id: "${id(n)}" }) { ... on Profile { fullName } }`);
      const { body } = await request(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
        body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
      });
      const { data, extensions } = Object(await body.json());
      const { charged, maybeCharged, savedByCache } = extensions.credits;
      return { data, charged, maybeCharged, savedByCache };
    };
    assert.deepEqual(await ask([1, 2, 3]), {
      data: { p1: { fullName: 'Ada' }, p2: {}, p3: { fullName: 'Cy' } },
      charged: 3,
      maybeCharged: 0,
      savedByCache: 0,
    });
    assert.deepEqual(await ask([1, 3]), {
      data: { p1: { fullName: 'Ada' }, p3: { fullName: 'Cy' } },
      charged: 0,
      maybeCharged: 0,
      savedByCache: 2,
    });
    assert.equal(fetches, 1);
  });
});

it('reads a record with members of other types as far as it goes, pays for it once and leaves its neighbours whole', async () => {
  const odd = ['{}', '5', 'true', '"text"', '[5,null,{"network":"xnet","slug":7,"id":{}}]'];
  const records = odd.map(
    (value, n) =>
      `{"id":"${id(n)}","found_by":${n === 1 ? '7' : '{"ids":5}'},"profile_info":{"full_name":"Person ${n}","social_media":${value}}}`,
  );
  let fetches = 0;
  await using upstream = createServer((_, response) => {
    fetches += 1;
    response.setHeader('content-type', 'application/json');
    response.end(`{"results":[${records.join()},{"id":null,"profile_info":5}],"not_found":[]}`);
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const address = upstream.address();
  const upstreamUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  await using graph = await openGraph({ upstreamUrl, log: pino({ level: 'silent' }) });
  const by = odd.map((_, n) => `{ id: "${id(n)}" }`);
  for (const charged of [odd.length + 1, 0]) {
    const { body } = await request(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
      body: JSON.stringify({ query: `{ profiles(by: [${by}]) { ... on Profile { fullName } } }` }),
    });
    const { data, extensions } = Object(await body.json());
    assert.deepEqual(
      data.profiles.map((found: unknown) => Object(found).fullName),
      odd.map((_, n) => `Person ${n}`),
    );
    assert.equal(extensions.credits.charged, charged);
  }
  assert.equal(fetches, 1);
});

it('answers null for what is of another kind than the contract says, with one warning a member', async () => {
  const odd = {
    id: id(1),
    profile_info: {
      full_name: 'Ada',
      headline: 5,
      skills: 'Go',
      current_seniorities: ['Senior', 7],
      current_company_size: 5,
      experience: [{ title: 'Engineer', is_current: 'yes' }, 'retired'],
      hiring: 'yes',
    },
  };
  const nameless = { id: null, profile_info: { full_name: 'Nobody' }, found_by: { xnet_names: ['nobody'] } };
  await using upstream = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results: [odd, nameless], not_found: [] }));
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const address = upstream.address();
  const upstreamUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  await using graph = await openGraph({ upstreamUrl, log: pino({ level: 'silent' }) });
  const query = `{ profiles(by: [{ id: "${id(1)}" }, { xnetSlug: "nobody" }]) { ... on Profile {
    id fullName headline skills currentSeniorities currentCompanySize { min } experience { title isCurrent } hiring
  } } }`;
  const { body } = await request(`${graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'any' },
    body: JSON.stringify({ query }),
  });
  const { data, errors, extensions } = Object(await body.json());
  assert.deepEqual(data.profiles, [
    {
      id: id(1),
      fullName: 'Ada',
      headline: null,
      skills: null,
      currentSeniorities: ['Senior', null],
      currentCompanySize: null,
      experience: [{ title: 'Engineer', isCurrent: null }, null],
      hiring: null,
    },
    null,
  ]);
  assert.deepEqual(
    errors.map(({ path, extensions: { code } }: { path: unknown; extensions: { code: string } }) => [path, code]),
    [[['profiles', 1], 'ID_UNKNOWN']],
  );
  assert.equal(extensions.credits.charged, 2);
  const warned = [
    'headline',
    'skills',
    'current_seniorities',
    'current_company_size',
    'is_current',
    'experience',
    'hiring',
  ];
  for (const member of warned)
    assert.equal(
      extensions.warnings.filter((one: string) => one.includes(`.${member}: the data service’s value is not`)).length,
      1,
      member,
    );
});

/** By how a browser reads them: it ignores blanks and controls within a scheme. */
const links: readonly (readonly [sent: string, answered: boolean])[] = [
  ['https://xnet.example/in/ada', true],
  ['HTTP://xnet.example/in/ada', true],
  ['xnet.example/in/ada', true],
  ['xnet.example:443/in/ada', true],
  ['/in/ada', true],
  ['javascript:alert(1)', false],
  ['javascript:1', false],
  [' JavaScript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['\u0001javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https-x:alert(1)', false],
];

it('links of a record that are not of the web are left out, and told', async () => {
  let sent = '';
  await using upstream = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    const profile = {
      id: id(1),
      profile_info: { full_name: 'Ada', xnet_url: sent, image_url: sent, current_company_websites: [sent] },
      found_by: { ids: [id(1)] },
    };
    response.end(JSON.stringify({ results: [profile], not_found: [] }));
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const address = upstream.address();
  const upstreamUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  await using graph = await openGraph({ upstreamUrl, log: pino({ level: 'silent' }) });
  const query = `{ profile(by: { id: "${id(1)}" }) { ... on Profile { fullName xnetUrl imageUrl currentCompanyWebsites } } }`;
  for (const [link, isAnswered] of links) {
    sent = link;
    const { body } = await request(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'any', 'x-kith-max-age': '0' },
      body: JSON.stringify({ query }),
    });
    const { data, extensions } = Object(await body.json());
    const answered = isAnswered ? link : null;
    const expected = { fullName: 'Ada', xnetUrl: answered, imageUrl: answered, currentCompanyWebsites: [answered] };
    assert.deepEqual(data.profile, expected, link);
    const warnings = (extensions.warnings ?? []).filter((one: string) => one.includes('web link'));
    assert.equal(warnings.length, isAnswered ? 0 : 3, link);
  }
});
