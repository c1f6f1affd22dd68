import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { type Graph, openGraph } from '../../../src/graph/server/server.ts';
import { maxOwnerBytes } from '../../../src/graph/state/storage-quota.ts';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { answers, openUpstream, type Upstream } from '../../client/scripted-upstream.ts';

const megabyte = `0-${'a'.repeat(1024 * 512)}`;

/** Mutations and queries that read an identifier. */
const doors: readonly (readonly [what: string, query: string, variables: (text: string) => object])[] = [
  ...(['xnetSlug', 'xnetEntityId', 'xnetUrl'] as const).flatMap((member) => {
    const ref = (text: string) => ({
      [member]: member === 'xnetUrl' ? `https://xnet.example/in/${text}` : text,
    });
    return [
      [
        `excludeFromIntros by ${member}`,
        'mutation ($input: ExcludeFromIntrosInput!) { done: excludeFromIntros(input: $input) { problems { message } } }',
        (text: string) => ({ input: { profiles: [ref(text)] } }),
      ],
      [
        `createTargetList by ${member}`,
        'mutation ($input: CreateTargetListInput!) { done: createTargetList(input: $input) { problems { message } } }',
        (text: string) => ({ input: { name: 'Seed', targets: [{ ref: { profile: ref(text) } }] } }),
      ],
      [
        `profile by ${member}`,
        'query ($by: ProfileBy!) { done: profile(by: $by) { __typename } }',
        (text: string) => ({ by: ref(text) }),
      ],
    ] as const;
  }),
  [
    'createTargetList by companyWebsite',
    'mutation ($input: CreateTargetListInput!) { done: createTargetList(input: $input) { problems { message } } }',
    (text) => ({ input: { name: 'Seed', targets: [{ ref: { companyWebsite: text } }] } }),
  ],
  [
    'introPaths to a companyWebsite',
    'query ($to: IntroTarget!) { done: introPaths(to: $to) { totalCount } }',
    (text) => ({ to: { companyWebsite: text } }),
  ],
  [
    'mapNetwork of a companyWebsite',
    'mutation ($input: MapNetworkInput!) { done: mapNetwork(input: $input) { problems { message } } }',
    (text) => ({ input: { companyWebsite: text } }),
  ],
];

describe('what one key stores and asks', () => {
  let upstream: Upstream;
  let graph: Graph;
  before(async () => {
    upstream = await openUpstream(
      answers(200, { usage: 0, ids: [], items: [], count: 0, total_count: 0, results: [], not_found: [] }),
    );
    graph = await openGraph({
      upstreamUrl: upstream.url,
      log: pino({ level: 'silent' }),
      traffic: { load: noLoadGuard },
    });
  });
  after(async () => {
    await graph.close();
    await upstream[Symbol.asyncDispose]();
  });

  async function ask(query: string, variables: object, key = 'one'): Promise<Record<string, never>> {
    const response = await fetch(`${graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query, variables }),
    });
    return Object(await response.json());
  }

  for (const [what, query, variables] of doors)
    it(`refuses an identifier of half a megabyte: ${what}`, async () => {
      await ask('{ credits { usage } }', {});
      const answer = JSON.stringify(await ask(query, variables(megabyte)));
      assert.match(answer, /must have at most \d+ bytes, but has \d+/);
      assert.ok(answer.length < 2000, `${answer.length} characters`);
    });

  it('refuses a filter of a watch that is longer than any real one', async () => {
    const dsl = { terms: { 'profile_info.full_name': [megabyte] } };
    const query = 'mutation ($input: CreateWatchInput!) { createWatch(input: $input) { problems { message } } }';
    const answer = JSON.stringify(await ask(query, { input: { name: 'Big', of: 'SEARCH', dsl } }));
    assert.match(answer, /at most 32768 bytes/);
  });

  it('refuses conditions that are nested too deeply, at any depth that the server parses', async () => {
    const nested = (depth: number, inner: object) => {
      let where: object = inner;
      for (let level = 0; level < depth; level += 1) where = { not: where };
      return where;
    };
    const query = 'query ($where: ProfileWhere) { searchProfiles(first: 1, where: $where) { totalCount } }';
    for (const depth of [150, 900]) {
      const answer = JSON.stringify(await ask(query, { where: nested(depth, { fullName: { matches: 'Ada' } }) }));
      assert.match(answer, /nested at most/, `${depth}`);
      assert.doesNotMatch(answer, /unexpected/i);
    }
    const dsl = JSON.stringify(
      await ask('query ($dsl: JSON) { searchProfiles(first: 1, dsl: $dsl) { totalCount } }', {
        dsl: { bool: { must: nested(400, { match_all: {} }) } },
      }),
    );
    assert.match(dsl, /nested at most/);
  });

  it('is bounded in bytes over all features, for this key alone', async () => {
    const note = 'ü'.repeat(500);
    const create =
      'mutation ($input: CreateTargetListInput!) { createTargetList(input: $input) { targetList { id } problems { message } } }';
    const full = (list: number) => ({
      input: {
        name: `list ${list}`,
        targets: Array.from({ length: 500 }, (_, n) => ({
          ref: { profile: { xnetSlug: `${list}-${n}-${'s'.repeat(480)}` } },
          note,
        })),
      },
    });
    let refused: unknown;
    let lists = 0;
    for (; lists < 100 && refused === undefined; lists += 1) {
      const answer = await ask(create, full(lists), 'hoarder');
      if (JSON.stringify(answer).includes('stored for this key')) refused = answer;
    }
    assert.ok(refused, 'nothing was refused');
    const exclude =
      'mutation ($input: ExcludeFromIntrosInput!) { excludeFromIntros(input: $input) { changed problems { message } } }';
    const others = (key: string) =>
      ask(
        exclude,
        {
          input: {
            profiles: Array.from({ length: 900 }, (_, n) => ({ xnetSlug: `${n}-${'s'.repeat(480)}` })),
            reason: note,
          },
        },
        key,
      );
    assert.match(JSON.stringify(await others('hoarder')), /stored for this key/);
    assert.doesNotMatch(JSON.stringify(await others('neighbour')), /stored for this key/);
    assert.ok(lists * 500 * 1400 < 1.2 * maxOwnerBytes, `${lists} lists`);

    // Reading all of it must leave turns to others.
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 1);
    const read = '{ targetLists(first: 200) { id targets(first: 500) { id } } }';
    const answersOf = await Promise.all(Array.from({ length: 6 }, () => ask(read, {}, 'hoarder')));
    clearInterval(beat);
    for (const answer of answersOf) assert.ok(Object(answer).data?.targetLists?.length >= lists - 2);
    assert.ok(longest < 500, `the event loop paused for ${Math.round(longest)} ms`);
  });
});
