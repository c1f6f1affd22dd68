import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { companies, keyOf, people } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';

const key = keyOf('orchard');
const { eve, dmitri, chloe } = people;

/** One slug, as people and agents write it. */
const spellings = [
  'chloé-núñez',
  'CHLOÉ-NÚÑEZ',
  'chlo%C3%A9-n%C3%BA%C3%B1ez',
  'https://xnet.example/in/chlo%C3%A9-n%C3%BA%C3%B1ez',
  'http://www.xnet.example/in/Chlo%C3%A9-N%C3%BA%C3%B1ez/',
  'xnet.example/in/chloé-núñez/details/experience/?trk=x',
  ' //uk.xnet.example/in/chloé-núñez/en ',
];

describe('one person, in every spelling', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ credits: { cache: { keepMs: 60_000 } } });
  });
  after(() => cast[Symbol.asyncDispose]());
  beforeEach(() => cast.upstream.forget());

  const about = 'query ($by: ProfileBy!) { profile(by: $by) { ... on Profile { about id fullName } } }';
  const load = (by: object, apiKey = key) =>
    cast.ask<{ profile: { id?: string } | null }, object>(apiKey, about, { by });

  it('costs one credit, one after the other', async () => {
    const before = await cast.usage(key);
    for (const xnetSlug of spellings) {
      const { data, errors } = await load({ xnetSlug });
      assert.equal(data?.profile?.id, chloe.id, `${xnetSlug}: ${JSON.stringify(errors)}`);
    }
    assert.equal((await cast.usage(key)) - before, 1);
  });

  it('costs one credit, all at once, in one operation and in several', async () => {
    const other = keyOf('lighthouse');
    const start = await cast.usage(keyOf('harbor'));
    const answers = await Promise.all(spellings.map((xnetSlug) => load({ xnetSlug }, other)));
    for (const { data } of answers) assert.equal(data?.profile?.id, chloe.id);
    assert.equal((await cast.usage(keyOf('harbor'))) - start, 1);
    const own = keyOf('cove');
    const before = await cast.usage(own);
    const aliases = spellings.map(
      (slug, at) => `a${at}: profile(by: {xnetSlug: ${JSON.stringify(slug)}}) { ... on Profile { about id } }`,
    );
    const { data } = await cast.ask<Record<string, { id: string }>, object>(own, `{ ${aliases.join('\n')} }`, {});
    assert.deepEqual([...new Set(Object.values(data ?? {}).map(({ id }) => id))], [chloe.id]);
    assert.equal((await cast.usage(own)) - before, 1);
  });

  it('is not paid for by a page on another host', async () => {
    const before = await cast.usage(key);
    for (const by of [
      { xnetUrl: 'https://git.example/in/eve-larsen' },
      { xnetSlug: 'https://git.example/in/eve-larsen' },
    ]) {
      const { data, errors } = await load(by);
      assert.equal(data?.profile ?? null, null);
      assert.match(errors?.[0]?.message ?? '', /git\.example is not the provider’s host/);
    }
    assert.equal(await cast.usage(key), before);
  });

  it('is one target of a plan and of a list, by slug and by id', async () => {
    const to = [
      { profile: { xnetSlug: 'eve-larsen' } },
      { profile: { id: eve.id } },
      { company: { id: companies.brightwater.id } },
      { companyWebsite: 'www.brightwater.example' },
    ];
    const { data } = await cast.ask<{ introPlan: { unreached: { at: number; reason: string }[] } }, object>(
      key,
      'query ($to: [IntroTarget!]!) { introPlan(to: $to) { unreached { at reason } } }',
      { to },
    );
    assert.deepEqual(
      data?.introPlan.unreached.filter(({ reason }) => reason === 'DUPLICATE').map(({ at }) => at),
      [1, 3],
    );
    const create =
      'mutation ($input: CreateTargetListInput!) { createTargetList(input: $input) { targetList { totalCount } } }';
    const input = { name: 'Twice', targets: to.map((ref) => ({ ref })) };
    const list = await cast.ask<{ createTargetList: { targetList: { totalCount: number } } }, object>(key, create, {
      input,
    });
    assert.equal(list.data?.createTargetList.targetList.totalCount, 2);
  });
});

describe('the price of a plan', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph();
  });
  after(() => cast[Symbol.asyncDispose]());

  it('bounds what every target may cost, with either number of steps', async () => {
    const plan = (hops: number) =>
      `query ($to: [IntroTarget!]!) { introPlan(to: $to, hops: ${hops}) { asks { confidence } unreached { reason } problems { message } } }`;
    const inputs = [
      ['eve-larsen', 'dmitri-volkov', 'ines-prado'].map((slug) => ({
        profile: { xnetUrl: `https://xnet.example/in/${slug}` },
      })),
      ['no-one-a', 'no-one-b', 'no-one-c'].map((xnetSlug) => ({ profile: { xnetSlug } })),
      [
        { profile: { xnetId: 1005 } },
        { profile: { xnetEntityId: 'ACoAA4' } },
        { company: { xnetSlug: 'delta-ventures' } },
      ],
    ];
    for (const refuses of [false, true])
      for (const hops of [1, 2])
        for (const to of inputs) {
          // As an upstream that does not search by slugs.
          cast.upstream.fault = ({ path, body }) =>
            refuses && path.endsWith('/search') && JSON.stringify(body).includes('social_media')
              ? { status: 400, body: { errors: ['unknown path'] } }
              : undefined;
          const { quote } = await cast.quote(key, plan(hops), { to });
          const before = await cast.usage(key);
          const { errors } = await cast.ask<object, object>(key, plan(hops), { to });
          const charged = (await cast.usage(key)) - before;
          const where = `${JSON.stringify(to)}, ${hops} hops, ${refuses}: ${JSON.stringify(errors)}`;
          assert.ok(charged <= (quote?.max ?? -1), `${where}: quoted ${quote?.max}, charged ${charged}`);
          if (!refuses && hops === 1 && to === inputs[0]) assert.equal(quote?.max, 0, where);
        }
    cast.upstream.fault = undefined;
  });

  it('is spent on the targets that it suffices for, and the others are told', async () => {
    const to = ['no-one-a', 'no-one-b'].map((xnetSlug) => ({ profile: { xnetSlug } }));
    const { data, errors } = await cast.ask<
      { introPlan: { unreached: { reason: string }[]; problems: { message: string }[] } },
      object
    >(
      key,
      'query ($to: [IntroTarget!]!) { introPlan(to: $to) { unreached { reason } problems { message } } }',
      { to: [...to, { profile: { id: eve.id } }] },
      { headers: { 'x-credit-budget': '0' } },
    );
    assert.equal(errors, undefined);
    assert.deepEqual(
      data?.introPlan.unreached.map(({ reason }) => reason),
      ['NOT_SEARCHED', 'NOT_SEARCHED'],
    );
    assert.match(data.introPlan.problems[0]?.message ?? '', /budget/);
  });
});

describe('somebody on the do-not-ask list', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph();
  });
  after(() => cast[Symbol.asyncDispose]());

  const document = `query ($by: ProfileBy!, $website: String!) {
    person: introPaths(to: {profile: $by}) { totalCount notes nodes { confidence } }
    firm: introPaths(to: {companyWebsite: $website}) { notes nodes { target { id } } }
    plan: introPlan(to: [{profile: $by}]) { asks { confidence } unreached { reason } }
  }`;
  interface Answer {
    readonly person: { readonly totalCount: number; readonly notes: readonly string[] };
    readonly firm: {
      readonly notes: readonly string[];
      readonly nodes: readonly { readonly target: { readonly id: string } }[];
    };
    readonly plan: { readonly asks: readonly object[]; readonly unreached: readonly { readonly reason: string }[] };
  }
  const named = [
    ['slug', { xnetSlug: 'eve-larsen' }],
    ['page', { xnetUrl: 'https://xnet.example/in/Eve-Larsen/' }],
    ['id', { id: eve.id.toUpperCase() }],
    ['numeric id', { xnetId: 1005 }],
    ['entity id', { xnetEntityId: 'ACoAA5' }],
  ] as const;

  for (const [kind, excluded] of named)
    it(`is proposed as a target nowhere, excluded by ${kind}`, async () => {
      const exclude = 'mutation ($input: ExcludeFromIntrosInput!) { excludeFromIntros(input: $input) { changed } }';
      await cast.ask(key, exclude, { input: { profiles: [excluded] } });
      for (const [, by] of named) {
        const before = await cast.usage(key);
        const { data, errors } = await cast.ask<Answer, object>(key, document, { by, website: 'brightwater.example' });
        assert.equal(errors, undefined, JSON.stringify(errors));
        assert.equal(data?.person.totalCount, 0);
        assert.match(data.person.notes.join(), /do-not-ask list/);
        assert.deepEqual([data.plan.asks, data.plan.unreached[0]?.reason], [[], 'EXCLUDED']);
        assert.ok(data.firm.nodes.every(({ target }) => target.id !== eve.id));
        assert.match(data.firm.notes.join(), /One person there/);
        assert.equal(await cast.usage(key), before);
      }
      const include = 'mutation ($input: IncludeInIntrosInput!) { includeInIntros(input: $input) { changed } }';
      await cast.ask(key, include, { input: { profiles: [excluded] } });
      const { data } = await cast.ask<Answer, object>(key, document, {
        by: { id: eve.id },
        website: 'brightwater.example',
      });
      assert.ok((data?.person.totalCount ?? 0) > 0);
    });

  it('costs nothing with two steps either', async () => {
    const before = await cast.usage(key);
    const { data } = await cast.ask<{ introPaths: { totalCount: number } }, object>(
      key,
      'query ($exclude: IntroExclusion) { introPaths(to: {profile: {xnetSlug: "dmitri-volkov"}}, hops: 2, exclude: $exclude) { totalCount } }',
      { exclude: { profiles: [{ id: dmitri.id }] } },
    );
    assert.equal(data?.introPaths.totalCount, 0);
    assert.equal(await cast.usage(key), before);
  });
});
