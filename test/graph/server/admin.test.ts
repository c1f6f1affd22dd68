import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askGraph } from '../../../src/app/graph-channel.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';

const secret = 'a secret of the tests, which is long enough';

it('refuses a proof of the right length in characters, but not in bytes, as any other', async () => {
  await using cast = await openCastGraph({ secret });
  const address = `${cast.graph.url}/admin`;
  const { nonce } = await (await fetch(address)).json();
  const authorization = `Kith ${nonce} of-the-command ${'é'.repeat(43)}`;
  const answer = await fetch(address, { method: 'POST', headers: { authorization } });
  assert.equal(answer.status, 401);
});

it('takes the commands of an operator while the graph sheds load', async () => {
  const load = { ...noLoadGuard, memoryPart: 1e-9, memoryLimit: () => 2 ** 30 };
  await using cast = await openCastGraph({ secret, traffic: { load } });
  const { url } = cast.graph;
  // It is measured every other second.
  while ((await fetch(`${url}/readyz`)).status !== 503);
  const asked = { method: 'GET', path: '/purses', apiKey: keyOf('orchard') } as const;
  assert.equal((await askGraph({ url, secret }, asked))?.status, 200);
});
