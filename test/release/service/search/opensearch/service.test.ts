import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { fetchProfiles, searchProfiles } from '../../../../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../../../../src/contract/operation/relationships.ts';
import { openSearchCluster } from '../../../../../src/service/search/open.ts';
import { writeProfiles } from '../../../../../src/store/record/write.ts';
import { idOf } from '../../../../service/search/corpus.ts';
import { people, present } from '../../../../support/cast/cast.ts';
import { type Gate, makeAuthority, openGate } from '../../../../support/opensearch/gate.ts';
import { noOpenSearch, openSearchNode } from '../../../../support/opensearch/node.ts';
import { type CastService, openCast } from '../../../../support/service.ts';

const everyone = Object.values(people).map(({ id }) => id);
const named = (name: string) => ({ match: { 'profile_info.full_name': name } });
const shards = { profile: 2, company: 1 };

/** Has the first search cluster of the service filled, and its indexes up to date. */
const settled = async (service: CastService) => {
  await service.context.jobs.idle();
  await service.context.cluster?.drain();
};
const ready = async (service: CastService) => (await service.send('/readyz')).body;

/** A cluster stands beside PostgreSQL only: the embedded store has one connection, which a waiting batch would hold. */
const skip = noOpenSearch || (!process.env.KITH_TEST_POSTGRES_URL && 'KITH_TEST_POSTGRES_URL names no PostgreSQL');

describe('a service on a search cluster', { skip, timeout: 300_000 }, () => {
  let node: Awaited<ReturnType<typeof openSearchNode>>;
  let gate: Gate;
  let service: CastService;
  let clock = present;
  before(async () => {
    node = await openSearchNode();
    gate = await openGate(node.url);
    // A view of more ids than two is left to the cluster.
    const searchCluster = { cluster: { urls: [gate.url] }, shards, keptIds: 2 };
    service = await openCast({ now: () => clock, searchCluster });
    await settled(service);
  });
  after(async () => {
    await service.context.cluster?.drop();
    await service.close();
    await gate[Symbol.asyncDispose]();
    await node[Symbol.asyncDispose]();
  });

  const indexes = () => service.store.db.selectFrom('search_index').selectAll().orderBy('name').execute();
  const ask = async (path: string) => (await fetch(`${node.url}${path}`)).json();
  const search = (query: Readonly<Record<string, unknown>>, more: object = {}) =>
    service.ask('orchard', searchProfiles, { query, limit: 1000, ...more });
  const write = (id: string, name: string) =>
    writeProfiles(service.store.db, [{ id, profile_info: { full_name: name } }]);
  const remove = (ids: readonly string[]) => service.store.db.deleteFrom('profile').where('id', 'in', ids).execute();

  it('answers from the cluster, once it holds every record', async () => {
    assert.deepEqual(await ready(service), { status: 'ready', search: { state: 'current', entries: 0, seconds: 0 } });
    // Without tokens, SQL would find nobody.
    await sql`update profile set tokens = ''`.execute(service.store.db);
    const { ids, total_count } = await search({ match_all: {} });
    assert.deepEqual([ids, total_count], [everyone, everyone.length]);
    await writeProfiles(service.store.db, Object.values(people));
  });

  it('finds what is written, and no more what is deleted, in all indexes', async () => {
    const id = 'eeeeeeee-0000-4000-8000-000000000001';
    await write(id, 'Zebulon');
    await settled(service);
    assert.deepEqual((await search(named('zebulon'))).ids, [id]);
    await service.context.cluster?.rebuild();
    assert.deepEqual((await search(named('zebulon'))).ids, [id]);
    await write(id, 'Zachary');
    await settled(service);
    assert.deepEqual((await search(named('zebulon'))).ids, []);
    assert.deepEqual((await search(named('zachary'))).ids, [id]);
    await remove([id]);
    await settled(service);
    assert.deepEqual((await search(named('zachary'))).ids, []);
    const profiles = (await indexes()).filter(({ kind }) => kind === 'profile');
    assert.deepEqual(profiles.map(({ state }) => state).sort(), ['live', 'retired']);
    for (const { name } of profiles)
      assert.equal((await ask(`/${name}/_count?q=id:${id.replaceAll('-', '\\-')}`)).count, 0);
    for (const { name } of profiles) assert.equal((await ask(`/${name}/_doc/${id}`)).found, false);
  });

  it('drops an index ten minutes after it was replaced', async () => {
    await sql`update search_index set changed_at = now() - interval '11 minutes' where state = 'retired'`.execute(
      service.store.db,
    );
    const before = (await indexes()).filter(({ state }) => state === 'retired');
    await service.context.cluster?.dropRetired();
    assert.ok(before.length > 0);
    for (const { name } of before) assert.equal((await fetch(`${node.url}/${name}`)).status, 404);
    assert.deepEqual(
      (await indexes()).map(({ state }) => state),
      ['live', 'live'],
    );
  });

  it('knows whom a team knows from the moment that it does', async () => {
    const network = async () => (await search({ match_all: {} }, { in_network_only: true })).ids;
    const known = await network();
    const relationships = await service.ask('orchard', findRelationships, {
      query: named(people.jonas.profile_info.full_name ?? ''),
    });
    assert.equal(relationships.total_count, 1);
    const rows = await service.store.db
      .deleteFrom('connection')
      .where('profile_id', '=', people.jonas.id)
      .returningAll()
      .execute();
    assert.deepEqual(
      await network(),
      known.filter((id) => id !== people.jonas.id),
    );
    await service.store.db.insertInto('connection').values(rows).execute();
    assert.deepEqual(await network(), known);
  });

  it('keeps a team’s version under many changes at once', async () => {
    const { db } = service.store;
    const {
      rows: [row],
    } = await sql<{ team_id: string }>`select team_id from connection limit 1`.execute(db);
    await Promise.all(
      Array.from({ length: 100 }, () =>
        sql`update connection set strength = strength where team_id = ${row?.team_id}::uuid`.execute(db),
      ),
    );
    const version = async () =>
      (
        await sql<{
          sum: number;
        }>`select sum(changes) as sum from network_change where team_id = ${row?.team_id}::uuid`.execute(db)
      ).rows[0]?.sum;
    const changed = await version();
    await Promise.all(Array.from({ length: 5 }, () => search({ match_all: {} }, { in_network_only: true })));
    assert.equal(await version(), changed);
  });

  describe('with stable pagination', () => {
    const crowd = Array.from({ length: 2015 }, (_, index) => ({
      id: `bbbbbbbb-0000-4000-8000-${String(index).padStart(12, '0')}`,
      profile_info: { full_name: `Extra ${index}` },
    }));
    const crowdIds = crowd.map(({ id }) => id);
    const stable = { stable_pagination: true };
    before(async () => {
      await writeProfiles(service.store.db, crowd);
      await settled(service);
    });
    after(async () => {
      await remove(crowdIds);
      await settled(service);
    });

    it('gives exactly the ids of the first page’s moment, whatever is written later', async () => {
      const pages: (readonly string[])[] = [];
      let token: string | null | undefined;
      do {
        const page = await search({ match_all: {} }, { ...stable, ...(token && { pagination_token: token }) });
        assert.equal(page.total_count, everyone.length + crowd.length);
        pages.push(page.ids);
        token = page.pagination_token;
        await remove([crowdIds.at(-pages.length) ?? '']);
        await write(`cccccccc-0000-4000-8000-00000000000${pages.length}`, 'Late');
        await settled(service);
      } while (token);
      assert.deepEqual(pages.flat(), [...everyone, ...crowdIds]);
      await service.store.db.deleteFrom('profile').where('id', '>=', 'cccccccc-0000-4000-8000-000000000000').execute();
      await writeProfiles(service.store.db, crowd);
      await settled(service);
    });

    it('says that a view has expired: after five minutes, and where the cluster has lost it', async () => {
      const tokenOf = async () => (await search({ match_all: {} }, stable)).pagination_token;
      const answer = async (token: string | null | undefined) =>
        service.post('orchard', '/v3/profiles/search', {
          query: { match_all: {} },
          limit: 1000,
          ...stable,
          pagination_token: token,
        });
      const errors = [
        'pagination_token: must be used within 5 minutes of the page before, but got one that has expired',
      ];
      const token = await tokenOf();
      clock = new Date(clock.getTime() + 5.01 * 60_000);
      assert.deepEqual((await answer(token)).body, { code: 400, errors });
      const other = await tokenOf();
      assert.equal((await answer(other)).status, 200);
      await fetch(`${node.url}/_search/point_in_time`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pit_id: await pitOf() }),
      });
      assert.deepEqual((await answer(other)).body, { code: 400, errors });
    });
    const pitOf = async () => {
      const row = await service.store.db
        .selectFrom('search_snapshot')
        .select('point_in_time')
        .where('point_in_time', 'is not', null)
        .orderBy('last_used_at', 'desc')
        .executeTakeFirst();
      return [JSON.parse(row?.point_in_time ?? '{}').id];
    };
  });

  it('mends an index that is not like the store', async () => {
    const [live] = (await indexes()).filter(({ kind, state }) => kind === 'profile' && state === 'live');
    assert.ok(live);
    await fetch(`${node.url}/${live.name}/_doc/${everyone[0]}?refresh=true`, { method: 'DELETE' });
    await fetch(`${node.url}/${live.name}/_doc/${everyone[1]}?refresh=true`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: everyone[1], digest: 'other', tokens: [] }),
    });
    const stranger = 'ffffffff-0000-4000-8000-000000000001';
    await fetch(`${node.url}/${live.name}/_doc/${stranger}?refresh=true`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: stranger, tokens: ['*'], digest: '' }),
    });
    const results = await service.context.cluster?.check();
    assert.deepEqual(
      results?.map(({ kind, mended }) => [kind, mended]),
      [
        ['company', 0],
        ['profile', 3],
      ],
    );
    assert.deepEqual((await search({ match_all: {} })).ids, everyone);
    assert.deepEqual(
      (await service.context.cluster?.check())?.map(({ mended }) => mended),
      [0, 0],
    );
  });

  it('checks and builds indexes while records are written and deleted without a pause', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `dddddddd-0000-4000-8000-${String(n).padStart(12, '0')}`);
    let writing = true;
    const writer = async () => {
      for (let round = 0; writing; round += 1) {
        await write(ids[round % 20] ?? '', `Restless ${round}`);
        await remove([ids[(round + 10) % 20] ?? '']);
      }
    };
    const busy = writer();
    const work = async () => {
      assert.equal((await service.context.cluster?.check())?.length, 2);
      await service.context.cluster?.rebuild();
    };
    try {
      await Promise.race([work(), busy]);
    } finally {
      writing = false;
      await busy;
      await remove(ids);
      await settled(service);
    }
    assert.deepEqual(
      (await service.context.cluster?.check())?.map(({ mended }) => mended),
      [0, 0],
    );
    assert.deepEqual((await search({ match_all: {} })).ids, everyone);
  });

  it('answers 503 while the cluster is gone, and everything else as ever; then goes on', async () => {
    await gate.shut();
    const answer = await service.post('orchard', '/v3/profiles/search', { query: { match_all: {} } });
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5']);
    assert.deepEqual(answer.body, {
      code: 503,
      errors: ['Search does not answer; try again later. Everything else works.'],
    });
    const id = 'eeeeeeee-0000-4000-8000-000000000002';
    await write(id, 'Meanwhile');
    const { results } = await service.ask('orchard', fetchProfiles, { ids: [id] });
    assert.equal(results.length, 1);
    assert.equal((await service.ask('orchard', findRelationships, {})).total_count > 0, true);
    // How long the entry has waited depends on the machine.
    const told = JSON.stringify(await ready(service)).replace(/"seconds":\d+/, '"seconds":0');
    assert.deepEqual(JSON.parse(told), {
      status: 'degraded',
      search: { state: 'unreachable', entries: 1, seconds: 0 },
    });
    await gate.reopen();
    await settled(service);
    assert.deepEqual((await search(named('meanwhile'))).ids, [id]);
    await remove([id]);
  });

  it('says that its indexes are behind, where a write has waited for more than half a minute', async () => {
    await settled(service);
    gate.refuse('/_bulk');
    try {
      await sql`insert into search_outbox (kind, record_id, written_at)
        values ('profile', ${everyone[0]}::uuid, now() - interval '31 seconds')`.execute(service.store.db);
      const { status, search: told } = JSON.parse(JSON.stringify(await ready(service)));
      assert.deepEqual([status, told.state, told.entries], ['degraded', 'behind', 1]);
      assert.ok(told.seconds >= 31);
    } finally {
      gate.refuse(undefined);
    }
    await settled(service);
    assert.deepEqual(await ready(service), { status: 'ready', search: { state: 'current', entries: 0, seconds: 0 } });
  });

  it('goes back to SQL when the indexes are dropped, and to the cluster again, without a wrong answer', async () => {
    await settled(service);
    // By SQL, searches find a record between its writing and its deletion.
    const passing = 'eeeeeeee-0000-4000-8000-000000000003';
    let asking = true;
    const answers = (async () => {
      let count = 0;
      for (; asking; count += 1) {
        const { ids } = await search({ match_all: {} });
        assert.deepEqual(
          ids.filter((id) => id !== passing),
          everyone,
        );
      }
      return count;
    })();
    const work = async () => {
      await service.context.cluster?.drop();
      assert.deepEqual(await indexes(), []);
      await write(passing, 'Nobody');
      assert.deepEqual((await search(named('nobody'))).ids, [passing]);
      await remove([passing]);
      assert.deepEqual(await service.store.db.selectFrom('search_outbox').selectAll().execute(), []);
      await service.context.cluster?.buildMissing();
      await service.context.cluster?.rebuild();
    };
    try {
      await Promise.race([work(), answers]);
    } finally {
      asking = false;
    }
    assert.ok((await answers) > 0);
  });

  it('speaks TLS, with a user and password or an API key, to a cluster whose authority it was told', async () => {
    const authority = await makeAuthority();
    const basic = `Basic ${Buffer.from('kith:p@ss').toString('base64')}`;
    for (const [authorization, auth] of [
      [basic, { username: 'kith', password: 'p@ss' }],
      ['ApiKey abc', { apiKey: 'abc' }],
    ] as const) {
      await using secure = await openGate(node.url, { authority, authorization });
      const opened = (cluster: object) =>
        openSearchCluster({
          db: service.store.db,
          log: service.context.log,
          snapshotBytes: 1024 * 1024,
          cluster: { urls: [secure.url], auth, ca: authority.certificate, ...cluster },
        });
      const asked = { kind: 'profile', tree: { kind: 'all' }, scope: { teamId: idOf('b', 0) } } as const;
      await using cluster = await opened({});
      assert.deepEqual((await cluster.engine.page(asked, { limit: 1000 })).ids, everyone);
      await using stranger = await opened({ auth: { apiKey: 'other' } });
      await assert.rejects(stranger.engine.page(asked, { limit: 1 }), /401/);
      await using untold = await opened({ ca: undefined });
      await assert.rejects(untold.engine.page(asked, { limit: 1 }), /Search does not answer/);
    }
  });
});
