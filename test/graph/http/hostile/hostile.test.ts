import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import { keyOf } from '../../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';
import { type CastService, openCast } from '../../../support/service.ts';
import { frames, largeRequests, requests } from './requests.ts';

const maxBytes = 256 * 1024;

describe('a hostile request', () => {
  let service: CastService;
  let graph: TestGraph;
  const logged: string[] = [];
  before(async () => {
    service = await openCast();
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
    graph = await openTestGraph(service.url, { log });
  });
  after(async () => {
    await graph.close();
    await service.close();
    await service.store.close();
  });

  it('is one of 60 that are listed', () => assert.ok(requests.length + frames.length >= 60));

  for (const path of ['/graphql', '/quote'])
    describe(`to ${path}`, () => {
      for (const { what, body, status, headers = {} } of requests)
        it(`is answered with ${status} or a price, in few bytes: ${what}`, async () => {
          const answer = await fetch(graph.graph.url + path, {
            method: 'POST',
            headers: { accept: 'application/graphql-response+json', 'content-type': 'application/json', ...headers },
            body,
          });
          const text = await answer.text();
          // A price of what can't be paid for is none, and one of nothing is an answer.
          const right = path === '/quote' ? answer.status < 500 : answer.status === status;
          assert.ok(right, `${answer.status}: ${text.slice(0, 500)}`);
          assert.ok(text.length < maxBytes, `${text.length} bytes`);
          const { errors = [] }: { errors?: readonly unknown[] } = JSON.parse(text);
          assert.ok(errors.length <= 101, `${errors.length} errors`);
        });
    });

  describe('with an accepted key', () => {
    for (const { what, body, status } of largeRequests)
      it(`is answered with ${status}, in few bytes: ${what}`, async () => {
        const answer = await fetch(`${graph.graph.url}/graphql`, {
          method: 'POST',
          headers: {
            accept: 'application/graphql-response+json',
            'content-type': 'application/json',
            'x-api-key': keyOf('orchard'),
          },
          body,
        });
        const text = await answer.text();
        assert.equal(answer.status, status, text.slice(0, 500));
        assert.ok(text.length < maxBytes, `${text.length} bytes`);
      });
  });

  describe('over a WebSocket', () => {
    for (const { what, frames: sent, code, refusedKey } of frames)
      it(`${code === undefined ? 'leaves the socket open' : `closes the socket with ${code}`}: ${what}`, async () => {
        if (refusedKey !== undefined) {
          const refused = await fetch(`${graph.graph.url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-api-key': refusedKey },
            body: '{"query":"{ credits { usage } }"}',
          });
          assert.equal(refused.status, 401, await refused.text());
        }
        const socket = new WebSocket(`${graph.graph.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
        await once(socket, 'open');
        const closing = once(socket, 'close');
        socket.on('message', (data) => {
          if (String(data).includes('"last"')) socket.close(1000);
        });
        const acknowledged = new Promise<void>((resolve) => {
          socket.on('message', (data) => {
            if (String(data).includes('"connection_ack"')) resolve();
          });
        });
        for (const [number, frame] of sent.entries()) {
          socket.send(frame);
          if (number === 0 && frame.includes('connection_init')) await Promise.race([acknowledged, closing]);
        }
        if (code === undefined) socket.send('{"type":"ping","payload":{"last":true}}');
        const [closed] = await closing;
        assert.equal(closed, code ?? 1000);
      });
  });

  it('shares no answer with one that JSON writes alike', { timeout: 60_000 }, async () => {
    const ask = async (dsl: string) => {
      const answer = await fetch(`${graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard') },
        body: `{"query":"query ($d: JSON) { searchProfiles(dsl: $d, first: 1) { totalCount } }","variables":{"d":${dsl}}}`,
      });
      return answer.json();
    };
    const hold = graph.upstream.hold('/v3/profiles/search');
    const nothing = ask('null');
    await hold.arrived(1);
    // It would wait with the other, were it the same to the graph.
    assert.equal((await ask('1e400')).errors?.length, 1);
    hold.release();
    assert.equal((await nothing).errors, undefined);
  });

  it('writes nothing to the log as an error', () => assert.deepEqual(logged, []));
});
