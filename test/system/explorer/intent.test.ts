import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Asker, resolveIntent } from '../../../src/explorer/intent/resolve.ts';
import { createClient } from '../../../src/sdk/client.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { phrases, today } from './phrases.ts';

/** How many phrases have to lead where they are meant. */
const least = 95;

describe('what people type', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph?.[Symbol.asyncDispose]());

  it(`leads where it is meant, for ${least} of ${phrases.length} phrases, free`, async () => {
    const client = createClient({ url: `${graph.graph.url}/graphql`, apiKey: keyOf('orchard'), budget: 0 });
    const asker: Asker = {
      run: async (document, variables) => {
        const { data, errors, credits } = await client.execute(document, variables);
        return { kind: 'done', data, errors, receipt: credits };
      },
    };
    const wrong: string[] = [];
    for (const [phrase, meant] of phrases) {
      const { address } = await resolveIntent(phrase, asker, today);
      if (address !== meant) wrong.push(`“${phrase}” leads to ${address}, but means ${meant}`);
    }
    assert.ok(phrases.length - wrong.length >= least, wrong.join('\n'));
    assert.equal(await graph.spent('orchard'), 0);
  });
});
