import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { serverAudits } from 'graphql-http';
import pino from 'pino';
import { type Graph, openGraph } from '../../src/graph/server/open.ts';

/** The GraphQL-over-HTTP specification's own suite of audits, every one of them, on both ways through the graph. */
for (const thinFront of [true, false])
  describe(`GraphQL over HTTP, ${thinFront ? 'by the short way' : 'through Yoga'}`, () => {
    let graph: Graph;
    before(async () => {
      // No audit asks for anything of the upstream.
      graph = await openGraph({ upstreamUrl: 'http://127.0.0.1:9', log: pino({ level: 'silent' }), thinFront });
    });
    after(() => graph.close());

    for (const audit of serverAudits({ url: () => `${graph.url}/graphql`, fetchFn: fetch }))
      it(`${audit.id}: ${audit.name}`, async () => {
        const result = await audit.fn();
        assert.equal(result.status, 'ok', 'reason' in result ? result.reason : undefined);
      });
  });
