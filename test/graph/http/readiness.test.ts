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
