import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyOf, people } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { sessionToken } from '../../support/session-token.ts';
import { blocksOf } from './page.ts';

/** A request of the page: its path and headers. */
const requestIn = (text: string) => {
  const [start = '', ...headers] = text.trim().split('\n');
  return {
    path: start.replace('POST ', ''),
    headers: Object.fromEntries(headers.map((line) => line.split(': '))),
  };
};

describe('the page about agents', () => {
  it('shows how an operation is approved on /graphql, as it is', async () => {
    const block = blocksOf('docs/agents.md').find(({ language }) => language === 'http');
    assert.ok(block);
    const [asking, sending] = block.text.split('\n\n').map(requestIn);
    const answering = blocksOf('docs/agents.md').find(({ language }) => language === 'graphql');
    assert.ok(asking && sending && answering);
    await using graph = await openCastGraph();
    const token = await sessionToken(graph.graph.url, keyOf('orchard'), {
      ...{ kind: 'agent', label: 'research', total: 10, confirmAbove: 0 },
    });
    const post = async ({ path, headers }: ReturnType<typeof requestIn>, query: string, credential: object) => {
      const answer = await fetch(graph.graph.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, ...credential },
        body: JSON.stringify({ query }),
      });
      return await answer.json();
    };
    const record = `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { fullName } } }`;
    const bearer = { authorization: `Bearer ${token}` };
    const { quote } = await post(asking, record, bearer);
    const named = (text: string) => text.replace('7d1c2a34-55d1-4f0e-9a57-3c1f8f1c2a77', quote.approval.id);
    const decided = await post({ path: '/graphql', headers: {} }, named(answering.text), {
      'x-api-key': keyOf('orchard'),
    });
    assert.deepEqual(decided.data.decideApproval, { approval: { state: 'GIVEN' }, problems: [] });
    const headers = Object.fromEntries(
      Object.entries(sending.headers).map(([name, value]) => [name, named(String(value))]),
    );
    const { data, extensions } = await post({ ...sending, headers }, record, bearer);
    assert.equal(data.profile.fullName, 'Ada Moreau');
    assert.deepEqual([extensions.credits.budget, extensions.credits.charged], [1, 1]);
  });
});
