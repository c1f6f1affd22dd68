import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { request } from 'undici';
import { openGraph } from '../../../src/graph/server/server.ts';

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
