import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const key = keyOf('orchard');
const search = '/v3/profiles/search';
const fetches = '/v3/profiles/fetch';
const relationships = '/v3/relationships';
const mapper = '/v3/network-mapper';

const paidAfterFree = '{ searchProfiles(first: 3) { nodes { about } } }';
/** Paid and free ones, of which only the first may reach the upstream. */
const mutations = `mutation Several {
  a: mapNetwork(input: {}) { __typename } b: mapNetwork(input: { companyWebsite: "aurora-labs.example" }) { __typename }
  c: addConnectors(input: { xnetSlugs: ["hiro-tanaka"] }) { queued }
  d: createTeam(input: { name: "Team", ownerEmail: "owner@team.example" }) { __typename }
}`;
/** Nobody is called so: the graph asks for them again and again. */
const endless = 'subscription { addedConnectors(xnetSlugs: ["nobody-at-all"]) { waiting } }';
const withEvent = 'subscription { addedConnectors(xnetSlugs: ["ada-moreau", "nobody-at-all"]) { waiting } }';

/** A caller of one operation, as its transport has it leave. */
interface Caller {
  leave(): void;
  /** Resolves with the first event. */
  readonly heard: Promise<unknown>;
}

type Call = (graph: TestGraph, query: string) => Promise<Caller>;

const byFetch =
  (path: string, accept: string, method: 'GET' | 'POST' = 'POST'): Call =>
  async ({ graph }, query) => {
    const leaving = new AbortController();
    const url = method === 'GET' ? `${graph.url}${path}?query=${encodeURIComponent(query)}` : graph.url + path;
    const answer = fetch(url, {
      method,
      headers: { 'content-type': 'application/json', accept, 'x-api-key': key },
      body: method === 'GET' ? null : JSON.stringify({ query }),
      signal: leaving.signal,
    });
    const heard = answer.then(async ({ body }) => {
      let text = '';
      for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
        if (text.includes('"waiting"')) return;
      }
    });
    heard.catch(() => undefined);
    return { leave: () => leaving.abort(), heard };
  };

async function openSocket({ graph }: TestGraph): Promise<WebSocket> {
  const socket = new WebSocket(`${graph.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey: key } }));
  await once(socket, 'message');
  return socket;
}

const subscribe = (query: string): string => JSON.stringify({ id: '1', type: 'subscribe', payload: { query } });
const complete = '{"id":"1","type":"complete"}';

const bySocket =
  (leave: (socket: WebSocket) => void): Call =>
  async (graph, query) => {
    const socket = await openSocket(graph);
    const heard = once(socket, 'message');
    socket.send(subscribe(query));
    return { leave: () => leave(socket), heard };
  };

const sockets: Readonly<Record<string, Call>> = {
  'over a WebSocket, by complete': bySocket((socket) => socket.send(complete)),
  'over a WebSocket, by closing it': bySocket((socket) => socket.close()),
  'over a WebSocket that is killed': bySocket((socket) => socket.terminate()),
};

const operations: Readonly<Record<string, Call>> = {
  'in JSON over POST': byFetch('/graphql', 'application/json'),
  'by GET': byFetch('/graphql', 'application/json', 'GET'),
  'for a price': byFetch('/quote', 'application/json'),
  'as server-sent events': byFetch('/graphql', 'text/event-stream'),
  ...sockets,
};

const subscriptions: Readonly<Record<string, Call>> = {
  'of server-sent events': byFetch('/graphql', 'text/event-stream'),
  'of server-sent events, by GET': byFetch('/graphql', 'text/event-stream', 'GET'),
  'of multipart answers': byFetch('/graphql', 'multipart/mixed;subscriptionSpec=1.0'),
  ...sockets,
};

/** Transports × moments, counted at the upstream: nothing outlives its caller, and nothing unpaid is paid after it. */
describe('a caller who leaves', () => {
  let service: CastService;
  let graph: TestGraph;
  let ended: string[];
  before(async () => {
    service = await openCast();
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });
  beforeEach(async () => {
    ended = [];
    const operationLog = pino({ level: 'info' }, { write: (line: string) => void ended.push(line) });
    graph = await openTestGraph(service.url, { operationLog });
  });
  afterEach(() => graph.close());

  /** The graph has answered all that came before. */
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await graph.ask(key, '{ __typename }');
  };

  for (const [how, call] of Object.entries(operations))
    it(`between a search and the fetch that it leads to pays for nothing: ${how}`, async () => {
      const hold = graph.upstream.hold(search);
      const caller = await call(graph, paidAfterFree);
      await hold.arrived(1);
      caller.leave();
      await until(() => ended.some((line) => line.includes('"CANCELLED"')));
      hold.release();
      await settled();
      assert.equal(graph.upstream.count(fetches), 0);
    });

  for (const [how, call] of Object.entries(operations))
    it(`during a paid mutation has none of the following sent: ${how}`, async (t) => {
      if (how === 'by GET' || how === 'for a price') return t.skip('has no mutations');
      const hold = graph.upstream.hold(mapper);
      const caller = await call(graph, mutations);
      await hold.arrived(1);
      caller.leave();
      await settled();
      hold.release();
      await until(() => ended.some((line) => line.includes('mutation')));
      await settled();
      assert.deepEqual(
        graph.upstream.calls.map(({ path }) => path).filter((path) => path !== '/credits/usage'),
        [mapper],
      );
    });

  for (const [how, call] of Object.entries(subscriptions)) {
    it(`before the first event is followed by nothing: ${how}`, async () => {
      const hold = graph.upstream.hold(relationships);
      const caller = await call(graph, endless);
      await hold.arrived(1);
      assert.equal(graph.graph.pollers.subscriptions, 1);
      caller.leave();
      await until(() => graph.graph.pollers.subscriptions === 0);
      hold.release();
      // That call itself is passed on, though nobody waits for it.
      await until(() => graph.upstream.count(relationships) === 1);
      await settled();
      assert.equal(graph.upstream.count(relationships), 1);
    });

    it(`after an event is followed by nothing: ${how}`, async () => {
      const caller = await call(graph, withEvent);
      await caller.heard;
      caller.leave();
      await until(() => graph.graph.pollers.subscriptions === 0);
      // What was under way by then arrives before what is asked later.
      await graph.ask(key, '{ relationships(first: 1) { totalCount } }');
      await settled();
      const asked = graph.upstream.count(relationships);
      await settled();
      assert.equal(graph.upstream.count(relationships), asked);
    });
  }

  for (const query of [
    paidAfterFree,
    'mutation { addConnectors(input: { xnetSlugs: ["hiro-tanaka"] }) { queued } }',
    endless,
  ])
    it(`in the tick in which the operation came has nothing sent: ${query.slice(0, 30)}`, async () => {
      const socket = await openSocket(graph);
      socket.send(subscribe(query));
      socket.send(complete);
      socket.send('{"type":"ping"}');
      await once(socket, 'message');
      await settled();
      assert.deepEqual(graph.upstream.calls, []);
      assert.equal(graph.graph.pollers.subscriptions, 0);
      socket.terminate();
    });

  it('has those who ask the same answered all the same', async () => {
    const hold = graph.upstream.hold(search);
    const leaving = await bySocket((socket) => socket.terminate())(graph, paidAfterFree);
    await hold.arrived(1);
    const staying = graph.ask(key, paidAfterFree);
    await settled();
    leaving.leave();
    await settled();
    hold.release();
    assert.equal((await staying).errors, undefined);
    assert.equal(graph.upstream.count(search), 1);
  });
});
