import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { Database } from '../../../src/graph/state/database.ts';
import { companies, keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { followOverWebSocket } from '../../support/graph/task-graph.ts';
import { type Ended, kith, temporaryDirectory } from '../../support/kith.ts';

const { KITH_TEST_REDIS_URL } = process.env;
/** A database of its own, since a purge of all reaches every result there. */
const redisUrl = KITH_TEST_REDIS_URL && new URL('/9', KITH_TEST_REDIS_URL).href;

const key = keyOf('harbor');
const secret = 'a secret of this test, which is long enough';
const { ada, ben } = people;

const open = (remembers: {
  readonly database?: Database;
  readonly redisUrl?: string | undefined;
}): Promise<CastGraph> =>
  openCastGraph({
    credits: { cache: { keepMs: 600_000 } },
    secret,
    tracking: { secret },
    ...remembers,
  });

/** Where a graph with this data directory remembers. */
const databaseIn = (directory: string): Database => new Database(join(directory, 'graph.sqlite'));

/** What loading some people charges. */
async function charge(graph: CastGraph, ids: readonly string[]): Promise<number | undefined> {
  const query =
    'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { fullName } ... on NotFound { identifier } } }';
  const { errors, extensions } = await graph.ask(key, query, { by: ids.map((id) => ({ id })) });
  assert.equal(errors, undefined);
  return extensions?.credits?.charged;
}

/** Has a company mapped and its result kept; resolves with what reads it. */
async function mapped(graph: CastGraph) {
  const website = companies.brightwater.company_info.websites[0];
  const { data: started, errors } = await graph.ask<{ mapNetwork: { task: { id: string } } }, object>(
    key,
    'mutation ($website: String!) { mapNetwork(input: { companyWebsite: $website }) { task { id } } }',
    { website },
  );
  assert.equal(errors, undefined);
  const id = started?.mapNetwork.task.id ?? '';
  const statuses: (string | null)[] = [];
  for await (const { status } of followOverWebSocket(graph.graph, { id }, key)) statuses.push(status);
  assert.equal(statuses.at(-1), 'Mapped');
  return async () => {
    const { data, extensions } = await graph.ask<
      { mappingTask: { result: { totalCount: number; nodes: { profile: { fullName: string } }[] } } },
      object
    >(
      key,
      'query ($id: ID!) { mappingTask(id: $id) { result(first: 100) { ... on RelationshipConnection { totalCount nodes { profile { fullName } } } } } }',
      { id },
    );
    const { totalCount, nodes } = data?.mappingTask.result ?? { totalCount: 0, nodes: [] };
    return {
      charged: extensions?.credits?.charged,
      totalCount,
      names: nodes.map(({ profile }) => profile.fullName),
    };
  };
}

/** Keeps people out of introductions, each with a reason that names them. */
async function exclude(graph: CastGraph, excluded: readonly (typeof ada)[]): Promise<void> {
  for (const { id, profile_info } of excluded) {
    const { data } = await graph.ask<{ excludeFromIntros: { changed: number } }, object>(
      key,
      'mutation ($input: ExcludeFromIntrosInput!) { excludeFromIntros(input: $input) { changed } }',
      { input: { profiles: [{ id }], reason: `${profile_info.full_name} is on leave` } },
    );
    assert.equal(data?.excludeFromIntros.changed, 1);
  }
}

/** Whom a team keeps out of introductions, and why. */
async function exclusions(graph: CastGraph): Promise<Readonly<Record<string, string | null>>> {
  const { data } = await graph.ask<{ introExclusions: { value: string; reason: string | null }[] }, object>(
    key,
    '{ introExclusions { value reason } }',
    {},
  );
  return Object.fromEntries((data?.introExclusions ?? []).map(({ value, reason }) => [value, reason]));
}

/** Keeps a target list of people, with a note that names each. */
async function listTargets(graph: CastGraph, listed: readonly (typeof ada)[]): Promise<void> {
  const targets = listed.map(({ id, profile_info }) => ({
    ref: { profile: { id } },
    note: `${profile_info.full_name} likes sailing`,
  }));
  const { errors } = await graph.ask(
    key,
    'mutation ($input: CreateTargetListInput!) { createTargetList(input: $input) { targetList { id } } }',
    { input: { name: 'Sailors', targets } },
  );
  assert.equal(errors, undefined);
}

/** The notes on the targets of all lists. */
async function listNotes(graph: CastGraph): Promise<readonly string[]> {
  const { data } = await graph.ask<{ targetLists: { totalCount: number; targets: { note: string }[] }[] }, object>(
    key,
    '{ targetLists { totalCount targets { note } } }',
    {},
  );
  const [list] = data?.targetLists ?? [];
  const notes = (list?.targets ?? []).map(({ note }) => note);
  assert.equal(list?.totalCount ?? 0, notes.length);
  return notes;
}

/** The lines of the audit log, which are written whatever the log's level is, but for what each has of its own. */
const audited = (err: string): readonly object[] =>
  err.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const { level, time, pid, hostname, name, msg, ...rest } = JSON.parse(line);
    return msg === 'audit' ? [rest] : [];
  });

/** All that stands in a directory. */
async function textIn(directory: string): Promise<string> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

describe('kith purge', () => {
  const purge = (directory: string, args: readonly string[], env = {}): Promise<Ended> =>
    kith(['purge', ...args], { KITH_DATA_DIR: directory, KITH_SECRET: secret, ...env });

  it('has a running graph forget a person, in memory and in what it paid for, and nobody else', async () => {
    await using directory = await temporaryDirectory();
    using database = databaseIn(directory.path);
    await using graph = await open({ database });
    assert.equal(await charge(graph, [ada.id, ben.id]), 2);
    assert.equal(await charge(graph, [ada.id, ben.id]), 0);
    const read = await mapped(graph);
    const before = await read();
    assert.ok(before.names.includes('Ada Moreau'), before.names.join());
    await exclude(graph, [ada, ben]);
    await listTargets(graph, [ada, ben]);
    const { code, out, err } = await purge(directory.path, ['--profile', ada.id, '--graph', graph.graph.url]);
    assert.equal(err, '');
    assert.equal(
      out,
      'Forgotten: 1 records in memory, 1 results of mappings, 1 exclusions from introductions, 1 targets of lists, 1 purchases with records, 0 approvals, 0 people in watched networks and 0 texts changed or removed.',
    );
    assert.equal(code, 0);

    assert.doesNotMatch(await textIn(directory.path), /Ada Moreau|ada-moreau/);
    assert.deepEqual(await read(), {
      charged: 0,
      totalCount: before.totalCount - 1,
      names: before.names.filter((name) => name !== 'Ada Moreau'),
    });
    assert.deepEqual(await exclusions(graph), { [ada.id]: null, [ben.id]: 'Ben Okafor is on leave' });
    assert.deepEqual(await listNotes(graph), ['Ben Okafor likes sailing']);
    assert.equal(await charge(graph, [ben.id]), 0);
    assert.equal(await charge(graph, [ada.id]), 1);

    const byEmail = await purge(directory.path, [
      '--profile',
      ben.profile_info.work_email ?? '',
      '--graph',
      graph.graph.url,
    ]);
    assert.equal(byEmail.code, 0, byEmail.err);
    assert.equal(await charge(graph, [ben.id]), 1);
    assert.equal((await read()).names.includes('Ben Okafor'), false);
  });

  for (const { args, later } of [
    { args: ['--profile', ada.id], later: { calls: 0, isThere: false } },
    // It is asked for anew.
    { args: ['--all'], later: { calls: 1, isThere: true } },
  ])
    it(`keeps nothing of a mapping that was being paid for: ${args[0]}`, async () => {
      await using directory = await temporaryDirectory();
      using database = databaseIn(directory.path);
      await using graph = await open({ database });
      const read = await mapped(graph);
      const hold = graph.upstream.hold('/v3/network-mapper');
      const reading = read();
      await hold.arrived(1);
      const { code, err } = await purge(directory.path, [...args, '--graph', graph.graph.url]);
      assert.equal(code, 0, err);
      hold.release();
      assert.ok((await reading).names.includes('Ada Moreau'));
      const seen = graph.upstream.count('/v3/network-mapper');
      const { names } = await read();
      const calls = graph.upstream.count('/v3/network-mapper') - seen;
      assert.deepEqual({ calls, isThere: names.includes('Ada Moreau') }, later);
    });

  it('forgets all of what a graph has left, once it has stopped', async () => {
    await using directory = await temporaryDirectory();
    await using opened = new AsyncDisposableStack();
    const database = opened.use(databaseIn(directory.path));
    const graph = opened.use(await open({ database }));
    await (await mapped(graph))();
    await exclude(graph, [ada, ben]);
    await listTargets(graph, [ada, ben]);
    const inUse = await purge(directory.path, ['--all']);
    assert.equal(inUse.code, 1);
    assert.match(inUse.err, /must be open in one process only, but another one has it open/);
    await opened.disposeAsync();

    const { code, out, err } = await purge(directory.path, ['--all']);
    assert.equal(
      out,
      'Forgotten: 0 records in memory, 1 results of mappings, 2 exclusions from introductions, 2 targets of lists, 1 purchases with records, 0 approvals, 0 people in watched networks and 0 texts changed or removed.\n' +
        'Labels of sessions and purses, names of teams, and mapping requests without a result were kept, except those that contain a name from --profile or --name.',
    );
    const what = { everything: true, profiles: 0, names: 0, companies: 0 };
    assert.deepEqual(audited(err), [
      {
        audit: 'purged',
        ...what,
        records: 0,
        results: 1,
        exclusions: 2,
        targets: 2,
        purchases: 1,
        approvals: 0,
        watched: 0,
        texts: 0,
        everywhere: true,
      },
    ]);
    assert.equal(code, 0);
    assert.doesNotMatch(await textIn(directory.path), /ada-moreau|is on leave|likes sailing/i);
  });

  for (const [args, sentence] of [
    [['purge', '--profile', ''], '--profile: must be an identifier, but got an empty text.'],
    [['purge', '--company', 'Aurora Labs'], '--company: must be an id, .* “Aurora Labs” has spaces, like a name.'],
    [['purge', '--name', ' '], '--name: must be a name, but got an empty text.'],
    [['forget', ''], '<people>: must be an identifier, but got an empty text.'],
    [['forget', 'ada-moreau', 'Ada Moreau'], '<people>: must be an id, .* “Ada Moreau” has spaces, like a name.'],
    [['forget', 'number:one'], '<people>: must be number:N or entity:ID, such as number:1001, but got “number:one”.'],
  ] as const)
    it(`refuses what names nobody, as if there were nothing to remove: ${args.join(' ')}`, async () => {
      const { code, out, err } = await kith(args, {});
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, new RegExp(`^kith: ${sentence}`));
    });

  it('reaches the graphs of a Redis, though none runs here', {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, async () => {
    await using directory = await temporaryDirectory();
    const redis = new Redis(redisUrl ?? '');
    await redis.flushdb();
    await using graph = await open({ redisUrl });
    const everything = async () =>
      (await Promise.all((await redis.keys('*')).map((name) => redis.get(name).catch(() => '')))).join('\n');
    assert.equal(await charge(graph, [ada.id, ben.id]), 2);
    const read = await mapped(graph);
    const before = await read();
    assert.match(await everything(), /Ada Moreau/);
    await exclude(graph, [ada, ben]);
    await listTargets(graph, [ada, ben]);

    const { code, err } = await purge(directory.path, ['--profile', 'Ada-Moreau'], {
      KITH_UPSTREAM_URL: graph.upstream.url,
      REDIS_URL: redisUrl ?? '',
    });
    assert.equal(code, 0, err);
    assert.doesNotMatch(await everything(), /Ada Moreau|ada-moreau/);
    // By her slug, which a mapping tells is of this id.
    assert.deepEqual(await exclusions(graph), { [ada.id]: null, [ben.id]: 'Ben Okafor is on leave' });
    assert.deepEqual(await listNotes(graph), ['Ben Okafor likes sailing']);
    assert.equal((await read()).totalCount, before.totalCount - 1);
    assert.equal(await charge(graph, [ben.id]), 0);
    assert.equal(await charge(graph, [ada.id]), 1);
    const all = await purge(directory.path, ['--all'], {
      KITH_UPSTREAM_URL: graph.upstream.url,
      REDIS_URL: redisUrl ?? '',
    });
    assert.equal(all.code, 0, all.err);
    assert.deepEqual(await exclusions(graph), {});
    assert.deepEqual(await listNotes(graph), []);
    redis.disconnect();
  });

  it('is for who knows the graph’s secret, and names what goes', async () => {
    await using directory = await temporaryDirectory();
    await using graph = await open({});
    const { code, err } = await purge(directory.path, ['--all', '--graph', graph.graph.url], {
      KITH_SECRET: randomUUID(),
    });
    assert.equal(code, 1);
    assert.match(
      err,
      /^kith: the server at \S+ is not a graph with the secret configured here \(it has another secret\)/,
    );
    const nothing = await purge(directory.path, []);
    assert.equal(nothing.code, 1);
    assert.match(nothing.err, /^kith: name what is to be removed/);
  });
});
