import assert from 'node:assert/strict';
import { it } from 'node:test';
import pino from 'pino';
import { openGraph } from '../../../src/graph/server.ts';
import { answers, openUpstream } from '../../client/scripted-upstream.ts';

it('is not ready while the upstream answers only errors, and is again when it refuses as usual', async () => {
  let status = 502;
  await using upstream = await openUpstream((response, request) => answers(status, {})(response, request));
  await using graph = await openGraph({ upstreamUrl: upstream.url, log: pino({ level: 'silent' }) });
  for (const [is, ready] of [
    [502, 503],
    [503, 503],
    [401, 200],
    [405, 200],
  ] as const) {
    status = is;
    assert.equal((await fetch(`${graph.url}/readyz`)).status, ready, `${is}`);
  }
});

it('is asked for as every call is: through the proxy, with the headers of the gateway', async () => {
  await using proxy = await openUpstream(answers(200, {}));
  const before = process.env.HTTP_PROXY;
  process.env.HTTP_PROXY = proxy.url;
  try {
    await using graph = await openGraph({
      upstreamUrl: 'http://data.example',
      upstreamHeaders: { 'x-workspace-id': 'w1' },
      mayUseProxy: true,
      log: pino({ level: 'silent' }),
    });
    assert.equal((await fetch(`${graph.url}/readyz`)).status, 200);
    const [{ url, headers } = {}] = proxy.seen;
    assert.equal(url, 'http://data.example/credits/usage');
    assert.equal(headers?.['x-workspace-id'], 'w1');
    assert.match(headers?.['user-agent'] ?? '', /^Kith/i);
  } finally {
    if (before === undefined) delete process.env.HTTP_PROXY;
    else process.env.HTTP_PROXY = before;
  }
});
