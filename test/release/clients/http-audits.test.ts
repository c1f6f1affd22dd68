import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { serverAudits } from 'graphql-http';
import pino from 'pino';
import { type Graph, openGraph } from '../../../src/graph/server.ts';

/** The GraphQL-over-HTTP specification's own suite of audits, every one of them, with and without a query string, which has Yoga answer. */
for (const [way, path] of [
  ['without Yoga where it can be', '/graphql'],
  ['through Yoga', '/graphql?yoga'],
] as const)
  describe(`GraphQL over HTTP, ${way}`, () => {
    let graph: Graph;
    before(async () => {
      // No audit asks for anything of the upstream.
      graph = await openGraph({ upstreamUrl: 'http://127.0.0.1:9', log: pino({ level: 'silent' }) });
    });
    after(() => graph.close());

    for (const audit of serverAudits({ url: () => graph.url + path, fetchFn: fetch }))
      it(`${audit.id}: ${audit.name}`, async () => {
        const result = await audit.fn();
        assert.equal(result.status, 'ok', 'reason' in result ? result.reason : undefined);
      });
  });
