import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';

const whole = '{ __typename }';
/** Each stream ends by itself: the first after its only answer, the second when its source does. */
const ending = 'subscription { addedConnectors(xnetSlugs: ["ada-moreau"]) { waiting } }';

describe('an event stream', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph?.close());

  /** Everything that the graph writes until it closes the connection. */
  async function untilClosed(lines: readonly string[], body: string): Promise<string> {
    const { hostname, port } = new URL(graph.graph.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    const head = [...lines, `host: ${hostname}`, `x-api-key: ${keyOf('orchard')}`];
    const length = body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
    socket.write(`${[...head, ...length].join('\r\n')}\r\n\r\n${body}`);
    await once(socket, 'close');
    return text;
  }

  for (const accept of ['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0'])
    for (const [what, query] of Object.entries({ 'one answer': whole, 'the events of a subscription': ending }))
      for (const method of ['POST', 'GET'])
        it(`has a head that no proxy collects, and closes as it was asked: ${accept} by ${method}, of ${what}`, {
          timeout: 20_000,
        }, async () => {
          const target = method === 'GET' ? `/graphql?query=${encodeURIComponent(query)}` : '/graphql';
          const lines = [`${method} ${target} HTTP/1.1`, 'connection: close', `accept: ${accept}`];
          const answer = await untilClosed(lines, method === 'GET' ? '' : JSON.stringify({ query }));
          const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
          assert.match(head, /^http\/1\.1 200 /);
          assert.match(head, /\r\nx-accel-buffering: no/);
          assert.match(head, /\r\ncache-control: no-store/);
          assert.match(head, /\r\nconnection: close/);
          assert.doesNotMatch(head, /content-encoding|connection: keep-alive/);
          assert.match(answer, query === whole ? /"__typename":"Query"/ : /"waiting":/);
        });
});
