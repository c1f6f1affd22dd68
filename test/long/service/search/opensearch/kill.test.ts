import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { searchProfiles } from '../../../../../src/contract/operation/profiles.ts';
import { openSearchCluster } from '../../../../../src/service/search/open.ts';
import { openStore } from '../../../../../src/store/open.ts';
import { writeProfiles } from '../../../../../src/store/record/write.ts';
import { people } from '../../../../support/cast/cast.ts';
import { seedCast } from '../../../../support/cast/seed.ts';
import { Kith, temporaryDirectory } from '../../../../support/kith.ts';
import { type Cluster, openCluster } from '../../../../support/opensearch/cluster.ts';
import { noOpenSearch, openSearchNode } from '../../../../support/opensearch/node.ts';
import { databasePlace } from '../../../../support/place.ts';
import { type CastService, openCast } from '../../../../support/service.ts';

const log = pino({ level: 'silent' });
const postgres = process.env.KITH_TEST_POSTGRES_URL;
/** A store with one connection would do nothing else while a batch is on its way to a cluster that loses a node. */
const skip =
  noOpenSearch ||
  (!postgres && 'KITH_TEST_POSTGRES_URL names no PostgreSQL') ||
  // A run of its own (KITH_TEST_CLUSTER=1): what it waits for takes a cluster longer than a shared machine allows.
  (!process.env.KITH_TEST_CLUSTER && 'KITH_TEST_CLUSTER is not set');

const person = (kind: string, n: number) => ({
  id: `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`,
  profile_info: {
    full_name: `${kind === 'b' ? 'Steady' : 'Coming'} ${n}`,
    experience: Array.from({ length: 3 }, (_, place) => ({ title: `Title ${place}`, company_name: `Company ${n}` })),
  },
});
const crowd = (kind: string, length: number) => Array.from({ length }, (_, n) => person(kind, n));
const named = (name: string) => ({ match: { 'profile_info.full_name': name } });

describe('a cluster of three nodes, one of which is killed', { skip, timeout: 550_000 }, () => {
  let cluster: Cluster;
  let service: CastService;
  const steady = crowd('b', 1500);
  let coming = 0;
  before(async () => {
    cluster = await openCluster({ nodes: 3, heap: '256m' });
    service = await openCast({
      searchCluster: {
        cluster: { urls: cluster.nodes.map(({ url }) => url) },
        shards: { profile: 3, company: 1 },
        keptIds: 100,
      },
    });
    await writeProfiles(service.store.db, steady);
    await service.context.jobs.idle();
    await service.context.cluster?.drain();
    await cluster.green();
  });
  after(async () => {
    await service.close();
    await cluster.close();
  });

  const managerOf = async () => {
    const asked = await fetch(`${cluster.nodes[0]?.url}/_cat/cluster_manager?h=node`);
    const name = (await asked.text()).trim();
    return cluster.nodes.find((node) => node.name === name);
  };

  /** Searches and writes without a pause while `meanwhile` runs; every answer must be whole. */
  const underLoad = async (meanwhile: () => Promise<void>) => {
    let goes = true;
    let searches = 0;
    let slowest = 0;
    const searcher = async () => {
      for (; goes; searches += 1) {
        const begun = performance.now();
        const { ids, total_count } = await service.ask('orchard', searchProfiles, {
          query: named('steady'),
          limit: 1000,
        });
        slowest = Math.max(slowest, performance.now() - begun);
        assert.deepEqual([ids.length, ids[0], total_count], [1000, steady[0]?.id, steady.length]);
      }
    };
    const importer = async () => {
      for (; goes; coming += 50) {
        await writeProfiles(
          service.store.db,
          Array.from({ length: 50 }, (_, n) => person('c', coming + n)),
        );
        // No more is written than the cluster takes in.
        await service.context.cluster?.drain();
      }
    };
    const busy = Promise.all([searcher(), searcher(), importer()]);
    await Promise.race([meanwhile(), busy]).finally(() => {
      goes = false;
    });
    await busy;
    return { searches, slowest };
  };
  const agrees = async () => {
    await service.context.cluster?.drain();
    const { total_count } = await service.ask('orchard', searchProfiles, { query: named('coming'), limit: 0 });
    assert.equal(total_count, coming);
    assert.deepEqual(
      (await service.context.cluster?.check())?.map(({ kind, mended }) => [kind, mended]),
      [
        ['company', 0],
        ['profile', 0],
      ],
    );
  };

  it('gives no wrong answer and loses nothing in searches and an import, even of the cluster manager', async (t) => {
    const manager = await managerOf();
    assert.ok(manager);
    const stable = { query: named('steady'), limit: 1000, stable_pagination: true };
    const { pagination_token } = await service.ask('orchard', searchProfiles, stable);
    const { searches, slowest } = await underLoad(async () => {
      await searchesSome();
      await manager.kill();
      await searchesSome();
      await service.context.cluster?.drain();
    });
    t.diagnostic(`${searches} searches, the slowest ${Math.round(slowest)} ms; ${coming} records written`);
    // The view was on one copy of each shard: either none was on the lost node, or it has expired.
    const later = await service.post('orchard', '/v3/profiles/search', { ...stable, pagination_token });
    if (later.status === 200) assert.equal(JSON.stringify(later.body).match(/bbbbbbbb/g)?.length, 500);
    else assert.match(JSON.stringify(later.body), /"code":400.*one that has expired/);
    t.diagnostic(`the view of a later stable page: ${later.status}`);
    await agrees();
    await manager.start();
    await cluster.green();
    await agrees();
  });

  it('gives no wrong answer and loses nothing in a rebuild', async (t) => {
    const [, second] = cluster.nodes;
    assert.ok(second);
    const { searches, slowest } = await underLoad(async () => {
      const rebuilt = Promise.withResolvers<void>();
      let killed: Promise<void> | undefined;
      service.context.cluster
        ?.rebuild({
          onProgress: ({ kind, done }) => {
            if (kind === 'profile' && done >= 500) killed ??= second.kill();
          },
        })
        .then(rebuilt.resolve, rebuilt.reject);
      await rebuilt.promise;
      await killed;
      assert.ok(killed);
    });
    t.diagnostic(`${searches} searches, the slowest ${Math.round(slowest)} ms; ${coming} records written`);
    await agrees();
  });

  const searchesSome = async () => {
    for (let n = 0; n < 20; n += 1) {
      await service.ask('orchard', searchProfiles, { query: named('steady'), limit: 0 });
    }
  };
});

describe('a service that is killed in an import', { skip, timeout: 300_000 }, () => {
  it('leaves nothing that a restart does not bring into step', async (t) => {
    await using node = await openSearchNode();
    await using place = await databasePlace(postgres ?? '');
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'crowd.ndjson');
    const records = crowd('d', 6000);
    await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await using store = await openStore(place.config);
    await seedCast(store.db);
    const env = { ...place.env, KITH_SEARCH_URL: node.url, KITH_SAMPLE: 'off' };
    await using cluster = await openSearchCluster({
      db: store.db,
      log,
      snapshotBytes: 1024 * 1024,
      cluster: { urls: [node.url] },
    });
    await cluster.buildMissing();

    const serving = new Kith(['service'], env);
    await serving.says(/(http:\/\/\S+)/);
    const importing = new Kith(['import', file, '--rejects', join(directory.path, 'rejected')], env);
    const countOf = async () =>
      (
        await store.db
          .selectFrom('profile')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count;
    while ((await countOf()) < 1000) assert.equal(importing.process.exitCode, null);
    await Promise.all([serving.stop('SIGKILL'), importing.stop('SIGKILL')]);
    const left = await countOf();

    const begun = performance.now();
    await using restarted = new Kith(['service'], env);
    const url = await restarted.says(/(http:\/\/\S+)/);
    const health = async () => (await fetch(`${url}/readyz`)).json();
    while ((await health()).search.entries > 0);
    await cluster.drain();
    t.diagnostic(`killed at ${left} records; in step ${Math.round(performance.now() - begun)} ms after the restart`);
    const results = await cluster.check();
    assert.deepEqual(
      results.map(({ kind, records: count, mended }) => [kind, kind === 'profile' ? count : 0, mended]),
      [
        ['company', 0, 0],
        ['profile', left, 0],
      ],
    );
    assert.ok(left < records.length + Object.keys(people).length, 'the import was killed before its end');
    await restarted.stop();
    await cluster.drop();
  });
});
