import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ReceiptLines } from '../../src/graph/credits/receipt.ts';
import { Random } from '../../src/store/sample/random.ts';
import { companies, keyOf, people, type TeamName } from '../support/cast.ts';
import { type CastGraph, openCastGraph } from '../support/cast-graph.ts';

const query = `query ($people: [ProfileBy!]!, $companies: [CompanyBy!]!) {
  profiles(by: $people) {
    __typename
    ... on Profile { id headline tags { name } currentCompany(full: true) { description } }
  }
  companies(by: $companies) { __typename ... on Company { description } }
}`;

interface Asked {
  readonly profiles: readonly { readonly __typename: string; readonly id?: string; readonly tags?: unknown }[] | null;
}

const pickFrom = <Item>(random: Random, items: readonly Item[], most: number): Item[] =>
  Array.from({ length: random.integer(1, most) }, () => random.pick(items));

const seeded = (seed: number): Random => new Random(createHash('sha256').update(String(seed)).digest(), false);

const names = Object.values(people).flatMap(({ id, profile_info: info }) => {
  const account = info.social_media?.[0];
  return [{ id }, { xnetName: account?.slug }, { xnetId: Number(account?.id) }, { xnetEntityId: account?.entity_id }];
});
const companyNames = Object.values(companies).flatMap(({ id, company_info: info }) => [
  { id },
  { xnetName: info.xnet_slugs[0] },
]);

const variablesOf = (random: Random) => ({
  people: pickFrom(random, names, 6),
  companies: pickFrom(random, companyNames, 2),
});

const chargedIn = (receipts: readonly ReceiptLines[]): number =>
  receipts.reduce((sum, { charged }) => sum + charged, 0);

/** Many operations at once, over a graph whose memory is so short that records are paid for again and again. */
describe('receipts of concurrent operations', () => {
  for (const seed of [1, 2])
    it(`add up to the ledger, with shared loads, callers who leave and a 402 in the middle (seed ${seed})`, async () => {
      const random = seeded(seed);
      const receipts: ReceiptLines[] = [];
      let now = 0;
      const cast = await openCastGraph({
        economy: { cache: { keepMs: 20, now: () => now }, onReceipt: (lines) => receipts.push(lines) },
      });
      await using _ = cast;
      const present = new Set<AbortController>();
      // Each call of the upstream is a moment at which time passes and somebody may leave.
      cast.upstream.fault = () => {
        now += random.integer(0, 7);
        const [leaving] = random.chance(0.25) ? present : [];
        leaving?.abort();
        return undefined;
      };
      const teams: readonly TeamName[] = ['orchard', 'meadow', 'quarry'];
      const ask = async (team: TeamName): Promise<void> => {
        const caller = new AbortController();
        if (random.chance(1 / 3)) present.add(caller);
        await cast.ask(keyOf(team), query, variablesOf(random), { signal: caller.signal }).catch(() => undefined);
        present.delete(caller);
      };
      await Promise.all(Array.from({ length: 120 }, (_, at) => ask(teams[at % teams.length] ?? 'orchard')));
      const ledger = async () => (await Promise.all(teams.map(cast.spent))).reduce((sum, spent) => sum + spent, 0);
      // Those whose callers left may still be on their way to an end.
      for (const spent = await ledger(); chargedIn(receipts) < spent; ) await setImmediate();
      assert.equal(chargedIn(receipts), await ledger());
      assert.equal((await cast.spent('quarry')) <= 5, true);
      assert.ok(cast.upstream.calls.some(({ status }) => status === 402));
      assert.ok(
        receipts.some(({ shared }) => shared > 0),
        'some load was shared',
      );
      assert.ok(
        receipts.some(({ savedByCache }) => savedByCache > 0),
        'something was remembered',
      );
      assert.ok(receipts.every(({ maybeCharged }) => maybeCharged === 0));
    });

  it('of two keys have nothing in common', async () => {
    const random = seeded(4);
    await using cast: CastGraph = await openCastGraph({ economy: { cache: { keepMs: 60_000 } } });
    const charged = new Map<TeamName, number>();
    const asked = new Map<TeamName, Set<string>>();
    const ask = async (team: TeamName): Promise<void> => {
      const half = Object.values(people).filter((_, at) => at % 2 === (team === 'orchard' ? 0 : 1));
      const ids = pickFrom(random, half, 4).map(({ id }) => id);
      asked.set(team, new Set([...(asked.get(team) ?? []), ...ids]));
      const { data, extensions } = await cast.ask<Asked, object>(keyOf(team), query, {
        people: [...ids, people.ada.id].map((id) => ({ id })),
        companies: [],
      });
      assert.deepEqual(
        data?.profiles?.map(({ id }) => id),
        [...ids, people.ada.id],
      );
      // Only Orchard has tagged Ada.
      const ada = data?.profiles?.at(-1);
      assert.deepEqual(ada?.tags, team === 'orchard' ? [{ name: 'priority' }] : []);
      charged.set(team, (charged.get(team) ?? 0) + (extensions?.credits?.charged ?? 0));
    };
    await Promise.all(Array.from({ length: 100 }, (_, at) => ask(at % 2 === 0 ? 'orchard' : 'meadow')));
    for (const team of ['orchard', 'meadow'] as const) {
      assert.equal(charged.get(team), await cast.spent(team));
      const allowed = new Set([...(asked.get(team) ?? []), people.ada.id]);
      const fetches = cast.upstream.calls.filter(
        ({ path, key }) => path === '/v3/profiles/fetch' && key === keyOf(team),
      );
      const sent = fetches.flatMap(({ body }) => (Array.isArray(body?.ids) ? body.ids : []));
      assert.deepEqual(new Set(sent), allowed);
      assert.equal(sent.length, allowed.size);
    }
  });
});
