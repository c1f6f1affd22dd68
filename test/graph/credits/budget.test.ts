import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ProfilesDocument } from '../../generated/operations.ts';
import { keyOf, type PersonName, people } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { timedOut } from '../../support/network/timed-out.ts';

const fetches = '/v3/profiles/fetch';

/** Idea 3 of the design: an operation has a budget, reserved before each fetch. */
for (const upstream of upstreams)
  describe(`an operation’s budget, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast({ credits: { budget: { default: 4, max: 50 } } });
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => {
      cast.upstream.forget();
      cast.upstream.fault = undefined;
    });

    const key = keyOf('orchard');
    const named = (...names: PersonName[]) => names.map((name) => ({ id: people[name].id }));
    const five = named('ada', 'ben', 'chloe', 'dmitri', 'eve');

    const askFor = (by: typeof five, budget?: string) =>
      cast.ask(key, ProfilesDocument, { by }, budget === undefined ? {} : { headers: { 'x-credit-budget': budget } });

    const typesOf = (data: Awaited<ReturnType<typeof askFor>>['data']) => data?.profiles?.map((one) => one?.__typename);

    it('leaves what was paid for, and says of the rest whose limit it is', async () => {
      const { data, errors, extensions } = await askFor(five);
      assert.equal(errors, undefined);
      assert.deepEqual(typesOf(data), ['Profile', 'Profile', 'Profile', 'Profile', 'CreditLimit']);
      const last = data?.profiles?.at(-1);
      assert.equal(last?.__typename === 'CreditLimit' && last.scope, 'BUDGET');
      assert.equal(extensions?.credits?.charged, 4);
      assert.equal(extensions?.credits?.budget, 4);
      assert.deepEqual(
        cast.upstream.calls.map(({ body }) => body?.ids),
        [five.slice(0, 4).map(({ id }) => id)],
      );
    });

    it('is set by a header', async () => {
      assert.deepEqual(new Set(typesOf((await askFor(five, '50')).data)), new Set(['Profile']));
      const { data } = await askFor(five, '1');
      assert.deepEqual(typesOf(data)?.indexOf('CreditLimit'), 1);
      const limit = data?.profiles?.[1];
      assert.equal(
        limit?.__typename === 'CreditLimit' && limit.message,
        'The operation’s budget of 1 credit does not allow this; the header x-credit-budget sets another one.',
      );
    });

    it('sends nothing where it is nothing', async () => {
      const { data, extensions } = await askFor(five, '0');
      assert.deepEqual(new Set(typesOf(data)), new Set(['CreditLimit']));
      assert.equal(extensions?.credits?.charged, 0);
      assert.equal(cast.upstream.calls.length, 0);
    });

    for (const wrong of ['51', '-1', '1.5', 'all'])
      it(`is not ${wrong}`, async () => {
        const { errors } = await askFor(five, wrong);
        assert.deepEqual(
          errors?.map(({ message, extensions }) => [message, extensions?.code]),
          [[`x-credit-budget: must be a whole number between 0 and 50, but got “${wrong}”.`, 'BAD_USER_INPUT']],
        );
        assert.equal(cast.upstream.calls.length, 0);
      });

    it('is given back where there was nothing to pay for', async () => {
      // Unknown slugs are reserved for, and cost nothing: the next level can spend all of it.
      const query = `query ($by: [ProfileBy!]!) {
      profiles(by: $by) { ... on Profile { currentCompany(full: true) { name } } }
    }`;
      const by = [{ xnetSlug: 'nobody' }, { xnetSlug: 'no-one' }, ...named('ada', 'ben')];
      const { errors, extensions } = await cast.ask(key, query, { by });
      assert.equal(errors, undefined);
      assert.equal(extensions?.credits?.charged, 4);
    });

    it('is an error with a code of its own on a linked object, whose free fields stay', async () => {
      const { data, errors } = await cast.ask<
        { relationships: { nodes: { profile: { fullName: string; headline: null } }[] } },
        object
      >(
        key,
        '{ relationships(first: 1) { nodes { profile { fullName headline } } } }',
        {},
        { headers: { 'x-credit-budget': '0' } },
      );
      assert.ok(data?.relationships.nodes[0]?.profile.fullName);
      assert.deepEqual(
        errors?.map(({ path, extensions }) => [path?.at(-1), extensions]),
        [['headline', { code: 'CREDIT_BUDGET', budget: 0 }]],
      );
    });

    it('holds for a mapping, too', async () => {
      const mapping =
        'mutation { mapNetwork(input: { waitSeconds: 20 }) { network { __typename } problems { __typename ... on CreditLimit { scope } } } }';
      const refused = await cast.ask<object, object>(
        keyOf('harbor'),
        mapping,
        {},
        { headers: { 'x-credit-budget': '0' } },
      );
      assert.deepEqual(refused.data, {
        mapNetwork: { network: null, problems: [{ __typename: 'CreditLimit', scope: 'BUDGET' }] },
      });
      assert.equal(cast.upstream.calls.length, 0);
      const mapped = await cast.ask<object, object>(keyOf('harbor'), mapping);
      assert.deepEqual(mapped.data, {
        mapNetwork: { network: { __typename: 'RelationshipConnection' }, problems: [] },
      });
      assert.equal(mapped.extensions?.credits?.charged, 1);
    });

    it('counts a call that was not answered as paid for, and does not send it again', async (t) => {
      const upstreamTimeoutMs = 2000;
      await using lost = await upstream.openCast({ upstreamTimeoutMs, credits: { budget: { default: 4, max: 4 } } });
      lost.upstream.fault = ({ path }) => (path === fetches ? 'silence' : undefined);
      const { data, extensions } = await timedOut(
        t,
        upstreamTimeoutMs,
        () => lost.ask(key, ProfilesDocument, { by: named('ada', 'ben') }),
        () => lost.upstream.count(fetches) === 1,
      );
      assert.deepEqual(
        data?.profiles?.map((one) => one?.__typename === 'UpstreamFailed' && [one.code, one.maybeCharged]),
        [
          ['UPSTREAM_TIMEOUT', true],
          ['UPSTREAM_TIMEOUT', true],
        ],
      );
      assert.equal(lost.upstream.count(fetches), 1);
      assert.deepEqual([extensions?.credits?.charged, extensions?.credits?.maybeCharged], [0, 2]);
    });
  });

for (const upstream of upstreams)
  describe(`a fetch that fails, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => {
      cast.upstream.forget();
      cast.upstream.fault = undefined;
    });

    const key = keyOf('orchard');
    const by = Object.values(people).map(({ id }) => ({ id }));
    const poison = people.eve.id;
    const poisoned =
      (status: number) => (call: { path: string; body: Readonly<Record<string, unknown>> | undefined }) =>
        call.path === fetches && Array.isArray(call.body?.ids) && call.body.ids.includes(poison)
          ? { status, body: { code: status, errors: ['ids: broke.'] } }
          : undefined;

    for (const status of [400, 500])
      it(`with ${status} is sent again in halves, until what spoils it fails alone`, async () => {
        cast.upstream.fault = poisoned(status);
        const before = await cast.usage(key);
        const { data, extensions } = await cast.ask(key, ProfilesDocument, { by });
        const failed = data?.profiles?.flatMap((one, at) => (one?.__typename === 'Profile' ? [] : [by[at]?.id]));
        assert.deepEqual(failed, [poison]);
        assert.equal((await cast.usage(key)) - before, by.length - 1);
        assert.equal(extensions?.credits?.charged, by.length - 1);
      });

    for (const status of [502, 504])
      it(`with ${status}, by which a proxy may hide an answer, is not sent again`, async () => {
        cast.upstream.fault = poisoned(status);
        await cast.ask(key, ProfilesDocument, { by });
        assert.equal(cast.upstream.count(fetches), 1);
      });

    it('on either half is not halved further', async () => {
      cast.upstream.fault = ({ path }) =>
        path === fetches ? { status: 500, body: { code: 500, errors: [] } } : undefined;
      const { data } = await cast.ask(key, ProfilesDocument, { by });
      assert.ok(data?.profiles?.every((one) => one?.__typename === 'UpstreamFailed' && !one.maybeCharged));
      const sizes = cast.upstream.calls.map(({ body }) => (Array.isArray(body?.ids) ? body.ids.length : 0));
      assert.deepEqual(sizes, [10, 5, 5]);
    });

    it('with 402 is neither halved nor followed by another, of any kind', async () => {
      // Quarry may spend five credits; whether that holds for the call that passes them is the upstream's to say.
      await cast.ask(keyOf('quarry'), ProfilesDocument, { by: by.slice(0, 5) });
      cast.upstream.forget();
      const query = `query ($by: [ProfileBy!]!, $companies: [CompanyBy!]!) {
      profiles(by: $by) { __typename ... on Profile { headline } }
      viewer { companies(by: $companies) { __typename ... on Company { name } } }
    }`;
      const { data } = await cast.ask<{ profiles: { __typename: string }[] }, object>(keyOf('quarry'), query, {
        by,
        companies: [],
      });
      assert.ok(data?.profiles.every((one) => one.__typename === 'CreditLimit'));
      assert.equal(cast.upstream.calls.length, 1);
    });

    it('with 402 is remembered for the key, in quotes and `credits`, until a payment succeeds', async () => {
      const orchard = keyOf('orchard');
      const by = [{ id: people.ada.id }];
      const told = async (key: string) => {
        const { quote } = await cast.quote(key, ProfilesDocument, { by });
        const { data } = await cast.ask<{ credits: { allowanceUsedUp: boolean } }, object>(
          key,
          '{ credits { allowanceUsedUp } }',
          {},
        );
        return [quote?.allowance?.refuses ?? 'no', data?.credits.allowanceUsedUp];
      };
      const pay = (status: 402 | 200) => {
        cast.upstream.fault = ({ path }) =>
          status === 402 && path === '/v3/profiles/fetch'
            ? { status: 402, body: { code: 402, errors: ['used up'] } }
            : undefined;
        return cast.ask(orchard, `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { about } } }`, {});
      };
      await pay(402);
      // Where a free search by id is refused, the quote can't know whether there is a record to pay for.
      assert.deepEqual(await told(orchard), [upstream.anyPath ? 'yes' : 'maybe', true]);
      assert.deepEqual(await told(keyOf('meadow')), ['no', false]);
      await pay(200);
      assert.deepEqual(await told(orchard), ['no', false]);
    });
  });
