import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHandler } from '../../src/mcp/handler.ts';
import { keyOf } from '../support/cast/cast.ts';
import { openCastGraph } from '../support/cast/cast-graph.ts';
import { kith } from '../support/kith.ts';

describe('kith mcp token', () => {
  it('prints a token that calls tools within its limits', async () => {
    const secret = 'a secret that graphs and commands share';
    await using graph = await openCastGraph({ secret, mcp: async () => createHandler('1.0.0') });
    const env = { KITH_SECRET: secret, KITH_API_KEY: keyOf('orchard') };
    const limits = ['--label', 'research', '--total', '7', '--confirm-above', '2', '--days', '3'];
    const { code, out, err } = await kith(['mcp', 'token', ...limits, '--graph', `${graph.graph.url}/mcp`], env);
    assert.equal(code, 0, err);
    assert.match(err, /“research” may spend 7 credits in all, until /);
    const answer = await fetch(`${graph.graph.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${out.trim()}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'spending', arguments: {} },
      }),
    });
    assert.match(await answer.text(), /"left":7/);
  });

  for (const address of ['127.0.0.1:4000', 'localhost:4000', 'graph'])
    it(`says what an address must be: ${address}`, async () => {
      const limits = ['--label', 'research', '--total', '7', '--graph', address];
      const { code, err } = await kith(['mcp', 'token', ...limits], { KITH_API_KEY: 'k' });
      assert.equal(code, 1);
      assert.equal(err, `kith: --graph: must be a URL such as http://localhost:4000, but got “${address}”.\n`);
    });

  it('says in days how long a session may last', async () => {
    const args = ['mcp', 'token', '--label', 'research', '--total', '1', '--days', '31'];
    const { code, err } = await kith(args, { KITH_API_KEY: 'k' });
    assert.equal(code, 1);
    assert.match(err, /--days <number>.* It must be between 1 and 30\./);
  });

  it('asks for a key', async () => {
    const { code, err } = await kith(['mcp', 'token', '--label', 'research', '--total', '1'], {});
    assert.equal(code, 1);
    assert.match(err, /an agent’s session needs an API key: set KITH_API_KEY\./);
  });
});
