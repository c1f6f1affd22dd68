import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openCastGraph } from '../../support/cast/cast-graph.ts';

it('refuses a proof of the right length in characters, but not in bytes, as any other', async () => {
  await using cast = await openCastGraph({ secret: 'a secret of the tests, which is long enough' });
  const address = `${cast.graph.url}/admin`;
  const { nonce } = await (await fetch(address)).json();
  const authorization = `Kith ${nonce} of-the-command ${'é'.repeat(43)}`;
  const answer = await fetch(address, { method: 'POST', headers: { authorization } });
  assert.equal(answer.status, 401);
});
