import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import type { GraphOptions } from '../../../../src/graph/graph-options.ts';
import type { Graph } from '../../../../src/graph/server.ts';
import { ask, followDocument, openTaskGraph, partnerKey } from '../../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream } from '../../../support/graph/task-upstream.ts';
import { until } from '../../../support/until.ts';

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: unknown;
}

/** A client that says just what a test has it say. */
class Raw {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  readonly #closed: Promise<[number, Buffer]>;

  constructor(graph: Graph) {
    this.socket = new WebSocket(`${graph.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    this.socket.on('message', (data) => this.messages.push(JSON.parse(String(data))));
    this.#closed = once(this.socket, 'close') as Promise<[number, Buffer]>;
  }

  static async open(graph: Graph, apiKey?: string): Promise<Raw> {
    const raw = new Raw(graph);
    await once(raw.socket, 'open');
    if (apiKey === undefined) return raw;
    raw.say({ type: 'connection_init', payload: { apiKey } });
    await until(() => raw.messages.some(({ type }) => type === 'connection_ack'));
    return raw;
  }

  say(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(id: string, query: string, variables = {}): void {
    this.say({ type: 'subscribe', id, payload: { query, variables } });
  }

  of(id: string, type: string): Message[] {
    return this.messages.filter((message) => message.id === id && message.type === type);
  }

  async closing(): Promise<{ code: number; reason: string }> {
    const [code, reason] = await this.#closed;
    return { code, reason: String(reason) };
  }
}

const subscribeMessage = (id: string, variables: string): string =>
  `{"type":"subscribe","id":"${id}","payload":{"query":${JSON.stringify(followDocument)},"variables":${variables}}}`;

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Over one upstream: what passes between client and graph is the same whatever it is. */
describe('graphql-transport-ws', () => {
  let upstream: TaskUpstream;
  let graph: Graph | undefined;
  before(async () => {
    upstream = await openTaskUpstream();
  });
  after(() => upstream[Symbol.asyncDispose]());
  afterEach(async () => {
    upstream.fault = undefined;
    await graph?.close();
  });

  const open = async (options: Partial<GraphOptions> = {}): Promise<Graph> => {
    graph = await openTaskGraph(upstream.url, options);
    return graph;
  };

  /** Not shared: it selects what is loaded for each subscriber. */
  const single =
    'subscription ($id: ID!) { mappingTask(id: $id) { id status: rawStatus task { id status: rawStatus } } }';

  const closings: readonly [string, number, string | undefined, (raw: Raw) => void][] = [
    ['a message that is no JSON', 4400, partnerKey, (raw) => raw.say('{')],
    ['a message of no known type', 4400, partnerKey, (raw) => raw.say({ type: 'hello' })],
    [
      'variables that are nested too deeply to be parsed quickly',
      4400,
      partnerKey,
      (raw) => raw.say(subscribeMessage('deep', `{"id":${nested(20_000)}}`)),
    ],
    [
      'a subscription before connection_init',
      4401,
      undefined,
      (raw) => raw.subscribe('1', followDocument, { id: 'x' }),
    ],
    ['connection_init without a key', 4403, undefined, (raw) => raw.say({ type: 'connection_init' })],
    ['no connection_init in time', 4408, undefined, () => {}],
    ['a second connection_init', 4429, partnerKey, (raw) => raw.say({ type: 'connection_init' })],
    ...[followDocument, single].flatMap((first) =>
      [followDocument, single].map((second): (typeof closings)[number] => [
        `an id that is in use (${first === single ? 'single' : 'shared'}, then ${second === single ? 'single' : 'shared'})`,
        4409,
        partnerKey,
        (raw) => {
          // Longer than the reason of a closing may be, in bytes though not in characters.
          const same = '€'.repeat(90);
          raw.subscribe(same, first, { id: 'twice' });
          raw.subscribe(same, second, { id: 'twice' });
        },
      ]),
    ),
  ];
  for (const [what, code, key, say] of closings)
    it(`closes with ${code} after ${what}`, async () => {
      upstream.add('twice');
      const raw = await Raw.open(await open(code === 4408 ? { webSocket: { initTimeoutMs: 50 } } : {}), key);
      say(raw);
      assert.equal((await raw.closing()).code, code);
    });

  it('closes with 4401 when the key is refused, after it has said so', async () => {
    const at = await open();
    const task = upstream.add('expiring');
    for (const query of [followDocument, single]) {
      upstream.fault = undefined;
      const raw = await Raw.open(at, 'a key that expires');
      raw.subscribe('1', query, { id: task.id });
      await until(() => raw.of('1', 'next').length > 0);
      upstream.fault = ({ key }) => (key === 'a key that expires' ? { status: 401 } : undefined);
      assert.equal((await raw.closing()).code, 4401);
      assert.match(JSON.stringify(raw.of('1', 'error')), /UNAUTHENTICATED/);
    }
  });

  it('answers a syntax error and an invalid document as the operation’s errors, and goes on', async () => {
    const raw = await Raw.open(await open(), partnerKey);
    const task = upstream.add('valid');
    raw.subscribe('syntax', 'subscription { mappingTask(');
    raw.subscribe('field', 'subscription { mappingTask(id: "x") { nothing } }');
    raw.subscribe('variable', followDocument, { id: null });
    raw.subscribe('good', followDocument, { id: task.id });
    await until(() => ['syntax', 'field', 'good'].every((id) => raw.messages.some((message) => message.id === id)));
    assert.match(JSON.stringify(raw.of('syntax', 'error')), /Syntax Error/);
    assert.match(JSON.stringify(raw.of('field', 'error')), /Cannot query field/);
    await until(() => raw.messages.some(({ id }) => id === 'variable'));
    assert.match(JSON.stringify(raw.messages.filter(({ id }) => id === 'variable')), /must not be null/);
    raw.say({ type: 'ping', payload: { n: 1 } });
    await until(() => raw.messages.some(({ type }) => type === 'pong'));
    raw.say({ type: 'complete', id: 'good' });
    await until(() => graph?.pollers.size === 0);
    raw.socket.terminate();
  });

  it('answers variables that are nested as deeply as they may be', async () => {
    const raw = await Raw.open(await open(), partnerKey);
    const deep = nested(1990);
    const { id } = upstream.add('deep');
    raw.say(subscribeMessage('id', `{"id":${deep}}`));
    raw.say(subscribeMessage('other', `{"id":"${id}","other":${deep}}`));
    await until(() => ['id', 'other'].every((id) => raw.messages.some((message) => message.id === id)));
    assert.match(JSON.stringify(raw.messages.filter(({ id }) => id === 'id')), /ID cannot represent/);
    assert.equal(raw.of('other', 'next').length, 1);
    raw.socket.terminate();
  });

  it('closes with 1009 after a message that is longer than a body may be', async () => {
    const raw = await Raw.open(await open({ limits: { bodyBytes: 1000 } }), partnerKey);
    raw.subscribe('1', followDocument, { id: 'x'.repeat(1000) });
    assert.equal((await raw.closing()).code, 1009);
  });

  for (const order of ['before', 'after'])
    it(`tells one whose connection_init is wrong elsewhere, and nobody else, ${order} somebody who is right`, async () => {
      const at = await open();
      const task = upstream.add('wrong budget');
      const first = order === 'after' ? await Raw.open(at, partnerKey) : undefined;
      first?.subscribe('1', followDocument, { id: task.id });
      if (first) await until(() => first.of('1', 'next').length > 0);
      const wrong = await Raw.open(at);
      wrong.say({ type: 'connection_init', payload: { apiKey: partnerKey, 'x-credit-budget': 'lots' } });
      await until(() => wrong.messages.some(({ type }) => type === 'connection_ack'));
      wrong.subscribe('1', followDocument, { id: task.id });
      await until(() => wrong.of('1', 'error').length > 0);
      assert.match(JSON.stringify(wrong.of('1', 'error')), /x-credit-budget.*BAD_USER_INPUT/);
      const right = await Raw.open(at, partnerKey);
      right.subscribe('1', followDocument, { id: task.id });
      await until(() => right.of('1', 'next').length > 0);
      for (const { socket } of [wrong, right, ...(first ? [first] : [])]) socket.terminate();
    });

  it('answers queries and mutations too', async () => {
    const raw = await Raw.open(await open(), partnerKey);
    raw.subscribe('q', '{ __typename }');
    await until(() => raw.of('q', 'complete').length > 0);
    assert.deepEqual(raw.of('q', 'next')[0]?.payload, { data: { __typename: 'Query' }, extensions: extensionsOf(raw) });
    raw.socket.terminate();
  });

  const extensionsOf = (raw: Raw): unknown => {
    const payload = raw.of('q', 'next')[0]?.payload;
    return typeof payload === 'object' && payload !== null && 'extensions' in payload ? payload.extensions : undefined;
  };

  it('has limits on what one socket and one key may have open', async () => {
    const at = await open({ tracking: { subscriptionsPerSocket: 2, subscriptionsPerKey: 3 } });
    const task = upstream.add('limited');
    const one = await Raw.open(at, partnerKey);
    for (const id of ['1', '2', '3']) one.subscribe(id, id === '2' ? single : followDocument, { id: task.id });
    await until(() => one.of('3', 'error').length > 0);
    assert.match(JSON.stringify(one.of('3', 'error')), /a socket may have 2 open.*TOO_MANY_SUBSCRIPTIONS/);
    const other = await Raw.open(at, partnerKey);
    for (const id of ['1', '2']) other.subscribe(id, followDocument, { id: task.id });
    await until(() => other.messages.some(({ id, type }) => id === '2' && type !== 'next'));
    assert.match(JSON.stringify(other.of('2', 'error')), /this key may have 3 open.*TOO_MANY_SUBSCRIPTIONS/);
    one.say({ type: 'complete', id: '1' });
    await until(() => at.pollers.subscriptions === 2);
    other.subscribe('3', followDocument, { id: task.id });
    await until(() => other.of('3', 'next').length > 0);
    for (const { socket } of [one, other]) socket.terminate();
    await until(() => at.pollers.subscriptions === 0);
  });

  it('drops a socket that does not answer pings', async () => {
    const raw = new Raw(await open({ webSocket: { pingMs: 20 } }));
    await once(raw.socket, 'open');
    raw.say({ type: 'connection_init', payload: { apiKey: partnerKey } });
    // A client that reads nothing sees no ping either.
    raw.socket.pause();
    await until(() => graph?.sockets.size === 0);
    raw.socket.terminate();
  });

  it('closes on a reader that is too slow, with what makes it come back', async () => {
    const raw = await Raw.open(await open({ webSocket: { maxBuffered: 1024 } }), partnerKey);
    const whole = '{ __schema { types { name description fields { name description args { name description } } } } }';
    raw.socket.pause();
    for (let n = 0; n < 300; n++) raw.subscribe(String(n), whole);
    // The graph gives up on the socket while nothing of it is read.
    await until(() => graph?.sockets.lagged === 1);
    raw.socket.resume();
    const { code, reason } = await raw.closing();
    assert.deepEqual([code, reason.split(':')[0]], [1013, 'Lagged']);
  });

  it('keeps no more than a handful of events for a reader of a stream that is too slow, and loses no status', async () => {
    const at = await open({ polling: { longestMs: 5 } });
    // So long a status that a few events fill whatever buffers lie between.
    const long = 'x'.repeat(1024 * 1024);
    const task = upstream.add('a slow stream', long);
    let looks = 0;
    // What is no answer is not asked for again before the next look.
    upstream.fault = () => (looks++ % 2 === 0 ? undefined : { status: 200 });
    const response = await fetch(`${at.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': partnerKey },
      body: JSON.stringify({ query: followDocument, variables: { id: task.id } }),
    });
    await until(() => looks > 200);
    upstream.fault = undefined;
    task.status = 'Mapped';
    await until(() => at.pollers.subscriptions === 0);
    const told = (await response.text()).split('\n\n').filter((block) => block.startsWith('event: next'));
    const kinds = told.map((block) => /"kind":"(\w+)"/.exec(block)?.[1]);
    assert.ok(kinds.length < 40, `${kinds.length} events`);
    assert.equal(kinds.filter((kind) => kind === 'STATUS').length, 2);
    assert.match(told.at(-1) ?? '', /"status":"Mapped".*"final":true/);
  });

  it('sends its clients elsewhere when it stops, and drops those who stay', async () => {
    const at = await open({ tracking: { drainMs: 50 } });
    const task = upstream.add('draining');
    const leaving = await Raw.open(at, partnerKey);
    const staying = await Raw.open(at, partnerKey);
    for (const raw of [leaving, staying]) {
      raw.subscribe('1', followDocument, { id: task.id });
      await until(() => raw.of('1', 'next').length > 0);
    }
    staying.socket.pause();
    const streamed = fetch(`${at.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-api-key': partnerKey },
      body: JSON.stringify({ query: followDocument, variables: { id: task.id } }),
    }).then((response) => response.text());
    await until(() => at.pollers.subscriptions === 3);
    const cut = assert.rejects(streamed, { message: 'terminated' });
    // Its upstream never answers: it is cut off when the time is over.
    const asked = Promise.withResolvers<void>();
    upstream.fault = ({ path }) => {
      if (path !== '/v3/relationships') return undefined;
      asked.resolve();
      return 'silence';
    };
    const plain = assert.rejects(ask(at, '{ relationships { totalCount } }'), { message: 'fetch failed' });
    await asked.promise;
    await at.close();
    await plain;
    upstream.fault = undefined;
    assert.deepEqual(await leaving.closing(), { code: 1001, reason: 'Going away: subscribe again' });
    assert.deepEqual(leaving.of('1', 'error'), []);
    await cut;
    staying.socket.terminate();
  });
});
