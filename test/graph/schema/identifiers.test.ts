import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf, people } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';

const key = keyOf('orchard');

interface Found {
  readonly by: { readonly id?: string; readonly fullName?: string; readonly name?: string } | null;
}

for (const upstream of upstreams)
  describe(`an identifier that is given, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast.close());

    const profile = (by: object, fields = 'id fullName') =>
      cast.ask<Found, object>(
        key,
        `query ($by: ProfileBy!) { by: profile(by: $by) { ... on Profile { ${fields} } } }`,
        {
          by,
        },
      );
    const company = (by: object) =>
      cast.ask<Found, object>(key, 'query ($by: CompanyBy!) { by: company(by: $by) { ... on Company { name } } }', {
        by,
      });

    it('is read without what stands around it', async () => {
      for (const by of [
        { xnetSlug: ' chloé-núñez\n' },
        { xnetSlug: '\u200bchloé-núñez/' },
        { xnetUrl: '\thttps://xnet.example/in/chlo%C3%A9-n%C3%BA%C3%B1ez/ ' },
        { xnetUrl: 'https://xnet.example/in/chlo%C3%A9-n%C3%BA%C3%B1ez?trk=1' },
      ])
        assert.equal((await profile(by)).data?.by?.id, people.chloe.id, JSON.stringify(by));
    });

    it('is a slug as it is sent, and decoded where nobody has that', async () => {
      const { data, extensions } = await profile({ xnetSlug: 'dmitri%2Dvolkov' });
      assert.equal(data?.by?.id, people.dmitri.id);
      assert.equal(extensions?.credits?.charged, 1);
      const free = await profile({ xnetSlug: 'chlo%C3%A9-n%C3%BA%C3%B1ez' }, 'xnetUrl id');
      assert.equal(free.data?.by?.id, people.chloe.id);
      const nobody = await profile({ xnetSlug: 'nobody%2Dat%2Dall' });
      assert.deepEqual([nobody.data?.by, nobody.extensions?.credits?.charged], [{}, 0]);
    });

    it('is the URL of a page of that kind of record', async () => {
      const answers = [
        await profile({ xnetUrl: 'https://xnet.example/company/chloé-núñez' }),
        await company({ xnetUrl: 'https://xnet.example/in/aurora-labs' }),
      ];
      for (const { data, errors, extensions } of answers) {
        assert.equal(data?.by ?? null, null);
        assert.equal(errors?.[0]?.extensions?.code, 'BAD_USER_INPUT');
        assert.match(errors?.[0]?.message ?? '', /^by\.xnetUrl: must be the URL of a (person|company)’s page/);
        assert.equal(extensions?.credits?.charged ?? 0, 0);
      }
    });

    for (const url of [
      'https://xnet.example.phish.example/in/dmitri-volkov',
      'https://xnet.phish.example/in/dmitri-volkov',
      'https://xnet.example@phish.example/in/dmitri-volkov',
      'https://xnet.example:443@phish.example/in/dmitri-volkov',
      'https://phish.example/xnet.example/in/dmitri-volkov',
    ])
      it(`is not paid for by the page ${url}, whose host is another`, async () => {
        const { data, errors, extensions } = await profile({ xnetUrl: url });
        assert.equal(extensions?.credits?.charged, 0);
        assert.ok(data?.by == null || data.by.fullName === undefined, JSON.stringify({ data, errors }));
      });

    it('is a uuid in any case, and one spelling of it comes back', async () => {
      const node = async (fields: string, id: string) =>
        (
          await cast.ask<{ node: { id: string } | null }, object>(
            key,
            `query ($id: ID!) { node(id: $id) { ${fields} } }`,
            { id },
          )
        ).data?.node?.id;
      assert.equal(await node('id', people.eve.id.toUpperCase()), people.eve.id);
      assert.equal(await node('id ... on Profile { fullName }', people.eve.id.toUpperCase()), people.eve.id);
      assert.equal((await profile({ id: people.eve.id.toUpperCase() }, 'id')).data?.by?.id, people.eve.id);
      for (const id of [`{${people.eve.id}}`, `{${people.eve.id}`]) assert.equal(await node('id', id), undefined);
    });
  });
