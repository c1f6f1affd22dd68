import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type ClientOptions, createClient } from '../../src/client/client.ts';
import {
  BadUpstreamRequest,
  CallError,
  ConnectionLost,
  RateLimited,
  UpstreamFailed,
  UpstreamMalformed,
  UpstreamUnreachable,
} from '../../src/client/errors.ts';
import { fetchCompanies } from '../../src/contract/operation/companies.ts';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { mapNetwork } from '../../src/contract/operation/network-mapper.ts';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import { answers, openUpstream, type Step } from './scripted-upstream.ts';

const credential = { apiKey: 'kith_test' };
const record = { id: '0b6f4b61-95f3-4c3f-8a3e-6f7d3d8f9a01', profile_info: { full_name: 'Zoë' } };
const fetched = JSON.stringify({ results: [record], not_found: [] });
const everything = { query: { match_all: {} } };

const raw =
  (status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Closes the connection after its answer, of which it says nothing. */
const closesAfter =
  (body: object): Step =>
  (response, { socket }) => {
    response.on('finish', () => socket.destroy());
    response.writeHead(200, { 'content-type': 'application/json', connection: 'keep-alive' }).end(JSON.stringify(body));
  };

async function clientOf(step: readonly Step[], options: Partial<ClientOptions> = {}) {
  const upstream = await openUpstream(...step);
  const client = createClient({ baseUrl: upstream.url, retries: 0, ...options });
  return {
    upstream,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

describe('an answer of a gateway', () => {
  const codings = [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const;
  for (const [coding, compress] of codings)
    it(`is read though it comes as ${coding}, which was not asked for`, async () => {
      await using open = await clientOf([raw(200, compress(fetched), { 'content-encoding': coding })]);
      const { body } = await open.client.call(fetchProfiles, { ids: [record.id] }, credential);
      assert.equal(body.results[0]?.profile_info?.full_name, 'Zoë');
    });

  it('is unreadable in a coding that nobody knows, or in another than it says', async () => {
    for (const coding of ['compress', 'gzip', 'br']) {
      await using open = await clientOf([raw(200, fetched, { 'content-encoding': coding })]);
      await assert.rejects(
        open.client.call(fetchProfiles, { ids: [record.id] }, credential),
        (error) => error instanceof UpstreamMalformed && error.message.includes(`its content-encoding is ${coding}`),
      );
    }
  });

  it('is unreadable in more than two codings, which would each block the event loop', async () => {
    const [one, two, three] = [1, 2, 3].map((times) => {
      let body: Buffer = Buffer.from(fetched);
      for (let n = 0; n < times; n += 1) body = gzipSync(body);
      return raw(200, body, { 'content-encoding': Array.from({ length: times }, () => 'gzip').join(', ') });
    }) as [Step, Step, Step];
    for (const step of [one, two]) {
      await using open = await clientOf([step]);
      assert.equal((await open.client.call(fetchProfiles, { ids: [record.id] }, credential)).body.results.length, 1);
    }
    await using open = await clientOf([three]);
    await assert.rejects(open.client.call(fetchProfiles, { ids: [record.id] }, credential), UpstreamMalformed);
  });

  it('comes to requests that say who asks', async () => {
    await using open = await clientOf([raw(200, '{"usage":7}')]);
    await open.client.call(creditUsage, undefined, credential);
    assert.match(open.upstream.seen[0]?.headers['user-agent'] ?? '', /^Kith\/\d+\.\d+/);
  });

  it('is read behind a byte order mark, whether free or paid', async () => {
    await using open = await clientOf([raw(200, `\uFEFF${fetched}`), raw(200, '\uFEFF{"usage":7}')]);
    const { body } = await open.client.call(fetchProfiles, { ids: [record.id] }, credential);
    assert.equal(body.results[0]?.profile_info?.full_name, 'Zoë');
    assert.equal((await open.client.call(creditUsage, undefined, credential)).body.usage, 7);
  });

  it('has whole characters, though half of one came', async () => {
    const halves = fetched.replace('Zoë', String.raw`Zo\ud83d \uDE00 \ud83d\ude00`);
    assert.notEqual(halves, fetched);
    await using open = await clientOf([raw(200, halves)]);
    const { body } = await open.client.call(fetchProfiles, { ids: [record.id] }, credential);
    assert.equal(body.results[0]?.profile_info?.full_name, 'Zo\ufffd \ufffd 😀');
  });

  it('has whole numbers though they come as strings, and lists though they come as null', async () => {
    await using open = await clientOf([
      answers(200, { ids: null, total_count: '12000' }),
      answers(200, { usage: '7' }),
    ]);
    const { body } = await open.client.call(searchProfiles, { ...everything, limit: 0 }, credential);
    assert.deepEqual([body.ids, body.total_count], [[], 12000]);
    assert.equal((await open.client.call(creditUsage, undefined, credential)).body.usage, 7);
  });

  it('is unreadable if it lists nothing although it counts something', async () => {
    for (const list of [null, []]) {
      await using open = await clientOf([answers(200, { ids: list, items: list, count: 0, total_count: 28 })]);
      const { client } = open;
      for (const call of [
        client.call(searchProfiles, everything, credential),
        client.call(findRelationships, everything, credential),
        client.call(mapNetwork, everything, credential),
      ])
        await assert.rejects(
          call,
          (error) => error instanceof UpstreamMalformed && error.message.includes('although total_count is 28'),
        );
    }
    await using open = await clientOf([answers(200, { results: null })]);
    await assert.rejects(open.client.call(fetchProfiles, { ids: [record.id] }, credential), UpstreamMalformed);
  });

  it('fails as its status says, whatever its body is', async () => {
    const html = '<html><body>Request Entity Too Large</body></html>';
    const cases = [
      [413, html, BadUpstreamRequest, []],
      [502, html, UpstreamFailed, []],
      [504, '{"message":"Endpoint request timed out"}', UpstreamFailed, []],
      [403, '{"message":"Forbidden"}', CallError, ['Forbidden']],
      [429, '{"message":"Too Many Requests"}', RateLimited, ['Too Many Requests']],
    ] as const;
    for (const [status, body, kind, sentences] of cases) {
      await using open = await clientOf([raw(status, body, { 'content-type': 'text/html' })]);
      await assert.rejects(open.client.call(searchProfiles, everything, credential), (error) => {
        assert.ok(error instanceof kind);
        assert.equal(error.status, status);
        assert.deepEqual(error.sentences, sentences);
        return true;
      });
    }
  });
});

describe('an upstream that closes each connection after its answer', () => {
  it('loses one paid call at most: later ones have fresh connections', async () => {
    await using open = await clientOf([closesAfter({ results: [], not_found: [] })]);
    let lost = 0;
    for (let call = 0; call < 40; call += 1)
      await open.client.call(fetchProfiles, { ids: [] }, credential).catch((error) => {
        assert.ok(error instanceof ConnectionLost);
        lost += 1;
      });
    assert.ok(lost <= 1, `${lost} of 40 calls were lost`);
  });
});

describe('another word for the network than is configured', () => {
  const shows = (word: string): Step =>
    answers(200, {
      items: [{ profile: {}, connections: [{ connector_id: 'c', [`connector_${word}_url`]: 'https://…' }] }],
      count: 1,
      total_count: 1,
    });
  const asks = ({ client }: { readonly client: ReturnType<typeof createClient> }, apiKey: string) =>
    client.call(findRelationships, everything, { apiKey });

  it('is told once three answers in a row show it', async () => {
    const told: string[] = [];
    await using open = await clientOf([shows('acme')], { onWordMismatch: (word) => told.push(word) });
    await asks(open, 'one');
    await asks(open, 'one');
    assert.equal(open.client.wordMismatch(), undefined);
    await asks(open, 'one');
    await asks(open, 'one');
    assert.equal(open.client.wordMismatch(), 'xnet=acme');
    assert.deepEqual(told, ['xnet=acme']);
    // What is bought then would lack what it is bought for.
    const seen = open.upstream.seen.length;
    await assert.rejects(
      open.client.call(fetchProfiles, { ids: [record.id] }, { apiKey: 'one' }),
      /KITH_UPSTREAM_NAMES must say xnet=acme/,
    );
    assert.equal(open.upstream.seen.length, seen);
  });

  it('is believed of two credentials where there are two', async () => {
    await using open = await clientOf([shows('xnet'), shows('acme')], { names: { xnet: 'other' } });
    await asks(open, 'one');
    for (const key of ['two', 'two', 'two']) await asks(open, key);
    assert.equal(open.client.wordMismatch(), 'xnet=acme');
  });

  it('is not told where an answer shows the configured one', async () => {
    await using open = await clientOf([shows('xnet'), shows('acme')]);
    for (let call = 0; call < 5; call += 1) await asks(open, 'one');
    assert.equal(open.client.wordMismatch(), undefined);
  });

  it('is not read out of answers without connections, or of companies', async () => {
    await using open = await clientOf([answers(200, { items: [{ profile: {} }, null], count: 2, total_count: 2 })]);
    for (let call = 0; call < 4; call += 1) await asks(open, 'one');
    assert.equal(open.client.wordMismatch(), undefined);
    await using fetches = await clientOf([answers(200, { results: [], not_found: null })]);
    assert.equal((await fetches.client.call(fetchCompanies, { ids: [] }, credential)).status, 200);
  });

  const records = (...infos: readonly object[]): Step =>
    answers(200, { results: infos.map((info) => ({ id: record.id, profile_info: info })), not_found: [] });
  const withAccount = (network: string, more: object = {}) => ({ social_media: [{ network }], ...more });
  const buys = ({ client }: { readonly client: ReturnType<typeof createClient> }, apiKey: string) =>
    client.call(fetchProfiles, { ids: [record.id] }, { apiKey });

  it('is believed of the accounts and members of three records, of two keys where there are two', async () => {
    const other = { social_media: [{ network: 'github' }, { network: 'acme' }], acme_url: 'https://…' };
    await using open = await clientOf([records(other)]);
    for (const key of ['one', 'two', 'one']) await buys(open, key);
    assert.equal(open.client.wordMismatch(), 'xnet=acme');
    await assert.rejects(buys(open, 'two'), /KITH_UPSTREAM_NAMES must say xnet=acme/);
    assert.equal(open.upstream.seen.length, 3);
  });

  it('is not believed of records after one that shows the configured one, nor where members have it', async () => {
    await using ended = await clientOf([records(withAccount('xnet')), records(withAccount('github'))]);
    await using member = await clientOf([records(withAccount('github', { xnet_url: null }))]);
    for (const open of [ended, member]) {
      for (let call = 0; call < 5; call += 1) await buys(open, 'one');
      assert.equal(open.client.wordMismatch(), undefined);
    }
  });

  it('is believed of investors for the funding database, and then companies are not bought', async () => {
    const company = (word: string): Step =>
      answers(200, {
        results: [
          {
            id: record.id,
            company_info: {
              xnet_slugs: [],
              funding_rounds: [{ investors: [{ name: 'Blue', [`${word}_slug`]: 'b' }] }],
            },
          },
        ],
        not_found: [],
      });
    const buysCompany = ({ client }: { readonly client: ReturnType<typeof createClient> }) =>
      client.call(fetchCompanies, { ids: [record.id] }, credential);
    await using open = await clientOf([company('basefund'), company('basefund'), company('basefund'), records({})]);
    for (let call = 0; call < 3; call += 1) await buysCompany(open);
    assert.equal(open.client.wordMismatch(), 'fundingdb=basefund');
    await assert.rejects(buysCompany(open), /must say fundingdb=basefund: .* the funding database/);
    assert.equal((await buys(open, 'one')).status, 200);
    await using right = await clientOf([company('basefund'), company('fundingdb'), company('basefund')]);
    for (let call = 0; call < 6; call += 1) await buysCompany(right);
    assert.equal(right.client.wordMismatch(), undefined);
  });
});

describe('a remote upstream', () => {
  const usage = answers(200, { usage: 7 });

  it('gets the headers that its gateway requires, and ours', async () => {
    await using open = await clientOf([usage], { headers: { 'x-gateway': 'orchid', 'user-agent': 'Acme/1' } });
    await open.client.call(creditUsage, undefined, credential);
    const { headers } = open.upstream.seen[0] ?? {};
    assert.deepEqual(
      [headers?.['x-gateway'], headers?.['user-agent'], headers?.['x-api-key']],
      ['orchid', 'Acme/1', credential.apiKey],
    );
  });

  it('is asked through the proxy that the environment names, but for hosts in NO_PROXY', async () => {
    await using proxy = await openUpstream(usage);
    const before = { ...process.env };
    process.env.HTTP_PROXY = proxy.url;
    try {
      await using client = createClient({ baseUrl: 'http://data.example/v', mayUseProxy: true, retries: 0 });
      assert.equal((await client.call(creditUsage, undefined, credential)).body.usage, 7);
      assert.deepEqual(
        [proxy.seen[0]?.url, proxy.seen[0]?.headers.host, proxy.seen[0]?.headers['x-api-key']],
        ['http://data.example/v/credits/usage', 'data.example', credential.apiKey],
      );
      await client.call(searchProfiles, everything, credential).catch(() => undefined);
      assert.equal(proxy.seen[1]?.body, JSON.stringify(everything));

      // A proxy that lets no tunnel through: nothing was sent, so nothing can have been charged.
      await using tunnelled = createClient({ baseUrl: 'https://data.example', mayUseProxy: true, retries: 0 });
      await assert.rejects(tunnelled.call(fetchProfiles, { ids: [] }, credential), UpstreamUnreachable);

      process.env.NO_PROXY = '127.0.0.1';
      await using listed = await clientOf([usage], { mayUseProxy: true });
      await using embedded = await clientOf([usage]);
      for (const open of [listed, embedded]) {
        await open.client.call(creditUsage, undefined, credential);
        assert.equal(open.upstream.seen[0]?.url, '/credits/usage');
      }
      assert.equal(proxy.seen.length, 2);

      process.env.HTTP_PROXY = 'proxy.example:3128';
      assert.throws(
        () => createClient({ baseUrl: 'http://data.example', mayUseProxy: true }),
        /HTTP_PROXY: must be addresses/,
      );
    } finally {
      for (const name of ['HTTP_PROXY', 'NO_PROXY']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });
});
