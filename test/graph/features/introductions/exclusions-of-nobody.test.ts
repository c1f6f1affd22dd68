import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf, nobody, people } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { upstreams } from '../../../support/graph/upstreams.ts';

interface Excluded {
  readonly excludeFromIntros: {
    readonly changed: number;
    readonly problems: readonly {
      readonly __typename: string;
      readonly code: string;
      readonly by: string;
      readonly identifier: string;
      readonly message: string;
    }[];
  } | null;
}

interface Listed {
  readonly introExclusions: readonly { readonly value: string; readonly name: string | null }[];
}

const exclude = `mutation ($input: ExcludeFromIntrosInput!) {
  excludeFromIntros(input: $input) {
    changed
    problems { __typename code message ... on NotFound { by identifier } }
  }
}`;

const dmitri = people.dmitri.profile_info.full_name ?? '';
const slug = dmitri.toLowerCase().replaceAll(' ', '-');
const connectors = `{ connectors { nodes { id name } } }`;

for (const upstream of upstreams)
  describe(`entries of the do-not-ask list that name nobody, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast?.[Symbol.asyncDispose]());

    const add = async (input: object) => {
      const { data, errors, extensions } = await cast.ask<Excluded, object>(keyOf('orchard'), exclude, { input });
      assert.equal(extensions?.credits?.charged ?? 0, 0);
      return { done: data?.excludeFromIntros, errors, warnings: extensions?.warnings ?? [] };
    };
    const list = async () => {
      const { data, errors, extensions } = await cast.ask<Listed, object>(
        keyOf('orchard'),
        '{ introExclusions { value name } }',
      );
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.equal(extensions?.credits?.charged ?? 0, 0);
      return new Map(data?.introExclusions.map(({ value, name }) => [value, name]));
    };

    it('are kept and told, and those of somebody are not told', async () => {
      const { done, warnings } = await add({
        profiles: [
          { xnetSlug: 'jonas-weber-of-nowhere' },
          {
            xnetUrl: `https://xnet.example/in/${slug}`,
          },
          { id: nobody },
          { id: people.dmitri.id },
          { xnetId: 999_999_999 },
          { xnetEntityId: 'ACoAA-nobody' },
        ],
        connectors: [nobody.toUpperCase()],
      });
      assert.equal(done?.changed, 7);
      const told = done?.problems.map(({ __typename, code, by, identifier }) => [__typename, code, by, identifier]);
      const expected = [
        ['NotFound', 'NOT_FOUND', 'ID', nobody],
        ['NotFound', 'NOT_FOUND', 'XNET_SLUG', 'jonas-weber-of-nowhere'],
        ['NotFound', 'NOT_FOUND', 'XNET_ID', '999999999'],
        ['NotFound', 'NOT_FOUND', 'XNET_ENTITY_ID', 'ACoAA-nobody'],
        ['NotFound', 'NOT_FOUND', 'CONNECTOR_ID', nobody],
      ];
      // Who can't be searched for is warned of.
      if (upstream.anyPath) assert.deepEqual([told, warnings], [expected, []]);
      else assert.deepEqual([told, warnings.length], [expected.slice(-1), 4]);
      assert.match(done?.problems[0]?.message ?? '', /was added anyway/);
      // A connector and a person have one id.
      assert.equal((await list()).size, 6);
    });

    it('are listed without a name, and others with theirs, for free', async () => {
      const { data } = await cast.ask<{ connectors: { nodes: { id: string; name: string }[] } }, object>(
        keyOf('orchard'),
        connectors,
      );
      const [connector] = data?.connectors.nodes ?? [];
      assert.ok(connector);
      assert.deepEqual((await add({ connectors: [connector.id] })).done?.problems, []);
      const names = await list();
      assert.equal(names.get(connector.id), connector.name);
      assert.equal(names.get(nobody), null);
      assert.equal(names.get('jonas-weber-of-nowhere'), null);
      if (upstream.anyPath) {
        assert.equal(names.get(slug), dmitri);
        assert.equal(names.get(people.dmitri.id), dmitri);
      }
    });

    it('are refused as a whole where a connector’s id is no uuid', async () => {
      const before = await list();
      const { done, errors } = await add({ profiles: [{ id: people.eve.id }], connectors: [nobody, 'x'] });
      assert.equal(done, null);
      assert.deepEqual(
        errors?.map(({ message, extensions }) => [extensions?.code, message.includes('input.connectors.1')]),
        [['BAD_USER_INPUT', true]],
      );
      assert.deepEqual(await list(), before);
    });
  });
