import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ReceiptLines } from '../../../src/graph/credits/receipt.ts';
import { companies, keyOf, people, type TeamName, teams } from '../../support/cast/cast.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { Random } from '../../tools/sample/random.ts';

const seed = Number(process.env.KITH_TEST_SEED ?? 1);

const query = `query ($people: [ProfileBy!]!, $companies: [CompanyBy!]!) {
  profiles(by: $people) {
    __typename
    ... on Profile { id headline tags { name } currentCompany(full: true) { description } }
  }
  companies(by: $companies) { __typename ... on Company { description } }
}`;

/** A partner's operations: in its own team and a child's at once, and a mapping now and then. */
const partnerQuery = `query ($people: [ProfileBy!]!, $child: ID!) {
  profiles(by: $people) { ... on Profile { headline } }
  childTeam(id: $child) { profiles(by: $people) { ... on Profile { headline currentCompany { description } } } }
}`;
const mapping = 'mutation { mapNetwork(input: { waitSeconds: 1 }) { __typename } }';

const pickFrom = <Item>(random: Random, items: readonly Item[], most: number): Item[] =>
  Array.from({ length: random.integer(1, most) }, () => random.pick(items));

const seeded = (seed: number): Random => new Random(createHash('sha256').update(String(seed)).digest(), false);

const names = Object.values(people).flatMap(({ id, profile_info: info }) => {
  const account = info.social_media?.[0];
  return [{ id }, { xnetSlug: account?.slug }, { xnetId: Number(account?.id) }, { xnetEntityId: account?.entity_id }];
});
const companyNames = Object.values(companies).flatMap(({ id, company_info: info }) => [
  { id },
  { xnetSlug: info.xnet_slugs[0] },
]);

const variablesOf = (random: Random) => ({
  people: pickFrom(random, names, 6),
  companies: pickFrom(random, companyNames, 2),
});

const teamNames = Object.keys(teams) as TeamName[];

const chargedIn = (receipts: readonly ReceiptLines[]): number =>
  receipts.reduce((sum, { charged }) => sum + charged, 0);

/** Many operations at once, over a graph whose memory is so short that records are paid for again and again. */
for (const upstream of upstreams)
  describe(`receipts of concurrent operations, over ${upstream.name}`, () => {
    it(`add up to the ledger, with shared loads, callers who leave and a 402 in the middle (seed ${seed})`, {
      timeout: 120_000,
    }, async (test) => {
      const random = seeded(seed);
      const receipts: ReceiptLines[] = [];
      let now = 0;
      await using cast = await upstream.openCast({
        credits: { cache: { keepMs: 20, now: () => now }, onReceipt: (lines) => receipts.push(lines) },
        // Connections over which a caller who left has sent nothing would be waited for.
        tracking: { drainMs: 0 },
      });
      const present = new Set<AbortController>();
      let left = 0;
      // Each call of the upstream is a moment at which time passes and somebody may leave.
      cast.upstream.fault = () => {
        now += random.integer(0, 7);
        const [leaving] = random.chance(0.25) ? present : [];
        leaving?.abort();
        return undefined;
      };
      const askers: readonly TeamName[] = ['orchard', 'meadow', 'quarry', 'harbor'];
      const ask = async (team: TeamName): Promise<void> => {
        const caller = new AbortController();
        if (random.chance(1 / 3)) present.add(caller);
        const partner = random.chance(0.2) ? mapping : partnerQuery;
        const variables = { ...variablesOf(random), child: teams.lighthouse.id };
        await cast
          .ask(keyOf(team), team === 'harbor' ? partner : query, variables, { signal: caller.signal })
          .catch(() => {
            left += 1;
          });
        present.delete(caller);
      };
      await Promise.all(Array.from({ length: 160 }, (_, at) => ask(askers[at % askers.length] ?? 'orchard')));
      const ledger = async () => (await Promise.all(teamNames.map(cast.spent))).reduce((sum, spent) => sum + spent, 0);
      // Those whose callers left may still be on their way to an end, which closing the graph waits for.
      while (chargedIn(receipts) !== (await ledger()) && !test.signal.aborted) await setImmediate();
      await cast.graph.close();
      assert.equal(chargedIn(receipts), await ledger());

      const refused = cast.upstream.calls.filter(({ status }) => status === 402).length;
      const sum = (line: 'shared' | 'savedByCache' | 'maybeCharged') =>
        receipts.reduce((all, one) => all + one[line], 0);
      test.diagnostic(
        `${receipts.length} receipts of ${await ledger()} credits, ${left} callers left, ${refused} calls refused with 402, ${sum('shared')} records shared, ${sum('savedByCache')} remembered`,
      );
      assert.ok(refused > 0 && refused < cast.upstream.calls.length);
      assert.ok(left > 0, 'somebody left');
      assert.ok(sum('shared') > 0, 'some load was shared');
      assert.ok(sum('savedByCache') > 0, 'something was remembered');
      assert.equal(sum('maybeCharged'), 0);
      // Whether the call that would pass the allowance is answered is the upstream's to say.
      if (upstream.ours) assert.ok((await cast.spent('quarry')) <= 5);
    });
  });
