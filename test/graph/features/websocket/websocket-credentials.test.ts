import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { keyOf } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { sessionToken } from '../../../support/session-token.ts';

const key = keyOf('orchard');

interface Opening {
  /** Of the upgrade, as clients outside browsers send them. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, unknown>>;
}

describe('the credential of a WebSocket', () => {
  let graph: CastGraph;
  let token: string;
  before(async () => {
    graph = await openCastGraph();
    token = await sessionToken(graph.graph.url, key);
  });
  after(() => graph.close());

  const socketWith = (headers: Opening['headers'] = {}) =>
    class extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers });
      }
    };
  const endpoint = (): string => `${graph.graph.url.replace('http', 'ws')}/graphql`;

  /** What the team of a connection has used, asked over it. */
  async function usage({ headers, params = {} }: Opening): Promise<unknown> {
    const client = createClient({
      url: endpoint(),
      webSocketImpl: socketWith(headers),
      connectionParams: params,
      retryAttempts: 0,
    });
    try {
      const { value } = await client.iterate({ query: '{ credits { usage } }' }).next();
      return value;
    } finally {
      await client.dispose();
    }
  }

  const accepted: Readonly<Record<string, () => Opening>> = {
    'as connectionParams.apiKey': () => ({ params: { apiKey: key } }),
    'as x-api-key in connectionParams': () => ({ params: { 'X-Api-Key': key } }),
    'in headers in connectionParams': () => ({ params: { headers: { 'X-API-Key': key } } }),
    'in the upgrade’s headers': () => ({ headers: { 'X-API-Key': key } }),
    'in connectionParams, where the upgrade has another': () => ({
      params: { apiKey: key },
      headers: { 'x-api-key': 'no such key' },
    }),
    'as a session’s token': () => ({ params: { token } }),
    'as a session’s token in the upgrade’s headers': () => ({
      headers: { authorization: `Bearer ${token}` },
    }),
    'as a session’s token in headers in connectionParams': () => ({
      params: { headers: { Authorization: `Bearer ${token}` } },
    }),
  };
  for (const [where, opening] of Object.entries(accepted))
    it(`is taken ${where}`, async () => {
      const answer = await usage(opening());
      assert.match(JSON.stringify(answer), /"usage":\d/);
    });

  it('comes with the other headers of the upgrade', async () => {
    const answer = await usage({ headers: { 'x-api-key': key, 'x-credit-budget': '7' } });
    assert.match(JSON.stringify(answer), /"budget":7/);
  });

  const takesKey =
    /^Forbidden: connectionParams\.apiKey takes an API key, but got a session’s token: send it as connectionParams\.token\.$/;
  const refused: Readonly<Record<string, readonly [() => Opening, RegExp]>> = {
    'there is none': [() => ({}), /^Forbidden: no API key in connectionParams.apiKey, nor in x-api-key of/],
    'its session is over': [
      () => ({ params: { token: 'kiths4_0' } }),
      /^Forbidden: The session has ended, .* POST \/session/,
    ],
    'a session’s token stands beside a key': [
      () => ({ params: { apiKey: key, token } }),
      /^Forbidden: .* send one of them/,
    ],
    'a session’s token is sent as a key': [() => ({ params: { apiKey: token } }), takesKey],
    'a session’s token is sent as a key in headers in connectionParams': [
      () => ({ params: { headers: { 'X-API-Key': ` ${token}` } } }),
      takesKey,
    ],
    'a session’s token is sent as a key in the upgrade’s headers': [
      () => ({ headers: { 'x-api-key': token } }),
      takesKey,
    ],
    'a key is sent as a session’s token': [
      () => ({ params: { token: key } }),
      /^Forbidden: connectionParams\.token takes a session’s token \(kiths4_…\): send an API key as connectionParams\.apiKey\.$/,
    ],
  };
  for (const [why, [opening, reason]] of Object.entries(refused))
    it(`closes the socket with the reason where ${why}`, async () => {
      const { headers, params = {} } = opening();
      graph.upstream.forget();
      const socket = new WebSocket(endpoint(), 'graphql-transport-ws', { headers: headers ?? {} });
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: params }));
      const [code, text] = await once(socket, 'close');
      assert.equal(code, 4403);
      assert.match(String(text), reason);
      assert.deepEqual(graph.upstream.calls, []);
    });

  // An upstream would hear of the same key, and the graph count it as another, with purses and records of its own.
  for (const apiKey of ['no such key', ` ${key}`, `${key}\t`])
    it(`closes the socket with the reason where the data service refuses the key, or would never get it: ${JSON.stringify(apiKey)}`, async () => {
      const socket = new WebSocket(endpoint(), 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey } }));
      await once(socket, 'message');
      const query = 'subscription { mappingTask(id: "any") { status } }';
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
      const [code, text] = await once(socket, 'close');
      assert.deepEqual([code, String(text)], [4401, 'Unauthorized: the data service refuses the API key']);
    });
});
