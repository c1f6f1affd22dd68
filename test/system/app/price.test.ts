import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';

const secret = 'a secret of this test, which is long enough';

describe('kith price', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ secret });
  });
  after(() => cast[Symbol.asyncDispose]());

  const profiles = join(import.meta.dirname, '../../../schema/operations/profiles.graphql');
  const env = { KITH_API_KEY: keyOf('orchard'), KITH_SECRET: secret };

  it('tells what an operation would cost, and fails where that may be more than is allowed', async () => {
    await using directory = await temporaryDirectory();
    const variables = join(directory.path, 'variables.json');
    await writeFile(variables, JSON.stringify({ by: [{ id: people.ada.id }, { xnetSlug: 'ben-okafor' }] }));
    const price = ['price', profiles, '--variables', variables, '--graph', cast.graph.url];
    const { code, out, err } = await kith(price, env);
    assert.deepEqual([code, err], [0, '']);
    assert.deepEqual(
      out.split('\n').map((line) => line.trim()),
      ['1–2  profiles', '1–2  credits in all'],
    );
    const refused = await kith([...price, '--max', '1'], env);
    assert.equal(refused.code, 1);
    assert.equal(refused.err, 'kith: it may cost 2 credits, more than the 1 of --max.\n');
    assert.equal(await cast.usage(keyOf('orchard')), 0);
  });

  it('fails where the price has no bound, since the lengths of lists are not known before', async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'employers.graphql');
    await writeFile(
      file,
      `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { experience { company { description } } } } }`,
    );
    const price = ['price', file, '--graph', cast.graph.url];
    const { code, out } = await kith(price, env);
    assert.equal(code, 0);
    assert.match(out, /credits in all, if lists of unknown length are short$/);
    const refused = await kith([...price, '--max', '1000'], env);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^kith: it may cost more than the 1000 of --max, since .* \(x-credit-budget\)/);
    assert.equal(await cast.usage(keyOf('orchard')), 0);
  });

  it('says why there is no price', async () => {
    const { code, err } = await kith(['price', profiles, '--graph', cast.graph.url], env);
    assert.equal(code, 1);
    assert.match(err, /^kith: the operation has no price\.\n {2}Variable "\$by"/);
    const nowhere = await kith(['price', profiles, '--graph', 'http://127.0.0.1:9'], env);
    assert.match(nowhere.err, /^kith: no graph answers at http:\/\/127\.0\.0\.1:9/);
    const nobody = await kith(['price', profiles], {});
    assert.match(nobody.err, /^kith: a price depends on who asks: set KITH_API_KEY/);
  });
});
