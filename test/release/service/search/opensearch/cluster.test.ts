import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import Type from 'typebox';
import { Cluster } from '../../../../../src/service/search/opensearch/cluster.ts';

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** As OpenSearch 2.19 answers, with status 500, when `cancel_after_time_interval` is over. */
const cancelled = {
  error: {
    type: 'search_phase_execution_exception',
    reason: 'all shards failed',
    caused_by: { type: 'task_cancelled_exception', reason: 'Cancellation timeout of 10s is expired' },
  },
  status: 500,
};

describe('a search cluster', { timeout: 60_000 }, () => {
  it('is unavailable to a search that it cancels when its time is up, and not asked again', async () => {
    let asked = 0;
    const node = createHttp((_, response) => {
      asked += 1;
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(cancelled));
    });
    {
      await using cluster = new Cluster({ urls: [await listening(node)] });
      const search = { method: 'POST', path: '/_search', body: {} } as const;
      await assert.rejects(cluster.ask(search, Type.Unknown()), { status: 503, headers: { 'retry-after': '5' } });
      assert.equal(asked, 1);
    }
    node.closeAllConnections();
    node.close();
  });

  it('has another node asked where one takes a search and says nothing', async () => {
    const sockets = new Set<Socket>();
    // As a machine that has vanished: no connection is reset, and no answer comes.
    const silent = createServer((socket) => sockets.add(socket));
    let answers = 0;
    const answering = createHttp((_, response) => {
      answers += 1;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ answers }));
    });
    const urls = [await listening(silent), await listening(answering)];
    {
      await using cluster = new Cluster({ urls });
      const search = { method: 'POST', path: '/_search', body: {}, hedged: true } as const;
      for (const answer of [1, 2, 3, 4])
        assert.deepEqual(await cluster.ask(search, Type.Object({ answers: Type.Integer() })), { answers: answer });
      assert.ok(sockets.size > 0, 'the silent node was asked');
      // Closing waits for what is under way, which ends by its deadline of ten seconds or, as here, with its connection.
      silent.close();
      for (const socket of sockets) socket.destroy();
    }
    answering.closeAllConnections();
    answering.close();
  });
});
