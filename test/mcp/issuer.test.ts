import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createHandler } from '../../src/mcp/handler.ts';
import { companies, keyOf } from '../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../support/cast/cast-graph.ts';

describe('an authorization server’s tokens', () => {
  const resource = 'https://kith.example/mcp';
  let server: Server;
  let issuer: string;
  let graph: CastGraph;
  let key: CryptoKey;
  before(async () => {
    const pair = await generateKeyPair('ES256');
    key = pair.privateKey;
    const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };
    server = createServer(({ url }, response) => {
      const body = url === '/keys' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys` };
      const isKnown = url === '/keys' || url === '/.well-known/openid-configuration';
      response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const mcpIssuer = { url: issuer, resource, apiKey: keyOf('orchard'), total: 1 };
    graph = await openCastGraph({ mcp: async () => createHandler('1.0.0'), mcpIssuer });
  });
  after(async () => {
    await graph?.close();
    server.closeAllConnections();
    server.close();
  });

  const tokenOf = (claims: { readonly iss?: string; readonly aud?: string; readonly sub?: string }, end = '5m') => {
    const { iss = issuer, aud = resource, sub = 'Ada' } = claims;
    const token = new SignJWT().setProtectedHeader({ alg: 'ES256', kid: 'one' }).setIssuer(iss).setAudience(aud);
    return token.setSubject(sub).setExpirationTime(end).sign(key);
  };

  const call = async (token: string, name: string, args: object = {}) => {
    const answer = await fetch(`${graph.graph.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    const text = await answer.text();
    const found = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    return { status: answer.status, headers: answer.headers, content: found.result?.structuredContent };
  };

  it('are announced, and asked for by who is refused', async () => {
    const metadata = await fetch(`${graph.graph.url}/.well-known/oauth-protected-resource/mcp`);
    assert.deepEqual(await metadata.json(), {
      ...{ resource, authorization_servers: [issuer], bearer_methods_supported: ['header'] },
    });
    const { status, headers } = await call('nonsense', 'spending');
    assert.equal(status, 401);
    assert.equal(
      headers.get('www-authenticate'),
      'Bearer resource_metadata="https://kith.example/.well-known/oauth-protected-resource/mcp"',
    );
    await using plain = await openCastGraph({ mcp: async () => createHandler('1.0.0') });
    const absent = await fetch(`${plain.graph.url}/.well-known/oauth-protected-resource/mcp`);
    assert.equal(absent.status, 404);
  });

  it('open one session with a purse for each subject', async () => {
    const [ada, ben] = [await tokenOf({}), await tokenOf({ sub: 'Ben' })];
    const paid = await call(ada, 'get_company', { company: companies.aurora.id });
    assert.deepEqual([paid.content.charged, paid.content.left], [1, 0]);
    const again = await call(await tokenOf({}), 'get_company', { company: companies.brightwater.id });
    assert.match(again.content.refused, /the purse has 0 left/);
    assert.equal((await call(ben, 'spending')).content.left, 1);
    const sessions = await fetch(`${graph.graph.url}/session`, { headers: { 'x-api-key': keyOf('orchard') } });
    const { standing }: { standing: readonly { id: string; kind: string; label: string }[] } = await sessions.json();
    assert.deepEqual(standing.map(({ kind, label }) => `${kind} ${label}`).toSorted(), ['agent Ada', 'agent Ben']);
    const { id } = standing.find(({ label }) => label === 'Ben') ?? { id: '' };
    await fetch(`${graph.graph.url}/session/${id}`, { method: 'DELETE', headers: { 'x-api-key': keyOf('orchard') } });
    assert.equal((await call(ben, 'spending')).status, 401, 'who was shut out stays so');
  });

  it('are refused for another audience, of another issuer, and once they are over', async () => {
    for (const token of [
      await tokenOf({ aud: 'https://other.example/mcp' }),
      await tokenOf({ iss: 'https://other.example' }),
      await tokenOf({}, '-1m'),
      `${(await tokenOf({})).slice(0, -4)}AAAA`,
    ])
      assert.equal((await call(token, 'spending')).status, 401);
  });
});
