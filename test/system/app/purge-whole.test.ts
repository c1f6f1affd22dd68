import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import pino from 'pino';
import { Database } from '../../../src/graph/state/database.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { followOverWebSocket } from '../../support/graph/task-graph.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';
import { openTestTelemetry } from '../../support/telemetry/metrics.ts';

const { KITH_TEST_REDIS_URL } = process.env;
/** A database of its own, which is looked through as a whole. */
const redisUrl = KITH_TEST_REDIS_URL && new URL('/11', KITH_TEST_REDIS_URL).href;

const key = keyOf('harbor');
const secret = 'a secret of this test, which is long enough';
const { ben } = people;

/** Every way in which texts below name Ada; her id is in the lists of before. */
const anyName = /ada.{0,3}moreau|adà moreau|ada@|aaaaaaaa-0000-4000-8000-000000000001|"1001\\?"|"ACoAA1\\?"/i;

/** The places of a text that name her, with what is around them. */
const namesIn = (text: string): readonly string[] =>
  text.match(new RegExp(`.{0,60}(?:${anyName.source}).{0,20}`, 'gi')) ?? [];

/** All that stands in the files of a directory. */
async function textOfFiles(directory: string): Promise<string> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** All keys and values of a Redis. */
async function textOfRedis(redis: Redis): Promise<string> {
  const texts = (await redis.keys('*')).map(async (name) => {
    const read = {
      string: () => redis.get(name),
      hash: () => redis.hgetall(name),
      list: () => redis.lrange(name, 0, -1),
      set: () => redis.smembers(name),
      zset: () => redis.zrange(name, '0', '-1'),
    }[await redis.type(name)];
    return `${name} ${JSON.stringify(await read?.())}`;
  });
  return (await Promise.all(texts)).join('\n');
}

type Ask = (document: string, variables?: object) => Promise<Record<string, never>>;

const asking = (graph: CastGraph): Ask => {
  return async (document, variables = {}) => {
    const { data, errors } = await graph.ask<Record<string, never>, object>(key, document, variables);
    assert.equal(errors, undefined, JSON.stringify(errors));
    assert.ok(data);
    return data;
  };
};

/** Puts a person's names into every text that a caller may give, and has her record and a result with her kept. */
async function nameHer(graph: CastGraph): Promise<void> {
  const ask = asking(graph);
  await ask('query AdaMoreau { profile(by: { xnetSlug: "ada-moreau" }) { ... on Profile { headline } } }');
  await ask('mutation ($input: ExcludeFromIntrosInput!) { excludeFromIntros(input: $input) { changed } }', {
    input: { profiles: [{ id: ben.id }], reason: 'ADA MOREAU said so' },
  });
  const ref = { profile: { id: ben.id } };
  await ask('mutation ($input: CreateTargetListInput!) { createTargetList(input: $input) { targetList { id } } }', {
    input: {
      name: 'Adà Moreau’s',
      targets: [
        { ref, note: 'as ada-moreau wishes' },
        { ref: { profile: { xnetId: 1001 } }, note: 'her' },
        { ref: { profile: { xnetEntityId: 'ACoAA1' } }, note: 'her, too' },
      ],
    },
  });
  await ask('mutation ($input: CreateTeamInput!) { createTeam(input: $input) { team { id } } }', {
    input: { name: 'Friends of Ada Moreau' },
  });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const session = async (body: object) => {
    const answer = await fetch(`${graph.graph.url}/session`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()).token as string;
  };
  const token = await session({ label: 'for Ada.Moreau', rights: 'act', total: 5 });
  // Whom it names by number is known once her record has told it.
  const agent = await session({ kind: 'agent', label: 'research', total: 50, confirmAbove: 0 });
  const asked = await fetch(`${graph.graph.url}/quote`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agent}`, 'content-type': 'application/json', 'x-kith-approval': 'ask' },
    body: JSON.stringify({
      query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { experience { title } } } }',
      variables: { by: [{ xnetId: 1001 }, { id: ben.id }] },
    }),
  });
  assert.ok((await asked.json()).quote.approval);
  const dsl = { bool: { should: [{ term: { 'profile_info.full_name.keyword': 'Ada Moreau' } }, { match_all: {} }] } };
  const start =
    'mutation AdaMoreauMaps($dsl: JSON!) { mapNetwork(input: { dsl: $dsl, companyWebsite: "brightwater.example" }) { task { id } } }';
  const { mapNetwork } = (await ask(start, { dsl })) as unknown as { mapNetwork: { task: { id: string } } };
  const { id } = mapNetwork.task;
  for await (const _ of followOverWebSocket(graph.graph, { id }, key));
  await fetch(`${graph.graph.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'query AdaMoreauToo { profile(by: { xnetSlug: "chloe-tan" }) { ... on Profile { headline } } }',
    }),
  });
}

/** What callers still read of it all. */
async function readable(graph: CastGraph): Promise<unknown> {
  const data = await asking(graph)(
    '{ introExclusions { value reason } targetLists { name totalCount targets { note } } viewer { childTeams { name } } recentTasks { companyWebsite } }',
  );
  return data;
}

const stores = [
  { name: 'the graph’s own database', isRedis: false, skip: false },
  { name: 'Redis', isRedis: true, skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' },
];

for (const { name, isRedis, skip } of stores)
  describe(`a person who is purged from ${name}`, { skip, timeout: 120_000 }, () => {
    const removed = async (withAll: boolean) => {
      await using directory = await temporaryDirectory();
      await using opened = new AsyncDisposableStack();
      const redis = isRedis ? new Redis(redisUrl ?? '') : undefined;
      opened.defer(() => redis?.disconnect());
      await redis?.flushdb();
      const lines: string[] = [];
      const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
      const measured = await openTestTelemetry();
      opened.defer(() => measured.close());
      const graph = opened.use(
        await openCastGraph({
          ...(isRedis ? { redisUrl } : { database: opened.use(new Database(join(directory.path, 'graph.sqlite'))) }),
          credits: { cache: { keepMs: 600_000 } },
          ...{ secret, tracking: { secret }, log, operationLog: log, telemetry: measured.telemetry },
        }),
      );
      const text = () => (redis ? textOfRedis(redis) : textOfFiles(directory.path));
      await nameHer(graph);
      assert.ok(namesIn(await text()).length > 5);

      const env = { KITH_DATA_DIR: directory.path, KITH_SECRET: secret, KITH_UPSTREAM_URL: graph.upstream.url };
      const run = async (args: readonly string[], more = {}) => {
        const { code, out, err } = await kith(args, { ...env, ...more });
        assert.equal(code, 0, err);
        return `${out}${err}`;
      };
      await using room = await temporaryDirectory();
      const file = join(room.path, 'backup');
      if (!isRedis) await run(['backup', file, '--graph', graph.graph.url]);
      // One name is enough, as her record tells the others.
      const all = withAll ? ['--all'] : [];
      const told = await run(['purge', ...all, '--profile', 'ada-moreau', '--graph', graph.graph.url]);
      assert.match(
        told,
        withAll
          ? /^Forgotten: 2 records in memory, .* 1 exclusions .* 2 targets of lists, 1 purchases with records, 1 approvals, .* and [4-9] texts.*\nLabels of sessions /
          : /^Forgotten: 1 records in memory, 0 results of mappings, 0 exclusions .* 1 targets of lists, 1 purchases with records, 1 approvals, .* and [6-9] texts/,
      );
      assert.deepEqual(namesIn(await text()), []);
      assert.deepEqual(await readable(graph), {
        introExclusions: withAll ? [] : [{ value: ben.id, reason: '' }],
        targetLists: withAll ? [] : [{ name: '', totalCount: 1, targets: [{ note: '' }] }],
        viewer: { childTeams: [{ name: '' }] },
        recentTasks: [{ companyWebsite: null }],
      });
      const shown = `${lines.join('')}${JSON.stringify(await measured.scrape())}`;
      assert.match(shown, /kith_operations_total/);
      assert.deepEqual(namesIn(shown), []);
      if (isRedis) return;
      const restored = join(room.path, 'restored');
      await run(['restore', file, '--purged', join(directory.path, 'purged.ndjson')], { KITH_DATA_DIR: restored });
      assert.deepEqual(namesIn(await textOfFiles(restored)), []);
    };

    it('is in nothing of it any more, in a backup that is restored, and was in no log and no metric', () =>
      removed(false));

    it('is in no text that a purge of all leaves', () => removed(true));
  });
