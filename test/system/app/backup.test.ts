import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { ArchiveReader, ArchiveWriter } from '../../../src/app/backup/archive.ts';
import { restore } from '../../../src/app/backup/restore.ts';
import { probePort } from '../../../src/app/probe-port.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { CreditUsage } from '../../../src/contract/operation/credits.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { Seal } from '../../../src/graph/state/seal/seal.ts';
import { readOwner } from '../../../src/store/owner/owner.ts';
import { companies, keyOf, people } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { followOverWebSocket } from '../../support/graph/task-graph.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { openToOthers } from '../../support/open-to-others.ts';

/** A cache would save what is to be paid. */
const settings = { KITH_CACHE_SECONDS: '0', KITH_SAMPLE: 'off' };
const crowd = Array.from({ length: 40 }, (_, n) => ({
  id: randomUUID(),
  profile_info: { full_name: `Person ${n}`, headline: 'x'.repeat(2000) },
}));

interface Answer {
  readonly data?: { readonly profile?: { readonly fullName?: string } };
  readonly errors?: readonly object[];
}

/** What the purses in a graph's database are down to. */
function pursesIn(dataDir: string): { readonly spent: number; readonly held: number } {
  using database = new Database(join(dataDir, 'graph.sqlite'));
  const sums = { spent: 0, held: 0 };
  for (const {
    value,
  } of database.all`SELECT value FROM state_entry WHERE partition GLOB 'purses:*' AND key GLOB 'balance/*'`) {
    const [spent = 0, held = 0, uncertain = 0] = String(value).split(' ').map(Number);
    sums.spent += spent;
    sums.held += held + uncertain;
  }
  return sums;
}

describe('a backup', () => {
  let room: Awaited<ReturnType<typeof temporaryDirectory>>;
  let serving: Kith;
  let graphUrl: string;
  let apiKey: string;
  let env: Readonly<Record<string, string>>;
  const at = (name: string): string => join(room.path, name);

  const done = async (args: readonly string[], more: Readonly<Record<string, string>> = env): Promise<string> => {
    const { code, out, err } = await kith(args, more);
    assert.equal(code, 0, err);
    return out;
  };
  const fails = async (args: readonly string[], sentence: RegExp, more = env): Promise<void> => {
    const { code, err } = await kith(args, more);
    assert.equal(code, 1, err);
    assert.match(err, sentence);
  };
  /** Loads a person, who is paid for: whether that succeeded. */
  const pay = async (url: string, n: number): Promise<boolean> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({
        query: 'query ($id: ID!) { profile(by: { id: $id }) { ... on Profile { fullName } } }',
        variables: { id: crowd[n % crowd.length]?.id },
      }),
    }).catch(() => undefined);
    const { data, errors }: Answer = (await answer?.json()) ?? {};
    assert.doesNotMatch(JSON.stringify(errors ?? []), /GRAPHQL_VALIDATION_FAILED/);
    return errors === undefined && data?.profile?.fullName !== undefined;
  };
  const charged = async (dataDir: string): Promise<number> => {
    await using service = new Kith(['service'], { ...settings, KITH_DATA_DIR: dataDir });
    const url = await service.says(/(http:\/\/\S+)/);
    const answer = await fetch(`${url}/credits/usage`, { headers: { 'x-api-key': apiKey } });
    const usage: CreditUsage = await answer.json();
    await service.stop();
    return usage.usage;
  };

  before(async () => {
    room = await temporaryDirectory();
    const free = async () => String(await probePort({ host: '127.0.0.1', port: 0 }));
    // The same when it starts again.
    env = { ...settings, KITH_DATA_DIR: at('data'), KITH_PORT: await free(), KITH_SERVICE_PORT: await free() };
    // First, since whoever finds the store open need not open it.
    serving = new Kith(['serve'], env);
    graphUrl = await serving.says(/(http:\/\/\S+?)\/graphql/);
    const file = at('crowd.ndjson');
    await writeFile(file, crowd.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const team = JSON.parse(await done(['team', 'create', 'Mill', '--owner', 'owner@mill.example']));
    const key = JSON.parse(await done(['key', 'create', '--team', team.id, '--account', 'owner@mill.example']));
    apiKey = key.key;
    await done(['import', file, '--rejects', at('rejected')]);
    await done(['purse', 'create', '--key', apiKey, '--total', '100000', '--label', 'all', '--graph', graphUrl]);
  });
  after(async () => {
    await serving.stop();
    await room[Symbol.asyncDispose]();
  });

  /** Pays without a pause while something else runs; how often it succeeded. */
  const underPayments = async (meanwhile: () => Promise<unknown>, others = [1]): Promise<number> => {
    let goes = true;
    let paid = 0;
    const payer = async (own: number) => {
      for (let n = own; goes; n += 1) {
        if (await pay(graphUrl, n)) paid += 1;
        // What runs meanwhile needs CPU, too.
        await pause(5);
      }
    };
    const payers = Promise.all([0, ...others].map(payer));
    await meanwhile().finally(() => {
      goes = false;
    });
    await payers;
    return paid;
  };

  it('is of one moment in both halves, while everything goes on', async () => {
    const paid = await underPayments(async () => {
      while (!(await pay(graphUrl, 0))) await pause(20);
      await done(['backup', at('one'), '--graph', graphUrl]);
      await pay(graphUrl, 0);
    });
    const restored = { ...settings, KITH_DATA_DIR: at('restored') };
    const about = JSON.parse(await done(['restore', at('one')], restored));
    assert.deepEqual([about.secret, about.graph, typeof about.store.migration], [true, true, 'string']);
    assert.deepEqual(await openToOthers(restored.KITH_DATA_DIR), []);
    const ledger = await charged(restored.KITH_DATA_DIR);
    // What was in flight is held; all else is in both halves.
    const { spent, held } = pursesIn(restored.KITH_DATA_DIR);
    assert.ok(spent <= ledger && ledger <= spent + held, `${ledger} charged, ${spent} spent, ${held} held`);
    assert.ok(held <= 2 && ledger > 0 && ledger <= paid + 1, `${ledger} charged of ${paid}, ${held} held`);
  });

  it('is for its owner alone, and says what is in it', async () => {
    const said = JSON.parse(await done(['backup', at('closed'), '--no-secret', '--graph', graphUrl]));
    assert.equal(said.secret, false);
    assert.equal((await stat(at('closed'))).mode & 0o777, 0o600);
    using archive = new ArchiveReader(at('closed'));
    assert.equal(archive.names.includes('secret'), false);
    assert.equal(archive.names.includes('graph.sqlite'), true);
    assert.equal(archive.about.moment, said.moment);
  });

  it('leaves a draft at most, in the way of no other, where the service is killed in it', async () => {
    const file = at('killed');
    const drafts = async () => (await readdir(room.path)).filter((name) => name.startsWith('killed'));
    await underPayments(async () => {
      const backing = kith(['backup', file, '--graph', graphUrl], env);
      while ((await drafts()).length === 0);
      const owner = await readOwner(at('data'));
      process.kill(owner?.pid ?? 0, 'SIGKILL');
      const { code, err } = await backing;
      assert.equal(code, 1);
      assert.match(err, /stopped before the command was done/);
      assert.equal(existsSync(file), false);
      await serving.ended;
      serving = new Kith(['serve'], env);
      assert.equal(await serving.says(/(http:\/\/\S+?)\/graphql/), graphUrl);
      while (!(await pay(graphUrl, 0))) await pause(20);
    }, []);
    const [draft, ...others] = await drafts();
    assert.match(draft ?? '', /^killed\.[0-9a-f-]{36}\.part$/);
    assert.deepEqual(others, []);
    await done(['backup', file, '--graph', graphUrl]);
    assert.deepEqual((await drafts()).sort(), ['killed', draft]);
  });

  it('is restored whole where a restore was killed', async () => {
    const restored = { ...settings, KITH_DATA_DIR: at('interrupted') };
    const restoring = new Kith(['restore', at('killed')], restored);
    const begun = () => existsSync(join(restored.KITH_DATA_DIR, 'restoring/pglite/base'));
    while (!begun() && restoring.process.exitCode === null) await readdir(room.path);
    assert.ok(begun());
    await restoring.stop('SIGKILL');
    await fails(['serve'], /A restore into \S+ is in progress or was interrupted/, restored);
    await done(['restore', at('killed')], restored);
    assert.ok((await charged(restored.KITH_DATA_DIR)) > 0);
    assert.equal((await readdir(restored.KITH_DATA_DIR)).includes('restoring'), false);
  });

  it('is refused by a directory that holds a store, and by one in use', async () => {
    await fails(['restore', at('one')], /is in use by process/);
    await fails(
      ['restore', at('one')],
      /can be restored only into an empty data directory, but \S+ holds pglite and graph\.sqlite/,
      {
        ...settings,
        KITH_DATA_DIR: at('restored'),
      },
    );
  });

  it('is refused where it is damaged, cut short, of another version, or none', async () => {
    const dataDir = at('nowhere');
    const { config } = readConfig({ ...settings, KITH_DATA_DIR: dataDir });
    assert.ok(config);
    const refused = async (file: string, sentence: RegExp) => {
      await assert.rejects(restore(config, at(file)), { name: 'CommandFailure', message: sentence });
      assert.deepEqual(existsSync(dataDir) ? await readdir(dataDir) : [], []);
    };
    const { size } = await stat(at('one'));
    for (const part of [0.2, 0.4, 0.6, 0.8]) {
      await cp(at('one'), at('damaged'));
      await using file = await open(at('damaged'), 'r+');
      const place = Math.floor(size * part);
      const { buffer } = await file.read(Buffer.alloc(512), 0, 512, place);
      await file.write(
        buffer.map((byte) => byte ^ 0xff),
        0,
        512,
        place,
      );
      await refused('damaged', /is damaged: its checksum does not match/);
    }
    await truncate(at('damaged'), size / 2);
    await refused('damaged', /is damaged|is not a Kith backup/);
    await writeFile(at('text'), 'no backup');
    await refused('text', /is not a Kith backup/);
    for (const [name, version, migration] of [
      ['later', '9.9.9', '9999-later'],
      ['earlier', '1.0.0-rc.1', '0011-keyed-charge-hashes'],
    ] as const) {
      await using other = new ArchiveWriter(at(name));
      const store = { migration, pglite: '9.9.9' };
      await other.finish({ version, moment: new Date().toISOString(), secret: false, graph: false, store });
      await refused(name, new RegExp(`must be one that this version .* but version ${version} made it .*${migration}`));
    }
  });

  it('is refused where it would fill the memory, has rows without end, or holds no database of a graph', async () => {
    const dataDir = at('nowhere');
    const { config } = readConfig({ ...settings, KITH_DATA_DIR: dataDir });
    assert.ok(config);
    const refused = async (file: string, change: string, sentence: RegExp, ...values: readonly Uint8Array[]) => {
      await cp(at('one'), at(file));
      {
        using archive = new DatabaseSync(at(file));
        if (values.length > 0) archive.prepare(change).run(...values);
        else archive.exec(change);
      }
      await assert.rejects(restore(config, at(file)), { name: 'CommandFailure', message: sentence });
      assert.deepEqual(await readdir(dataDir), []);
    };
    const spaces = zstdCompressSync(Buffer.alloc(2 ** 27, ' '));
    await refused('bomb', 'UPDATE chunk SET bytes = ?', /is damaged: its checksum does not match/, spaces);
    const endless = `DROP TABLE entry; CREATE VIEW entry AS
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS name, NULL AS sha256 FROM n;`;
    await refused('endless', endless, /is not a Kith backup: it must hold only about, entry, chunk\./);

    const moment = new Date().toISOString();
    await using stranger = new ArchiveWriter(at('stranger'));
    await stranger.file('graph.sqlite', Readable.from([Buffer.from('{"records":0,"everywhere":true}')]));
    await stranger.finish({ version: '1.0.0', moment, secret: false, graph: true });
    const { config: remote } = readConfig({ KITH_DATA_DIR: dataDir, KITH_UPSTREAM_URL: 'http://127.0.0.1:1' });
    assert.ok(remote);
    await assert.rejects(restore(remote, at('stranger')), { message: /is not a complete graph database/ });
    assert.deepEqual(await readdir(dataDir), []);
  });
});

describe('a person who was purged after a backup', { timeout: 120_000 }, () => {
  it('is purged again when it is restored', async () => {
    await using room = await temporaryDirectory();
    const secret = 'a secret of this test, which is long enough';
    const key = keyOf('harbor');
    const old = join(room.path, 'old');
    using database = new Database(join(old, 'graph.sqlite'));
    await using graph = await openCastGraph({ secret, tracking: { secret }, database });
    const { data } = await graph.ask<{ mapNetwork: { task: { id: string } } }, object>(
      key,
      'mutation ($website: String!) { mapNetwork(input: { companyWebsite: $website }) { task { id } } }',
      { website: companies.brightwater.company_info.websites[0] },
    );
    const id = data?.mapNetwork.task.id ?? '';
    for await (const _ of followOverWebSocket(graph.graph, { id }, key));
    await graph.ask(
      key,
      'query ($id: ID!) { mappingTask(id: $id) { result(first: 9) { ... on RelationshipConnection { totalCount } } } }',
      { id },
    );
    const { errors } = await graph.ask(
      key,
      'mutation ($input: ExcludeFromIntrosInput!) { excludeFromIntros(input: $input) { changed } }',
      { input: { profiles: [{ id: people.ada.id }], reason: 'Ada Moreau is on leave' } },
    );
    assert.equal(errors, undefined);
    const env = { KITH_DATA_DIR: old, KITH_SECRET: secret, KITH_UPSTREAM_URL: graph.upstream.url };
    const file = join(room.path, 'backup');
    const run = async (args: readonly string[], dataDir = old) => {
      const { code, out, err } = await kith(args, { ...env, KITH_DATA_DIR: dataDir });
      assert.equal(code, 0, err);
      return out;
    };
    await run(['backup', file, '--graph', graph.graph.url]);
    await run(['purge', '--profile', people.ada.id, '--graph', graph.graph.url]);
    const list = await readFile(join(old, 'purged.ndjson'), 'utf8');
    assert.ok(!list.includes(people.ada.id), 'the list names nobody');

    // Values are sealed.
    const exclusionsIn = (dataDir: string) => {
      using restored = new Database(join(dataDir, 'graph.sqlite'));
      const seal = new Seal({ secret });
      return restored.all`SELECT partition, value FROM state_entry WHERE partition LIKE 'exclusions:%'`
        .map(({ partition, value }) => seal.openText('state', String(partition), String(value)))
        .join();
    };
    const without = join(room.path, 'without');
    const unlisted = JSON.parse(await run(['restore', file], without));
    assert.equal(unlisted.purgedAgain, 0);
    assert.match(unlisted.warning, /^There is no list of purged people at \S+\/without\/purged\.ndjson: .* --purged /);
    assert.match(exclusionsIn(without), /Ada Moreau/);
    const listed = join(room.path, 'listed');
    const restored = await run(['restore', file, '--purged', join(old, 'purged.ndjson')], listed);
    assert.equal(JSON.parse(restored).purgedAgain, 2);
    assert.equal(JSON.parse(restored).warning, undefined);
    const absent = await kith(['restore', file, '--purged', join(room.path, 'none')], {
      ...env,
      KITH_DATA_DIR: join(room.path, 'absent'),
    });
    assert.equal(absent.code, 1);
    assert.match(absent.err, /^kith: --purged must name a list of purged people, but there is no file \S+\/none\.$/m);
    const left = (await promisify(execFile)('sh', ['-c', `cat ${listed}/*`], { encoding: 'latin1' })).stdout;
    assert.doesNotMatch(left, /Ada Moreau|ada-moreau/);
    assert.doesNotMatch(exclusionsIn(listed), /Ada Moreau/);
  });
});
