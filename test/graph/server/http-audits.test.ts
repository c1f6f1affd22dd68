import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { serverAudits } from 'graphql-http';
import pino from 'pino';
import { type Graph, openGraph } from '../../../src/graph/server/server.ts';

/** The GraphQL-over-HTTP specification's own suite of audits, every one of them, on each way through the graph. */
for (const [way, options] of [
  ['by the short way', {}],
  ['through Yoga', { thinFront: false }],
] as const)
  describe(`GraphQL over HTTP, ${way}`, () => {
    let graph: Graph;
    before(async () => {
      // No audit asks for anything of the upstream.
      graph = await openGraph({ upstreamUrl: 'http://127.0.0.1:9', log: pino({ level: 'silent' }), ...options });
    });
    after(() => graph.close());

    for (const audit of serverAudits({ url: () => `${graph.url}/graphql`, fetchFn: fetch }))
      it(`${audit.id}: ${audit.name}`, async () => {
        const result = await audit.fn();
        assert.equal(result.status, 'ok', 'reason' in result ? result.reason : undefined);
      });
  });
