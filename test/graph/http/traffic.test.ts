import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import pino from 'pino';
import { Client } from 'undici';
import { WebSocket } from 'ws';
import type { TrafficOptions } from '../../../src/graph/http/traffic.ts';
import { openGraph } from '../../../src/graph/server.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { timedOut } from '../../support/network/timed-out.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;
const usage = '{ credits { usage } }';
/** Neither cached nor shared with the same query of another request. */
const anew = { 'x-kith-max-age': '0' };

interface Sending {
  readonly key?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST';
}

async function send(
  { graph }: Pick<TestGraph, 'graph'>,
  { key, query = usage, headers = {}, method = 'POST' }: Sending,
) {
  const all = { ...anew, ...(key && { 'x-api-key': key }), ...headers };
  const response =
    method === 'GET'
      ? await fetch(`${graph.url}/graphql?query=${encodeURIComponent(query)}`, { headers: all })
      : await fetch(`${graph.url}/graphql`, {
          method,
          headers: { 'content-type': 'application/json', ...all },
          body: JSON.stringify({ query }),
        });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const fetches = '/v3/profiles/fetch';
const event = (slug: string, selected = 'about') =>
  `subscription { addedConnectors(xnetSlugs: ["${slug}"]) { appeared { profile { ${selected} } } } }`;

/** Follows one of the cast who is a connector already, whose one event comes at once. */
async function follow({ graph }: Pick<TestGraph, 'graph'>, key: string, query: string) {
  const response = await fetch(`${graph.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  return JSON.parse(/^event: next\ndata: (.+)$/m.exec(await response.text())?.[1] ?? 'null');
}

/** Opens a WebSocket and sends messages: the code with which it is closed, or how its upgrade is refused. */
async function upgrade(
  { graph }: Pick<TestGraph, 'graph'>,
  headers: Readonly<Record<string, string>>,
  frames: readonly string[],
  leaves?: number,
): Promise<number | { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string }> {
  const socket = new WebSocket(`${graph.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
  const refused = once(socket, 'unexpected-response');
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  socket.on('open', () => socket.send(frames[0] ?? ''));
  socket.on('message', (data) => {
    if (!String(data).includes('connection_ack')) return;
    for (const frame of frames.slice(1)) socket.send(frame);
    if (leaves !== undefined) socket.close(leaves);
  });
  const [first, response] = await Promise.race([refused, closed]);
  if (typeof first === 'number') return first;
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('what a caller may take', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });

  const open = (traffic: Partial<TrafficOptions>, options: Parameters<typeof openTestGraph>[1] = {}) =>
    openTestGraph(service.url, { ...options, traffic });
  const execution = (atOnce: number, waitMs: number, deadlineMs = 60_000) => ({
    execution: { concurrency: { atOnce, waitMs }, deadlineMs },
  });

  describe('at once', () => {
    it('executes so many operations of one key, and does not keep another key waiting', async () => {
      await using graph = await open(execution(2, 60_000));
      const asked: (string | undefined)[] = [];
      const release = Promise.withResolvers<void>();
      graph.upstream.gate = async ({ key }) => {
        asked.push(key);
        await release.promise;
      };
      const many = Array.from({ length: 6 }, () => send(graph, { key: keyOf('orchard') }));
      await until(() => asked.length >= 2);
      const other = send(graph, { key: keyOf('meadow') });
      await until(() => asked.includes(keyOf('meadow')));
      assert.equal(asked.filter((key) => key === keyOf('orchard')).length, 2);
      release.resolve();
      for (const answer of await Promise.all([...many, other])) assert.equal(answer.body.errors, undefined);
    });

    for (const method of ['GET', 'POST'] as const)
      it(`answers ${method} with 429 when its turn does not come in time, and says when to come back`, async () => {
        await using graph = await open(execution(1, 1));
        const hold = graph.upstream.hold('/credits/usage');
        const first = send(graph, { key: keyOf('orchard') });
        await hold.arrived(1);
        const { status, headers, body } = await send(graph, { key: keyOf('orchard'), method });
        assert.equal(status, 429);
        assert.equal(headers.get('retry-after'), '1');
        assert.equal(headers.get('ratelimit-policy'), '"concurrency";q=1;qu="concurrent-requests"');
        assert.equal(body.errors[0].extensions.code, 'RATE_LIMITED');
        assert.equal(body.extensions.credits.charged, 0);
        hold.release();
        assert.equal((await first).body.errors, undefined);
        assert.equal((await send(graph, { key: keyOf('orchard') })).status, 200);
      });

    it('takes an operation whose caller leaves out of the queue at once, and asks nothing for it', async () => {
      const ended: string[] = [];
      const operationLog = pino({ level: 'info' }, { write: (line: string) => ended.push(line) });
      const concurrency = { atOnce: 1, waitMs: 60_000, maxWaiting: 1 };
      await using graph = await open({ execution: { concurrency, deadlineMs: 60_000 } }, { operationLog });
      const key = keyOf('orchard');
      const hold = graph.upstream.hold('/credits/usage');
      const first = send(graph, { key });
      await hold.arrived(1);
      const leaving = new AbortController();
      const { signal } = leaving;
      const document = `mutation { addConnectors(input: { xnetSlugs: ["hiro-tanaka"] }) { queued } }`;
      const two = Array.from({ length: 2 }, () => graph.ask(key, document, {}, { signal }));
      // One is refused, since the other waits.
      const refused = await Promise.race(two);
      assert.match(refused.errors?.[0]?.message ?? '', /at most 1 may wait, but as many already do/);
      leaving.abort();
      await Promise.allSettled(two);
      await until(() => ended.some((line) => line.includes('"CANCELLED"')));
      const next = send(graph, { key });
      hold.release();
      for (const answer of await Promise.all([first, next])) assert.equal(answer.status, 200);
      assert.equal(graph.upstream.count('/team/add-connector'), 0);
      assert.equal(graph.upstream.count('/credits/usage'), 2);
    });
  });

  describe('at once, of events', () => {
    it('executes as many as of operations, and loses none of those that wait', async () => {
      await using graph = await open(execution(1, 1));
      let underWay = 0;
      let most = 0;
      graph.upstream.gate = async ({ path }) => {
        if (path !== fetches) return;
        underWay += 1;
        most = Math.max(most, underWay);
        // The other one would be under way by then.
        for (let fence = 0; fence < 20; fence += 1) await send(graph, { query: '{ __typename }' });
        underWay -= 1;
      };
      const told = await Promise.all(
        ['ada-moreau', 'ben-okafor'].map((slug) => follow(graph, keyOf('orchard'), event(slug))),
      );
      for (const { data, errors, extensions } of told) {
        assert.equal(errors, undefined);
        assert.ok('about' in data.addedConnectors.appeared[0].profile);
        assert.equal(extensions.credits.charged, 1);
      }
      assert.equal(graph.upstream.count(fetches), 2);
      assert.equal(most, 1);
    });

    it('asks nothing for one whose subscriber leaves while it waits', async () => {
      const concurrency = { atOnce: 1, waitMs: 1, maxWaiting: 1 };
      await using graph = await open({ execution: { concurrency, deadlineMs: 60_000 } });
      const key = keyOf('orchard');
      const refusedAs = async (reason: RegExp) => {
        let told = '';
        for (let asked = 0; asked < 1000 && !reason.test(told); asked += 1)
          told = (await send(graph, { key })).body.errors[0].message;
        assert.match(told, reason);
      };
      const hold = graph.upstream.hold('/credits/usage');
      const first = send(graph, { key });
      await hold.arrived(1);
      const client = createClient({
        url: `${graph.graph.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey: key },
      });
      const nothing = () => undefined;
      const leave = client.subscribe(
        { query: event('ada-moreau') },
        { next: nothing, error: nothing, complete: nothing },
      );
      await refusedAs(/at most 1 may wait, but as many already do/);
      leave();
      await refusedAs(/none of them ended/);
      hold.release();
      await first;
      assert.equal((await send(graph, { key })).status, 200);
      assert.equal(graph.upstream.count(fetches), 0);
      await client.dispose();
    });
  });

  describe('in a minute', () => {
    it('refuses one operation of a key too many, its sessions included, and no other key', async () => {
      await using graph = await open({ rates: { perKey: 4, perAddress: undefined } });
      const made = await fetch(`${graph.graph.url}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard') },
        body: '{}',
      });
      const { token } = await made.json();
      const first = await send(graph, { key: keyOf('orchard') });
      assert.equal(first.headers.get('ratelimit-policy'), '"key";q=4;w=60');
      assert.match(first.headers.get('ratelimit') ?? '', /^"key";r=2;t=[1-6]?\d$/);
      assert.equal((await send(graph, { headers: { authorization: `Bearer ${token}` } })).status, 200);
      assert.equal((await send(graph, { key: keyOf('orchard'), method: 'GET' })).status, 200);
      const refused = await send(graph, { key: keyOf('orchard') });
      assert.equal(refused.status, 429);
      assert.equal(refused.body.errors[0].extensions.code, 'RATE_LIMITED');
      assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      assert.equal((await send(graph, { headers: { authorization: `Bearer ${token}` } })).status, 429);
      assert.equal((await send(graph, { key: keyOf('meadow') })).status, 200);
    });

    it('counts over all graphs that share a Redis', { skip: redisUrl ? false : 'no Redis' }, async () => {
      const options = {
        upstreamUrl: service.url,
        log: pino({ level: 'silent' }),
        secret: randomUUID(),
        redisUrl,
        traffic: { rates: { perKey: 2, perAddress: undefined } },
      };
      await using one = await openGraph(options);
      await using other = await openGraph(options);
      const statuses: number[] = [];
      for (const graph of [one, other, one, other])
        statuses.push((await send({ graph }, { key: keyOf('orchard') })).status);
      assert.deepEqual(statuses, [200, 200, 429, 429]);
    });

    it('counts callers without an accepted key by their address', async () => {
      await using graph = await open({ rates: { perKey: undefined, perAddress: 3 } });
      assert.equal((await send(graph, { query: '{ __typename }' })).status, 200);
      assert.equal((await send(graph, { key: 'nobodys' })).status, 401);
      // An address that the caller makes up counts for nothing.
      const made = { 'x-forwarded-for': '203.0.113.7' };
      assert.equal((await send(graph, { query: '{ __typename }', headers: made })).status, 200);
      assert.equal((await send(graph, { query: '{ __typename }', headers: made })).status, 429);
      assert.equal((await send(graph, { key: keyOf('orchard') })).status, 200);
    });

    for (const [what, frames] of Object.entries({
      'that send no key': ['{"type":"connection_init"}'],
      'with a key that was refused': [
        '{"type":"connection_init","payload":{"apiKey":"nobodys"}}',
        `{"type":"subscribe","id":"1","payload":{"query":"${usage}"}}`,
      ],
    }))
      it(`counts WebSockets by their address: those ${what}`, async () => {
        await using graph = await open({ rates: { perKey: undefined, perAddress: 3 } });
        let opened = 0;
        for (; opened < 10; opened += 1) {
          const answer = await upgrade(graph, {}, frames);
          if (typeof answer === 'number') continue;
          assert.equal(answer.status, 429);
          assert.match(String(answer.headers['retry-after']), /^[1-9]\d?$/);
          assert.equal(answer.headers['cache-control'], 'no-store');
          assert.match(answer.body, /"RATE_LIMITED"/);
          break;
        }
        assert.equal(opened, 4);
        assert.equal((await send(graph, { query: '{ __typename }' })).status, 429);
        const init = '{"type":"connection_init"}';
        assert.equal(typeof (await upgrade(graph, { 'x-api-key': keyOf('orchard') }, [init], 1000)), 'number');
      });

    it('counts no WebSocket whose key is accepted, wherever it is sent', async () => {
      await using graph = await open({ rates: { perKey: undefined, perAddress: 1 } });
      const init = JSON.stringify({ type: 'connection_init', payload: { apiKey: keyOf('orchard') } });
      assert.equal((await send(graph, { key: keyOf('orchard') })).status, 200);
      for (let times = 0; times < 4; times += 1) assert.equal(await upgrade(graph, {}, [init], 1000), 1000);
    });

    it('counts who asks for sessions with a key that was refused', async () => {
      await using graph = await open({ rates: { perKey: undefined, perAddress: 1 } });
      const statuses: number[] = [];
      for (let times = 0; times < 3; times += 1) {
        const answer = await fetch(`${graph.graph.url}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': 'nobodys' },
          body: '{}',
        });
        await answer.body?.cancel();
        statuses.push(answer.status);
      }
      assert.deepEqual(statuses, [401, 429, 429]);
    });

    it('believes a trusted proxy where a request comes from, and counts an IPv6 network of 64 bits as one', async () => {
      await using graph = await open({
        rates: { perKey: undefined, perAddress: 1 },
        trustedProxies: ['127.0.0.0/8'],
      });
      const from = async (address: string) =>
        (await send(graph, { query: '{ __typename }', headers: { 'x-forwarded-for': address } })).status;
      assert.deepEqual(
        [await from('203.0.113.7'), await from('203.0.113.8'), await from('203.0.113.7')],
        [200, 200, 429],
      );
      assert.deepEqual(
        [await from('2001:db8::1'), await from('2001:db8::ffff'), await from('2001:db8:0:1::1')],
        [200, 429, 200],
      );
      // Ports and brackets are not the address, and what is no address names nobody: the proxy itself counts.
      assert.deepEqual([await from('203.0.113.20:40001'), await from('203.0.113.20:40002')], [200, 429]);
      assert.deepEqual([await from('[2001:db8:7::1]:4000'), await from('[2001:db8:7::2]:4001')], [200, 429]);
      assert.deepEqual([await from('2001:db8:7::3'), await from('203.0.113.20')], [429, 429]);
      assert.deepEqual(
        [await from('198.51.100.1, 127.0.0.4:80'), await from('198.51.100.2,127.0.0.4:81,')],
        [200, 200],
      );
      assert.deepEqual(
        [await from('junk1'), await from('_hidden2'), await from('198.51.100.3, unknown')],
        [200, 429, 429],
      );
      const upgradeFrom = async (address: string) => {
        const answer = await upgrade(graph, { 'x-forwarded-for': address }, ['{"type":"connection_init"}']);
        return typeof answer === 'number' ? answer : answer.status;
      };
      assert.deepEqual([await upgradeFrom('203.0.113.7'), await upgradeFrom('203.0.113.9')], [429, 4403]);
      assert.deepEqual([await upgradeFrom('203.0.113.20:5'), await upgradeFrom('junk3')], [429, 429]);
    });
  });

  it('ends an operation at its deadline, and says what was paid until then', async (t) => {
    const deadlineMs = 2000;
    await using graph = await open(execution(64, 1000, deadlineMs));
    graph.upstream.fault = ({ path }) => (path === '/credits/usage' ? 'silence' : undefined);
    const query = `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { about } } credits { usage } }`;
    const { body } = await timedOut(
      t,
      deadlineMs,
      () => send(graph, { key: keyOf('orchard'), query }),
      () => graph.upstream.count('/credits/usage') === 1 && graph.upstream.count('/v3/profiles/fetch') === 1,
    );
    assert.ok('about' in body.data.profile);
    assert.deepEqual(
      body.errors.map(({ path, extensions }: { path: unknown; extensions: object }) => ({ path, extensions })),
      [{ path: ['credits'], extensions: { code: 'DEADLINE_EXCEEDED' } }],
    );
    assert.ok(body.extensions.credits.charged > 0);
  });

  it('names the deadline, and not the caller, where a failure is data', async (t) => {
    const deadlineMs = 2000;
    await using graph = await open(execution(64, 1000, deadlineMs));
    graph.upstream.fault = ({ path }) => (path === '/v3/profiles/search' ? 'silence' : undefined);
    const query =
      '{ profile(by: { xnetSlug: "ada-moreau" }) { ... on Profile { id } ... on Problem { code message } } }';
    const { body } = await timedOut(
      t,
      deadlineMs,
      () => send(graph, { key: keyOf('orchard'), query }),
      () => graph.upstream.count('/v3/profiles/search') === 1,
    );
    assert.equal(body.data.profile.code, 'CANCELLED');
    assert.match(body.data.profile.message, /deadline passed before the answer came/);
  });

  it('ends an event of a subscription at its deadline, and says what was paid until then', async () => {
    // A real wait: with timers that stand still, a stream over PostgreSQL would not end.
    await using graph = await open(execution(64, 1000, 2000));
    graph.upstream.fault = ({ path, body }) =>
      path === '/v3/relationships' && JSON.stringify(body).includes('profile_info.id') ? 'silence' : undefined;
    const selected = event('ada-moreau', 'about connections { __typename }');
    const { data, errors, extensions } = await follow(graph, keyOf('orchard'), selected);
    assert.ok('about' in data.addedConnectors.appeared[0].profile);
    assert.deepEqual(
      errors.map(({ path, extensions }: { path: unknown; extensions: object }) => ({ path, extensions })),
      [
        {
          path: ['addedConnectors', 'appeared', 0, 'profile', 'connections'],
          extensions: { code: 'DEADLINE_EXCEEDED' },
        },
      ],
    );
    assert.equal(extensions.credits.charged, 1);
  });

  for (const method of ['GET', 'POST'] as const)
    it(`refuses ${method} an answer of too many bytes, and says what was paid`, async () => {
      await using graph = await open({}, { limits: { responseBytes: 600 } });
      const query = `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { about ${Array.from({ length: 50 }, (_, index) => `a${index}: about`).join(' ')} } } }`;
      const { status, body, text } = await send(graph, { key: keyOf('orchard'), query, method });
      assert.equal(status, 400);
      assert.equal(body.errors[0].extensions.code, 'RESPONSE_TOO_LARGE');
      assert.ok(body.extensions.credits.charged > 0);
      assert.ok(text.length < 600);
    });

  it('refuses what comes while it is never idle and has enough under way, but for /healthz', {
    timeout: 60_000,
  }, async () => {
    await using graph = await open({ load: { ...noLoadGuard, busyMs: 1 }, ...execution(128, 60_000) });
    const hold = graph.upstream.hold('/credits/usage');
    const held = Array.from({ length: 128 }, () => send(graph, { key: keyOf('orchard') }));
    await hold.arrived(128);
    const asked = () => send(graph, { query: '{ __typename }' });
    let answer = await asked();
    // Idle once it is left alone, whatever is under way: requests in a row would keep it busy.
    while (answer.status === 503) {
      await wait(150);
      answer = await asked();
    }
    assert.equal(answer.status, 200);
    let refused = false;
    const never = until(() => refused);
    // One connection: what was not read of a refused request is no part of the next one.
    const connection = new Client(graph.graph.url);
    const on = async (path: string, body: string | null) => {
      const answer = await connection.request({ path, method: body === null ? 'GET' : 'POST', body });
      await answer.body.dump();
      return answer.statusCode;
    };
    try {
      while (answer.status === 200) answer = await asked();
      assert.equal(answer.status, 503);
      assert.equal(answer.body.errors[0].extensions.code, 'OVERLOADED');
      assert.equal(answer.headers.get('retry-after'), '1');
      assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]{36}$/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      const long = JSON.stringify({ query: usage.padEnd(50_000) });
      assert.deepEqual(
        [await on('/graphql', long), await on('/graphql', long), await on('/healthz', null)],
        [503, 503, 200],
      );
    } finally {
      refused = true;
      await never;
      hold.release();
      await connection.close();
    }
    for (const one of held) assert.equal((await one).status, 200);
  });

  for (const [what, load] of Object.entries({
    'the heap is full': { ...noLoadGuard, heapPart: 1e-9 },
    'the memory to which it is confined is full': { ...noLoadGuard, memoryPart: 1e-9, memoryLimit: () => 2 ** 30 },
    'the event loop is late': { ...noLoadGuard, loopDelayMs: 1e-9 },
  }))
    it(`refuses what comes while ${what}, but for /healthz`, { timeout: 30_000 }, async () => {
      await using graph = await open({ load });
      let answer = await send(graph, { key: keyOf('orchard') });
      // It is measured every other second.
      while (answer.status === 200) answer = await send(graph, { key: keyOf('orchard') });
      assert.equal(answer.status, 503);
      assert.equal(answer.headers.get('retry-after'), '1');
      assert.equal(answer.body.errors[0].extensions.code, 'OVERLOADED');
      assert.equal((await fetch(`${graph.graph.url}/healthz`)).status, 200);
      const upgraded = await upgrade(graph, { 'x-api-key': keyOf('orchard') }, []);
      assert.ok(typeof upgraded === 'object', `a WebSocket was closed with ${upgraded}`);
      assert.equal(upgraded.status, 503);
      assert.match(upgraded.body, /"OVERLOADED"/);
    });
});
