import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companies, keyOf } from '../../support/cast/cast.ts';
import { Kith, temporaryDirectory } from '../../support/kith.ts';
import { openCast } from '../../support/service.ts';
import { sessionToken } from '../../support/session-token.ts';

describe('an approval, where the graph is killed', { timeout: 120_000 }, () => {
  it('is neither lost nor paid for twice', async () => {
    await using service = await openCast();
    await using directory = await temporaryDirectory();
    const key = keyOf('orchard');
    const env = {
      KITH_UPSTREAM_URL: service.url,
      KITH_MCP: 'on',
      KITH_DATA_DIR: directory.path,
      KITH_CACHE_SECONDS: '0',
    };
    const opened = async () => {
      const graph = new Kith(['graph'], env);
      const url = (await graph.says(/^The graph answers on\s+(\S+)/)).replace(/\/graphql$/, '');
      return { graph, url };
    };
    const sent = async (url: string, headers: Readonly<Record<string, string>>, path: string, body: object) => {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    };
    let { graph, url } = await opened();
    const restart = async () => {
      await graph.stop('SIGKILL');
      ({ graph, url } = await opened());
    };
    const token = await sessionToken(url, key, { kind: 'agent', label: 'research', total: 9, confirmAbove: 0 });
    const call = async () => {
      const params = { name: 'get_company', arguments: { company: companies.aurora.id } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const { result } = await sent(url, { authorization: `Bearer ${token}` }, '/mcp', body);
      return result.structuredContent;
    };
    const asked = await call();
    assert.equal(asked.status, 'needs_approval');
    // Between the question and the answer.
    await restart();
    assert.equal((await call()).id, asked.id, 'it still waits');
    const answer = await sent(url, { 'x-api-key': key }, '/graphql', {
      query: 'mutation ($id: ID!) { decideApproval(input: { id: $id, give: true }) { problems { message } } }',
      variables: { id: asked.id },
    });
    assert.deepEqual(answer.data.decideApproval.problems, []);
    // Between the answer and the call.
    await restart();
    const spentBefore = await service.spent('orchard');
    assert.equal((await call()).charged, 1);
    await restart();
    assert.equal((await call()).status, 'needs_approval', 'it is used');
    assert.equal((await service.spent('orchard')) - spentBefore, 1);
    // Killed at the answer: whether the payment was settled or not, it counts once.
    const listed = await fetch(`${url}/session`, { headers: { 'x-api-key': key } });
    const { standing }: { standing: readonly { purse: Record<string, number> }[] } = await listed.json();
    const { total = 0, spent = 0, uncertain = 0, left } = standing[0]?.purse ?? {};
    assert.deepEqual([spent + uncertain, left], [1, total - 1]);
    await graph.stop('SIGKILL');
  });
});
