import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import type { Price } from '../../../../src/graph/credits/price-estimate.ts';
import { isShown, whyNot } from '../../../../src/graph/features/approvals/may-decide.ts';
import { stored } from '../../../../src/graph/features/index.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import { Seal } from '../../../../src/graph/state/seal/seal.ts';
import type { Session, SessionKind, SessionRight } from '../../../../src/graph/state/sessions/session.ts';
import { SessionSeal } from '../../../../src/graph/state/sessions/session-token.ts';
import { StoreEpoch } from '../../../../src/graph/state/store-epoch.ts';
import { createClient } from '../../../../src/sdk/client.ts';
import type { Stream } from '../../../../src/sdk/document.ts';
import { keyOf, people, teams } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { administer, removedOf } from '../../../support/graph/administer.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { sessionToken } from '../../../support/session-token.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;

interface Approval {
  readonly id: string;
  readonly label: string;
  readonly summary: string;
  readonly min: number;
  readonly max: number;
  readonly left: number | null;
  readonly state: string;
  readonly variables: object;
}

const approval = 'id label summary operation variables min max left state';

const careers = `query Careers($by: [ProfileBy!]!) {
  profiles(by: $by) { ... on Profile { id experience { title } } }
}`;

const decide = `mutation ($id: ID!, $give: Boolean!) {
  decideApproval(input: { id: $id, give: $give }) { approval { ${approval} } problems { code message } }
}`;

const stores = [
  { name: 'the graph’s own database', shared: {}, skip: false },
  {
    name: 'Redis',
    shared: { redisUrl: redisUrl ?? '' },
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
];

for (const { name, shared, skip } of stores)
  describe(`approvals, in ${name}`, { skip }, () => {
    const secret = 'a secret of this test, which is long enough';
    const clock = new ManualClock();
    const database = new Database(':memory:');
    const log = pino({ level: 'silent' });
    let cast: CastGraph;
    before(async () => {
      cast = await openCastGraph({ secret, clock, database, ...shared });
    });
    after(async () => {
      await cast?.close();
      database.close();
    });

    const key = keyOf('orchard');
    const byOf = (...ids: readonly string[]) => ({ by: ids.map((id) => ({ id })) });
    const two = byOf(people.ada.id, people.ben.id);

    const agent = (terms: object = {}, apiKey = key) =>
      sessionToken(cast.graph.url, apiKey, { kind: 'agent', label: 'research', total: 50, confirmAbove: 1, ...terms });

    const post = async (path: string, headers: Readonly<Record<string, string>>, query: string, variables: object) => {
      const answer = await fetch(`${cast.graph.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      });
      return await answer.json();
    };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

    async function ask(token: string, variables: object = two): Promise<Price['approval']> {
      const { quote } = await post('/quote', { ...bearer(token), 'x-kith-approval': 'ask' }, careers, variables);
      return quote.approval;
    }

    async function asked(token: string, variables: object = two) {
      const found = await ask(token, variables);
      assert.ok(found, 'an approval must be asked for');
      return found;
    }

    const run = (token: string, id: string, variables: object = two, budget = 2) =>
      post(
        '/graphql',
        { ...bearer(token), 'x-kith-approval': id, 'x-credit-budget': String(budget) },
        careers,
        variables,
      );

    const keyHeader = (apiKey = key) => ({ 'x-api-key': apiKey });

    async function answer(headers: Readonly<Record<string, string>>, id: string, give: boolean) {
      const { data, errors } = await post('/graphql', headers, decide, { id, give });
      const code: string | undefined = errors?.[0]?.extensions.code ?? data?.decideApproval.problems[0]?.code;
      return { code, approval: data?.decideApproval.approval };
    }

    async function listed(headers: Readonly<Record<string, string>>): Promise<readonly Approval[]> {
      const { data, errors } = await post('/graphql', headers, `{ approvals(first: 100) { ${approval} } }`, {});
      assert.equal(errors, undefined);
      return data.approvals;
    }
    const stateOf = async (id: string) => (await listed(keyHeader())).find((one) => one.id === id)?.state;

    it('are needed for more than a session may spend unasked, on every way to execute', async () => {
      const token = await agent();
      const spentBefore = await cast.spent('orchard');
      const { extensions } = await post('/graphql', bearer(token), careers, two);
      assert.equal(extensions.credits.charged, 1);
      const beyond = await post('/graphql', { ...bearer(token), 'x-credit-budget': '2' }, careers, two);
      assert.match(beyond.errors[0].message, /must be a whole number between 0 and 1/);
      const invented = await run(token, randomUUID());
      assert.equal(invented.errors[0].extensions.code, 'APPROVAL_REFUSED');
      assert.equal((await cast.spent('orchard')) - spentBefore, 1);
      assert.equal(await ask(token, byOf(people.ada.id)), undefined, 'one credit needs none');
    });

    it('hold once, for the operation, its variables and its sum', async () => {
      const token = await agent();
      const { id, state } = await asked(token);
      assert.equal(state, 'PENDING');
      assert.equal((await asked(token)).id, id, 'asking again changes nothing');
      const [shown] = await listed(bearer(token));
      assert.deepEqual(shown, {
        ...{ id, label: 'research', summary: 'load 2 records', operation: 'Careers', variables: two },
        ...{ min: 2, max: 2, left: 50, state: 'PENDING' },
      });
      assert.equal((await run(token, id)).errors[0].extensions.code, 'APPROVAL_REFUSED');
      assert.equal((await answer(keyHeader(), id, true)).approval.state, 'GIVEN');
      const spentBefore = await cast.spent('orchard');
      for (const [variables, budget] of [
        [byOf(people.ada.id, people.chloe.id), 2],
        [two, 3],
      ] as const)
        assert.equal((await run(token, id, variables, budget)).errors[0].extensions.code, 'APPROVAL_REFUSED');
      const other = await agent();
      assert.equal((await run(other, id)).errors[0].extensions.code, 'APPROVAL_REFUSED', 'another session');
      assert.equal(await cast.spent('orchard'), spentBefore);
      const both = await Promise.all([run(token, id), run(token, id)]);
      assert.deepEqual(both.map(({ errors }) => errors?.[0].extensions.code).toSorted(), [
        'APPROVAL_REFUSED',
        undefined,
      ]);
      assert.equal((await cast.spent('orchard')) - spentBefore, 2);
      assert.equal(await stateOf(id), 'USED');
      assert.notEqual((await asked(token)).id, id);
    });

    it('set the budget of their operation, unless its caller has', async () => {
      const token = await agent();
      const { id } = await asked(token);
      await answer(keyHeader(), id, true);
      const spentBefore = await cast.spent('orchard');
      const more = await run(token, id, two, 3);
      assert.match(more.errors[0].message, /up to 3 credits \(x-credit-budget\)/);
      const ran = await post('/graphql', { ...bearer(token), 'x-kith-approval': id }, careers, two);
      assert.deepEqual([ran.extensions.credits.budget, ran.extensions.credits.charged], [2, 2]);
      assert.equal((await cast.spent('orchard')) - spentBefore, 2);
    });

    it('tell what the agent says it is for, without what nobody sees', async () => {
      const token = await agent();
      const purpose = encodeURIComponent(`load\u202e the record of Ada Moreau (get_person)${'!'.repeat(300)}`);
      const headers = { ...bearer(token), 'x-kith-approval': 'ask', 'x-kith-approval-purpose': purpose };
      await post('/quote', headers, careers, two);
      const [shown] = await listed(bearer(token));
      assert.match(shown?.summary ?? '', /^load 2 records for “load the record of Ada Moreau \(get_person\)!+”$/);
      assert.ok((shown?.summary.length ?? 999) < 230);
    });

    it('are not used by one execution together, though two sessions ask the same at once', async () => {
      // What was used is asked of the data service by each execution.
      const query = `query ($by: [ProfileBy!]!) { credits { usage } profiles(by: $by) { ... on Profile { about } } }`;
      const terms = { total: undefined, budget: 5 };
      const given: { readonly token: string; readonly id: string }[] = [];
      for (const token of [await agent(terms), await agent(terms)]) {
        const { quote } = await post('/quote', { ...bearer(token), 'x-kith-approval': 'ask' }, query, two);
        given.push({ token, id: quote.approval.id });
        assert.equal((await answer(keyHeader(), quote.approval.id, true)).approval.state, 'GIVEN');
      }
      const hold = cast.upstream.hold('/credits/usage');
      cast.upstream.forget();
      const running = given.map(({ token, id }) =>
        post('/graphql', { ...bearer(token), 'x-kith-approval': id, 'x-credit-budget': '2' }, query, two),
      );
      await hold.arrived(1);
      for (let turn = 0; turn < 10; turn += 1) await cast.ask(key, '{ __typename }');
      hold.release();
      for (const { errors } of await Promise.all(running)) assert.equal(errors, undefined);
      assert.equal(cast.upstream.count('/credits/usage'), 2);
    });

    it('are no credential: what a revoked session was given buys nothing', async () => {
      const sessions = `${cast.graph.url}/session`;
      const made = await fetch(sessions, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...keyHeader() },
        body: JSON.stringify({ kind: 'agent', label: 'revoked', total: 50, confirmAbove: 1 }),
      });
      const { token, id: session }: { token: string; id: string } = await made.json();
      const { id } = await asked(token);
      assert.equal((await answer(keyHeader(), id, true)).code, undefined);
      const spentBefore = await cast.spent('orchard');
      await fetch(`${sessions}/${session}`, { method: 'DELETE', headers: keyHeader() });
      const { data, errors } = await run(token, id);
      assert.deepEqual([data, errors[0].extensions.code], [undefined, 'UNAUTHENTICATED']);
      // Nor does it serve another session of the key.
      const other = await run(await agent(), id);
      assert.equal(other.errors[0].extensions.code, 'APPROVAL_REFUSED');
      assert.equal(await cast.spent('orchard'), spentBefore);
    });

    it('are declined for as long as they would have waited', async () => {
      const token = await agent();
      const { id } = await asked(token);
      assert.equal((await answer(keyHeader(), id, false)).approval.state, 'DECLINED');
      assert.deepEqual(await asked(token).then((again) => [again.id, again.state]), [id, 'DECLINED']);
      assert.equal((await answer(keyHeader(), id, true)).code, 'OTHER');
      clock.advance(600_000);
      assert.equal(await stateOf(id), 'ENDED');
      assert.notEqual((await asked(token)).id, id);
    });

    it('end after ten minutes, unanswered or given', async () => {
      const token = await agent();
      const waits = await asked(token);
      clock.advance(600_000);
      assert.equal((await answer(keyHeader(), waits.id, true)).code, 'OTHER');
      const given = await asked(token);
      await answer(keyHeader(), given.id, true);
      clock.advance(600_000);
      assert.equal((await run(token, given.id)).errors[0].extensions.code, 'APPROVAL_REFUSED');
      assert.equal(await stateOf(given.id), 'ENDED');
    });

    it('are not asked for what the purse does not cover, nor by twenty at a time', async () => {
      assert.equal(await ask(await agent({ total: 1, confirmAbove: 0 })), undefined);
      const token = await agent({ total: 1000 });
      const anybody = () => byOf(people.ada.id, people.ben.id, randomUUID());
      for (let count = 0; count < 20; count += 1) await asked(token, anybody());
      assert.equal(await ask(token, anybody()), undefined);
    });

    it('are answered by the key, and by sessions that may spend as much for the same team', async () => {
      const sealed = new Seal({ secret });
      const state = await openState({
        families: stored.families,
        redisUrl: shared.redisUrl,
        seal: sealed,
        database,
        now: () => clock.now(),
        log,
      });
      const epoch = await StoreEpoch.open(state);
      const seal = new SessionSeal({
        seal: sealed,
        upstreamUrl: cast.asks.baseUrl,
        clock,
        revoked: { has: () => false, when: () => () => undefined },
        epoch,
      });
      const apiKey = keyOf('harbor');
      const childTeamId = teams.lighthouse.id;
      const purse = async (total: number) => {
        const token = await sessionToken(cast.graph.url, apiKey, { total });
        return seal.demand(token).purse;
      };
      interface Terms {
        readonly budget?: number;
        readonly purse?: string | undefined;
        readonly childTeamId?: string;
      }
      const session = (kind: SessionKind, rights: SessionRight, terms: Terms = {}) =>
        bearer(seal.seal({ id: randomUUID(), kind, rights, apiKey, expiresAt: clock.now() + 3_600_000, ...terms }));
      const token = await agent({}, apiKey);
      const inChildTeam = await agent({ childTeamId }, apiKey);
      const rows: readonly (readonly [who: string, headers: Readonly<Record<string, string>>, may: boolean])[] = [
        ['the key', keyHeader(apiKey), true],
        ['another key', keyHeader(), false],
        ['the agent itself', bearer(token), false],
        ...(['app', 'page', 'agent', 'guest', 'watch'] as const).flatMap((kind) =>
          (['look', 'keep', 'act'] as const).map(
            (rights) =>
              [
                `${kind} that may ${rights}`,
                session(kind, rights),
                rights === 'act' && (kind === 'app' || kind === 'page' || kind === 'guest'),
              ] as const,
          ),
        ),
        ...(['app', 'page'] as const).flatMap((kind) => [
          [`${kind} without a budget`, session(kind, 'act', { budget: 0 }), false] as const,
          [`${kind} of too small a budget`, session(kind, 'act', { budget: 1 }), false] as const,
          [`${kind} whose budget covers it`, session(kind, 'act', { budget: 2 }), true] as const,
          [`${kind} of another team`, session(kind, 'act', { childTeamId }), false] as const,
        ]),
        ['a purse that does not cover it', session('page', 'act', { purse: await purse(1) }), false],
        ['a purse that covers it', session('page', 'act', { purse: await purse(2) }), true],
      ];
      for (const [who, headers, may] of rows) {
        const { id } = await asked(token);
        const { code } = await answer(headers, id, true);
        assert.equal(code === undefined, may, `${who}: ${code}`);
        // Whoever may, it waits for the next one in the table.
        if (may) assert.equal((await run(token, id)).errors, undefined);
      }
      const { id } = await asked(inChildTeam);
      assert.equal((await answer(session('page', 'act'), id, true)).code, 'NOT_FOUND');
      assert.equal((await answer(session('page', 'act', { childTeamId }), id, true)).code, undefined);
      epoch.close();
      if (state.isShared) await state.close();
    });

    it('are followed live by those to whom they are shown', async () => {
      const token = await agent();
      const page = await sessionToken(cast.graph.url, key, { kind: 'page', rights: 'look' });
      const document: Stream<{ readonly approvals: Approval }, object> = {
        text: `subscription { approvals { ${approval} } }`,
      } as Stream<{ readonly approvals: Approval }, object>;
      const client = createClient({ url: `${cast.graph.url}/graphql`, token: page });
      const leave = new AbortController();
      const events = client.subscribe(document, {}, { signal: leave.signal });
      const heard = async (id: string) => {
        for (;;) {
          const { value } = await events.next();
          assert.ok(value);
          if (value.approvals.id === id) return value.approvals.state;
        }
      };
      const { id } = await asked(token);
      assert.equal(await heard(id), 'PENDING');
      await answer(keyHeader(), id, true);
      assert.equal(await heard(id), 'GIVEN');
      await run(token, id);
      assert.equal(await heard(id), 'USED');
      leave.abort();
      assert.deepEqual(
        (await listed(bearer(await agent()))).map((one) => one.id),
        [],
        'an agent sees its own',
      );
    });

    it('that name somebody are forgotten with them', async () => {
      const token = await agent();
      const named = await asked(token, byOf(people.ada.id, people.chloe.id));
      const others = await asked(token, byOf(people.ben.id, people.hiro.id));
      const { body } = await administer(cast.graph.url, secret, 'POST', '/purge', undefined, {
        ...{ profiles: [people.chloe.id], names: [], companies: [], all: false },
      });
      assert.ok(Number(removedOf(body, 'approvals')) >= 1);
      assert.deepEqual([await stateOf(named.id), await stateOf(others.id)], [undefined, 'PENDING']);
      // Its members have such names, too.
      await administer(cast.graph.url, secret, 'POST', '/purge', undefined, {
        ...{ profiles: [], names: ['Max', 'Hash'], companies: [], all: false },
      });
      assert.equal(await stateOf(others.id), 'PENDING');
    });
  });

describe('who answers an approval', () => {
  const kinds = ['app', 'page', 'agent', 'guest', 'watch'] as const;
  const standing: readonly string[] = ['agent', 'watch'];
  const terms: readonly {
    readonly name: string;
    readonly session?: Pick<Session, 'childTeamId' | 'budget'>;
    /** What the purses have left. */
    readonly left?: number;
    /** Why a session that may act may not give it. */
    readonly why?: string;
    readonly mayDecline: boolean;
  }[] = [
    { name: 'no bounds', mayDecline: true },
    { name: 'just enough', session: { budget: 2 }, left: 2, mayDecline: true },
    {
      name: 'another team',
      session: { childTeamId: 'another' },
      why: 'The approval belongs to another team: answer with a session that acts for that team.',
      mayDecline: false,
    },
    {
      name: 'too little in a purse',
      session: { budget: 9 },
      left: 1,
      why: 'Up to 2 credits are asked for, but this session may spend 1.',
      mayDecline: true,
    },
    {
      name: 'too small a budget',
      session: { budget: 0 },
      left: 9,
      why: 'Up to 2 credits are asked for, but this session may spend 0.',
      mayDecline: true,
    },
  ];

  it('sees those of their team if they may decide, and their own otherwise', () => {
    const of = { session: 'an agent’s' };
    for (const kind of kinds)
      for (const rights of ['look', 'keep', 'act'] as const) {
        const session = { id: 'one', kind, rights, childTeamId: undefined };
        const isShownIn = !standing.includes(kind) && (kind !== 'guest' || rights === 'act');
        assert.equal(isShown(session, of), isShownIn, `${kind} that may ${rights}`);
        assert.equal(isShown(session, { ...of, session: 'one' }), true);
      }
  });

  for (const kind of kinds)
    for (const rights of ['look', 'keep', 'act'] as const)
      for (const { name, session, left, why, mayDecline } of terms)
        for (const give of [true, false])
          it(`is told why not: ${kind} that may ${rights}, with ${name}, ${give ? 'gives' : 'declines'}`, () => {
            const ofKind = standing.includes(kind) && `A session of the kind ${kind} cannot decide approvals.`;
            const ofRights =
              rights !== 'act' &&
              `Deciding an approval needs the right to act, but this session has the right to ${rights}.`;
            const expected = ofKind || ofRights || (give || !mayDecline ? why : undefined);
            assert.equal(whyNot({ session: { kind, rights, ...session }, left }, { max: 2 }, give), expected);
          });

  it('is told nothing with the key itself', () => {
    assert.equal(whyNot({ session: undefined, left: 0 }, { max: 2, childTeamId: 'another' }, true), undefined);
  });
});
