import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askGraph } from '../../../../src/app/graph-channel.ts';
import { Exchange, sealedType } from '../../../../src/graph/features/administration/exchange.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { Seal } from '../../../../src/graph/state/seal/seal.ts';
import { noLoadGuard } from '../../../../src/http/limits/load-guard.ts';
import { keyOf } from '../../../support/cast/cast.ts';
import { openCastGraph } from '../../../support/cast/cast-graph.ts';
import { openTaskGraph } from '../../../support/graph/task-graph.ts';

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
  assert.equal((await askGraph({ url, secrets: { secret } }, asked))?.status, 200);
});

it('takes a sealed request once, at whichever graph of the store, and after a restart', async () => {
  using database = new Database(':memory:');
  await using cast = await openCastGraph({ secret, database });
  const seal = new Seal({ secret });
  const { nonce } = await (await fetch(`${cast.graph.url}/admin`)).json();
  const exchange = new Exchange(seal, nonce, 'of-the-command');
  const request = {
    method: 'POST',
    headers: { authorization: `Kith ${nonce} of-the-command ${exchange.proof}`, 'content-type': sealedType },
    body: new Uint8Array(exchange.sealRequest({ method: 'GET', path: '/purses', apiKey: keyOf('orchard') })),
  };
  const send = async (url: string) => (await fetch(`${url}/admin`, request)).status;
  assert.equal(await send(cast.graph.url), 200);
  assert.equal(await send(cast.graph.url), 401);
  await using other = await openTaskGraph(cast.asks.baseUrl, { secret, database });
  assert.equal(await send(other.url), 401);
});

it('takes the commands of an operator who has another of the secrets that are being rotated', async () => {
  const young = 'the secret that takes its place, long enough';
  await using cast = await openCastGraph({ secret, acceptedSecret: young });
  const asked = { method: 'GET', path: '/purses', apiKey: keyOf('orchard') } as const;
  const { url } = cast.graph;
  assert.equal((await askGraph({ url, secrets: { secret: young, accepted: secret } }, asked))?.status, 200);
  await assert.rejects(askGraph({ url, secrets: { secret: `${young}.` } }, asked), /it has another secret/);
});
