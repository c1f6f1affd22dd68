import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { keyOf, people, teams } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { ranEmbedded } from '../../support/ran-embedded.ts';

const { KITH_TEST_REDIS_URL } = process.env;

interface Viewer {
  readonly viewer: {
    readonly childTeams: readonly {
      readonly id: string;
      readonly name: string | null;
      readonly childTeams: readonly [];
    }[];
    readonly can: { readonly mapNetwork: boolean | null; readonly manageTeams: boolean | null };
  };
}

for (const [kind, redisUrl] of Object.entries({ embedded: undefined, Redis: KITH_TEST_REDIS_URL }))
  describe(`a team, remembered in the ${kind} store`, {
    skip: kind === 'Redis' ? !redisUrl && 'KITH_TEST_REDIS_URL names no Redis' : ranEmbedded,
  }, () => {
    let graph: CastGraph;
    before(async () => {
      graph = await openCastGraph({ redisUrl, secret: randomUUID() });
    });
    after(() => graph.close());

    const childTeams = async (key: string, args = '') => {
      const { data, errors } = await graph.ask<Viewer, never>(
        key,
        `{ viewer { childTeams${args} { id name childTeams { id } } } }`,
      );
      assert.equal(errors, undefined);
      return data?.viewer.childTeams ?? [];
    };
    /** Asks until so many are known: teams are remembered in the background. The test's time-out ends it. */
    const known = async (count: number) => {
      let found = await childTeams(keyOf('harbor'));
      while (found.length !== count) found = await childTeams(keyOf('harbor'));
      return found;
    };

    it('lists the child teams that its key created, and those that were named and let it in', {
      timeout: 60_000,
    }, async () => {
      assert.deepEqual(await childTeams(keyOf('harbor')), []);
      const named = teams.lighthouse.id.toUpperCase();
      for (const id of [named, randomUUID()])
        await graph.ask(keyOf('harbor'), `{ childTeam(id: "${id}") { relationships(first: 0) { totalCount } } }`);
      assert.deepEqual(await known(1), [{ id: teams.lighthouse.id, name: null, childTeams: [] }]);

      const created = await graph.ask<{ createTeam: { team: { id: string; name: string } } }, never>(
        keyOf('harbor'),
        'mutation { createTeam(input: { name: "Breakwater" }) { team { id } problems { message } } }',
      );
      const id = created.data?.createTeam.team.id;
      assert.deepEqual(await known(2), [
        { id, name: 'Breakwater', childTeams: [] },
        { id: teams.lighthouse.id, name: null, childTeams: [] },
      ]);
      // Naming it again takes its name from nobody.
      await graph.ask(keyOf('harbor'), `{ childTeam(id: "${id}") { name relationships(first: 0) { totalCount } } }`);
      assert.deepEqual(
        (await known(2)).map(({ name }) => name),
        ['Breakwater', null],
      );
      assert.equal((await childTeams(keyOf('harbor'), '(first: 1)')).length, 1);
      assert.deepEqual(await childTeams(keyOf('orchard')), []);
    });

    it('is null, with an error, where the key may not act for it, whatever is selected and for whoever asks', async () => {
      for (const [key, id] of [
        [keyOf('orchard'), people.ada.id],
        [keyOf('orchard'), teams.lighthouse.id],
        [keyOf('harbor'), randomUUID()],
        [keyOf('harbor'), people.ada.id.toUpperCase()],
      ] as const) {
        const named = await graph.ask<{ childTeam: object | null }, never>(key, `{ childTeam(id: "${id}") { id } }`);
        assert.equal(named.data?.childTeam, null);
        assert.equal(named.errors?.[0]?.extensions?.code, 'FORBIDDEN');
        const bare = await graph.ask<{ childTeam: object | null }, never>(
          key,
          `{ childTeam(id: "${id}") { ...bare } } fragment bare on Team { __typename name }`,
        );
        assert.deepEqual([bare.data, bare.errors?.[0]?.extensions?.code], [{ childTeam: null }, 'FORBIDDEN']);
        const entities = `{ _entities(representations: [{ __typename: "Team", id: "${id}" }]) { ... on Team { id } } }`;
        const referred = await graph.ask<{ _entities: readonly unknown[] }, never>(key, entities);
        assert.deepEqual(referred.data?._entities ?? [null], [null]);
        assert.equal(referred.errors?.[0]?.extensions?.code, 'FORBIDDEN');
      }
      const own = await graph.ask<{ childTeam: object | null }, never>(
        keyOf('harbor'),
        `{ childTeam(id: "${teams.lighthouse.id.toUpperCase()}") { id } }`,
      );
      assert.deepEqual(own.data, { childTeam: { id: teams.lighthouse.id } });
    });

    it('refuses a length that it does not list', async () => {
      const { errors } = await graph.ask(keyOf('harbor'), '{ viewer { childTeams(first: 0) { id } } }');
      assert.equal(errors?.[0]?.message, 'first: must be between 1 and 1000, but got 0.');
    });

    it('says what the caller may do beyond reading, for free', async () => {
      const can = async (key: string) => {
        graph.upstream.forget();
        const { data, errors, extensions } = await graph.ask<Viewer, never>(
          key,
          '{ viewer { can { mapNetwork manageTeams } } }',
        );
        assert.deepEqual([errors, extensions?.credits?.charged, graph.upstream.calls.length], [undefined, 0, 1]);
        return data?.viewer.can;
      };
      assert.deepEqual(await can(keyOf('harbor')), { mapNetwork: true, manageTeams: true });
      assert.deepEqual(await can(keyOf('orchard')), { mapNetwork: false, manageTeams: false });
    });

    const send = (path: string, headers: Readonly<Record<string, string>>, body: object) =>
      fetch(graph.graph.url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((answer) => answer.json());

    it('may change nothing as a partner for a child team, whose context such calls do not run in', async () => {
      const { data } = await graph.ask<{ childTeam: { can: Viewer['viewer']['can'] } }, object>(
        keyOf('harbor'),
        'query ($id: ID!) { childTeam(id: $id) { can { mapNetwork manageTeams } } }',
        { id: teams.lighthouse.id },
      );
      assert.deepEqual(data?.childTeam.can, { mapNetwork: false, manageTeams: false });
    });

    it('may change nothing in a session that only reads', async () => {
      const { token } = await send('/session', { 'x-api-key': keyOf('harbor') }, { rights: 'look' });
      const { data } = await send(
        '/graphql',
        { authorization: `Bearer ${token}` },
        {
          query: '{ viewer { can { mapNetwork manageTeams } } }',
        },
      );
      assert.deepEqual(data.viewer.can, { mapNetwork: false, manageTeams: false });
    });

    it('adds up what the operations of a session were charged and spared', async () => {
      const { token } = await send('/session', { 'x-api-key': keyOf('orchard') }, { total: 10 });
      const ask = (query: string) => send('/graphql', { authorization: `Bearer ${token}` }, { query });
      const person = 'profile(by: { xnetSlug: "hiro-tanaka" }) { ... on Profile { about } }';
      const paths = 'query Paths { relationships(first: 5) { nodes { profile { fullName } } } }';
      const asked = [`query Person { ${person} }`, `query Person { again: ${person} }`, paths, '{ credits { usage } }'];
      const lines = [];
      for (const query of asked) lines.push((await ask(query)).extensions.credits);
      const told = lines.map(({ charged, savedByPayload }) => [charged, savedByPayload]);
      assert.deepEqual(told, [
        [1, 0],
        [1, 0],
        [0, 5],
        [0, 0],
      ]);
      const members = ['charged', 'shared', 'savedByPayload', 'savedByIdentity', 'savedByCache'] as const;
      const { data } = await ask(`{ purse { receipts { minute operation operations ${members.join(' ')} } } }`);
      assert.ok(data.purse.receipts.every(({ minute }: { minute: string }) => minute.endsWith(':00.000Z')));
      for (const member of members) {
        const sum = (rows: readonly Readonly<Record<string, number>>[]) =>
          rows.reduce((total, row) => total + (row[member] ?? 0), 0);
        assert.equal(sum(data.purse.receipts), sum(lines), member);
      }
      const operations = new Set(data.purse.receipts.map(({ operation }: { operation: string | null }) => operation));
      // Both documents of `Person` are others, and nobody trusts them: each has a hash.
      assert.equal(operations.size, 3);
      for (const operation of operations) assert.match(String(operation), /^[\w-]{12}$/);
    });

    it('tells a hundred names of a session apart, and adds up the others', async () => {
      const { token } = await send('/session', { 'x-api-key': keyOf('orchard') }, { total: 120 });
      const ask = (query: string) => send('/graphql', { authorization: `Bearer ${token}` }, { query });
      const person = 'profile(by: { xnetSlug: "hiro-tanaka" }) { ... on Profile { about } }';
      for (let at = 0; at < 120; at += 1) await ask(`query Named${at} { ${person} }`);
      const { data } = await ask('{ purse { receipts { operation operations } } }');
      const receipts: readonly { readonly operation: string | null; readonly operations: number }[] =
        data.purse.receipts;
      const names = new Set(receipts.map(({ operation }) => operation));
      assert.equal(names.size, 101);
      const unnamed = receipts.filter(({ operation }) => operation === null);
      assert.equal(
        unnamed.reduce((sum, { operations }) => sum + operations, 0),
        20,
      );
    });
  });
