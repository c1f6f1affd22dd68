import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Kind, parse, print, type SelectionNode, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph } from '../../support/graph/graph.ts';
import { schema } from '../../support/graph/schema.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { inRounds } from '../../support/network/rounds.ts';
import { exampleOperations } from '../../support/sample/example-operations.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';

const key = 'kith_demo_partner';

const fieldNode = (value: string): SelectionNode => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value } });

/** A document with `id` and `__typename` selected of every object, as Relay's compiler adds them. */
function withIds(text: string): string {
  const types = new TypeInfo(schema);
  const document = visit(
    parse(text),
    visitWithTypeInfo(types, {
      SelectionSet: {
        leave(node) {
          const type = types.getParentType();
          if (!type || type === schema.getQueryType()) return undefined;
          const hasId = 'getFields' in type && type.getFields().id !== undefined;
          return {
            ...node,
            selections: [...node.selections, ...['__typename', ...(hasId ? ['id'] : [])].map(fieldNode)],
          };
        },
      },
    }),
  );
  return print(document);
}

const codesOf = ({ errors = [] }: { errors?: readonly { extensions: { code: string } }[] }) =>
  new Set(errors.map(({ extensions }) => extensions.code));

for (const upstream of upstreams)
  describe(`ids of an answer’s objects, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    before(async () => {
      sample = await upstream.openSample();
    });
    after(() => sample[Symbol.asyncDispose]());
    beforeEach(() => sample.upstream.forget());

    async function cost(name: string, query: string, variables: object | undefined) {
      const before = await sample.usage(key);
      const { result, rounds } = await inRounds(sample.upstream, async () => {
        const response = await fetch(`${sample.graph.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify({ query, operationName: name, variables }),
        });
        return await response.json();
      });
      return { result, rounds: rounds.length, credits: (await sample.usage(key)) - before };
    }

    for (const { name, text, variables } of exampleOperations.filter(({ type }) => type === 'query'))
      it(`cost no credit, and a round at most: ${name}`, { skip: name.endsWith('MappingTask') }, async () => {
        // What such an upstream does not take, the client finds out by searches of its own, once in minutes.
        if (!upstream.anyPath) await cost(name, withIds(text), variables);
        const plain = await cost(name, text, variables);
        const identified = await cost(name, withIds(text), variables);
        // Where no search is taken that finds an id, its record tells it, for a credit that the quote names.
        const { quote } = await sample.quote(key, withIds(text), variables);
        const most = upstream.anyPath ? plain.credits : (quote?.max ?? 0);
        assert.ok(plain.credits <= identified.credits && identified.credits <= most, `${identified.credits} credits`);
        assert.ok(
          identified.rounds <= plain.rounds + (upstream.ours ? 1 : 2),
          `${plain.rounds} → ${identified.rounds}`,
        );
        const further = [...codesOf(identified.result)].filter((code) => !codesOf(plain.result).has(code));
        assert.ok(
          further.every((code) => code === 'ID_UNKNOWN'),
          further.join(),
        );
        if (upstream.anyPath) assert.ok([...codesOf(plain.result)].every((code) => code === 'ID_UNKNOWN'));
      });

    it('are found by many slugs in a few searches, each its own', async () => {
      const before = await sample.usage(key);
      const people = sample.profiles.slice(0, 100);
      const by = [...people.map(({ slug }) => ({ xnetSlug: slug })), { xnetSlug: 'nobody-of-this-name' }];
      const { data, errors } = await sample.ask<{ profiles: { id?: string; __typename: string }[] }, object>(
        key,
        'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename ... on Profile { id } } }',
        { by },
      );
      assert.equal(errors, undefined);
      assert.deepEqual(
        data?.profiles.map(({ id }) => id),
        [...people.map(({ id }) => id), undefined],
      );
      assert.equal(data?.profiles.at(-1)?.__typename, 'NotFound');
      // Those whose accounts name no slug are fetched; all are, where no search for slugs is taken.
      const fetched = upstream.anyPath ? 9 : people.length;
      assert.ok((await sample.usage(key)) - before <= fetched);
      const searches = sample.upstream.count('/v3/profiles/search');
      assert.ok(searches <= 2 * 7 * upstream.maxPages(100), `${searches} searches`);
    });

    const summaries = { skip: upstream.ours ? false : 'Its summaries tell no employer.' };
    it('of an employer are found by its website', summaries, async () => {
      const { data, errors } = await sample.ask<
        { relationships: { nodes: { profile: { currentCompany: { id: string; name: string } | null } }[] } },
        object
      >(key, '{ relationships(first: 40) { nodes { profile { currentCompany { id name } } } } }');
      assert.equal(errors, undefined);
      const employers = data?.relationships.nodes.flatMap(({ profile }) => profile.currentCompany ?? []) ?? [];
      assert.ok(employers.length > 20, `${employers.length} employers`);
      const { data: records } = await sample.ask<{ companies: { name: string }[] }, object>(
        key,
        'query ($by: [CompanyBy!]!) { companies(by: $by) { ... on Company { name } } }',
        { by: employers.map(({ id }) => ({ id })) },
      );
      assert.deepEqual(
        records?.companies.map(({ name }) => name),
        employers.map(({ name }) => name),
      );
      assert.equal(sample.upstream.count('/v3/profiles/fetch'), 0);
    });

    it('lead back to their records, in one search a type', async () => {
      const [one, two] = sample.profiles;
      const company = sample.companyIds[0];
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
      const ids = [one?.id, company, 'no uuid', randomUUID(), two?.id.toUpperCase()];
      const { quote } = await sample.quote(key, query, { ids });
      assert.deepEqual([quote?.min, quote?.max, quote?.open], upstream.anyPath ? [0, 0, false] : [0, 4, false]);
      sample.upstream.forget();
      const { data, errors, extensions } = await sample.ask<
        { nodes: ({ __typename: string; id: string } | null)[] },
        object
      >(key, query, { ids });
      assert.equal(errors, undefined);
      assert.deepEqual(
        data?.nodes.map((node) => node?.__typename),
        ['Profile', 'Company', undefined, undefined, 'Profile'],
      );
      assert.equal(data?.nodes[1]?.id, company);
      assert.deepEqual(
        [sample.upstream.count('/v3/profiles/search'), sample.upstream.count('/v3/companies/search')],
        upstream.ours ? [1, 1] : [2, 2],
      );
      assert.equal(extensions?.credits?.charged, upstream.anyPath ? 0 : 3, 'fetches tell, where no search does');
    });

    it('read a record again, and pay for what is selected', async () => {
      const [person] = sample.profiles;
      const { data, extensions } = await sample.ask<{ node: { fullName: string; id: string } }, object>(
        key,
        'query ($id: ID!) { node(id: $id) { ... on Profile { fullName } id } none: node(id: "no uuid") { id } }',
        { id: person?.id },
      );
      assert.ok(data?.node.fullName);
      assert.equal(data.node.id, person?.id);
      assert.equal(extensions?.credits?.charged, 1);
    });

    it('of the team that asks differ by its key', async () => {
      const asked = ['kith_demo_partner', 'kith_demo_team', 'kith_demo_partner'];
      const ids = await Promise.all(
        asked.map(
          async (as) => (await sample.ask<{ viewer: { id: string } }, object>(as, '{ viewer { id } }')).data?.viewer.id,
        ),
      );
      assert.ok(ids.every(Boolean));
      assert.equal(ids[0], ids[2]);
      assert.notEqual(ids[0], ids[1]);
    });
  });

for (const upstream of upstreams)
  describe(`a reference from another subgraph by slug, over ${upstream.name}`, () => {
    it('is null where there is none, and an error in its place where it fails', async () => {
      await using cast = await upstream.openCast();
      const of = ['eve-larsen', 'nobody-at-all'].map((xnetSlug) => ({ __typename: 'Profile', xnetSlug }));
      const query =
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Profile { id fullName } ... on Company { id } } }';
      const { data, errors } = await cast.ask<{ _entities: (object | null)[] }, object>(keyOf('orchard'), query, {
        of,
      });
      assert.equal(errors, undefined);
      assert.deepEqual(data?._entities.map(Boolean), [true, false]);
      const broke = await cast.ask<{ _entities: (object | null)[] }, object>(
        keyOf('orchard'),
        query,
        { of: [...of, { __typename: 'Company', xnetSlug: 'aurora-labs' }] },
        { headers: { 'x-credit-budget': '0' } },
      );
      assert.deepEqual(broke.errors?.map(({ path, extensions }) => [path, extensions?.code]).slice(0, 1), [
        [['_entities', 0], 'CREDIT_BUDGET'],
      ]);
      if (upstream.anyPath) assert.ok(broke.data?._entities[2], 'a company’s id is free where it can be searched');
    });
  });

describe('an id that is a person’s and a company’s', () => {
  it('is an error that names both ways to ask', async () => {
    const id = randomUUID();
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ids: [id], total_count: 1 }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await using graph = await openTestGraph(`http://127.0.0.1:${port}`);
    const { data, errors } = await graph.ask<{ node: null }, object>('some key', `{ node(id: "${id}") { id } }`);
    assert.equal(data?.node, null);
    assert.match(errors?.[0]?.message ?? '', /`profile`.*`company`/);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
