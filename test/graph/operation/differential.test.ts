import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Kind, parse, print, type SelectionNode, validate, visit } from 'graphql';
import { defaultCache } from '../../../src/graph/cache/memory-store.ts';
import type { Price } from '../../../src/graph/credits/price-estimate.ts';
import { keyOf, type TeamName } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import type { GraphAnswer } from '../../support/graph/graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { propertyRuns } from '../../support/tier.ts';
import { agreeing, bearsOut, type Canonical, canonical } from './differential/canonical.ts';
import { type Request, write } from './differential/document.ts';
import { faultOf, type Trouble, troubles } from './differential/faults.ts';
import { type Executed, openReference, type Reference } from './differential/reference.ts';
import { Selections } from './differential/selection.ts';
import { send, type Way, ways } from './differential/send.ts';

/** Repeatable unless another seed is asked for, so that a change is judged by the same operations as the last one. */
const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_121);
const maxRuns = propertyRuns(100);
/** Many times what it takes. Where an operation is answered wrongly, a smaller one is looked for no longer than this. */
const patience = { interruptAfterTimeLimit: 60_000 + 1_200 * maxRuns, markInterruptAsFailure: true } as const;

/** What is asked, by whom, how, and what befalls it. */
interface Case {
  readonly request: Request;
  readonly team: TeamName | undefined;
  readonly way: Way;
  readonly budget: number | undefined;
  readonly troubles: readonly Trouble[];
}

/** Some fields below one another. */
const depth = 7;
/** No budget but the one that a case sets. */
const most = 100_000;
/** What a random operation asks is to be answered, not refused for its size. */
const limits = { depth: 100, tokens: 100_000, aliases: 10_000, objects: 1e9, calls: 1e6 };

/** An operation as it is printed where an answer is wrong: as it can be sent again. */
const shown = ({ request, ...rest }: Case): string =>
  `${request.query}\nvariables: ${JSON.stringify(request.variables)}\n${JSON.stringify(rest)}`;

for (const { name, ours, anyPath, openCast } of upstreams)
  describe(`a random operation over ${name}`, () => {
    // A sample of them shows what refused searches add to what the same upstream answers otherwise.
    const runs = anyPath ? maxRuns : Math.ceil(maxRuns / 3);
    /** A few draws may miss by chance what most of them show. */
    const least = (share: number) => (runs < 10 ? -1 : runs * share);
    let graph: CastGraph;
    let reference: Reference;
    let laterMs = 0;
    before(async () => {
      const cache = { now: () => performance.now() + laterMs };
      graph = await openCast({ limits, credits: { budget: { default: most, max: most }, cache } });
      reference = await openReference(graph.asks, most);
    });
    after(async () => {
      await reference?.[Symbol.asyncDispose]();
      await graph?.close();
    });

    const cases = (terms: {
      readonly budget: fc.Arbitrary<number | undefined>;
      readonly troubles: fc.Arbitrary<readonly Trouble[]>;
    }): fc.Arbitrary<Case> =>
      fc
        .record({
          request: new Selections(reference.schema).ofQueries(depth).map(write),
          team: fc.constantFrom('orchard', 'orchard', 'orchard', 'harbor', 'harbor', 'meadow', undefined),
          way: fc.constantFrom(...ways),
          ...terms,
        })
        .filter(({ request }) => validate(reference.schema, parse(request.query)).length === 0)
        .map((one) => Object.assign(one, { [fc.toStringMethod]: () => shown(one) }));

    /** Asks the graph as the case says, with nothing remembered of the last one. */
    async function begin({ team, way, budget, troubles, ...one }: Case) {
      const key = team && keyOf(team);
      const headers = {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(budget !== undefined && { 'x-credit-budget': String(budget) }),
      };
      graph.upstream.fault = faultOf(troubles);
      await graph.graph.cache.purge();
      // That it accepted the key is remembered, too: another operation would not ask again.
      laterMs += defaultCache.trustMs + 1;
      return { key, ask: (request = one.request) => send(graph.graph.url, way, request, headers) };
    }

    it('is answered as its parts are by themselves, also beside its like, and later for nothing', async (t) => {
      t.diagnostic(`seed ${seed}, ${runs} operations; KITH_PROPERTY_SEED and KITH_PROPERTY_RUNS change them`);
      const alone = { alone: true } as const;
      const seen = { paid: 0, told: 0, shared: 0 };
      await fc.assert(
        fc.asyncProperty(cases({ budget: fc.constant(undefined), troubles: fc.constant([]) }), async (one) => {
          const { key, ask } = await begin(one);
          const other = withOtherFlags(one.request);
          const [first, second, third, parts, otherParts] = await Promise.all([
            ask(),
            ask(),
            ask(other),
            reference.apart(key, one.request),
            reference.apart(key, other),
          ]);
          const expected = canonical(parts.result, alone);
          assertAgrees(canonical(first, alone), expected);
          assertAgrees(canonical(second, alone), expected);
          assertAgrees(canonical(third, alone), canonical(otherParts.result, alone));
          atMost(charged(first) + charged(second) + charged(third), parts.charged + otherParts.charged);
          const later = await ask();
          assertAgrees(canonical(later, alone), expected);
          atMost(charged(later), 0);
          if (ours) {
            // Another upstream's free payloads may say what they like; ours are its records'.
            const whole = await reference.insisting(key, one.request);
            assert.ok(
              bearsOut(canonical(whole.result, alone).data, expected.data),
              `what is free says otherwise than the records: ${inspect({ expected, whole: whole.result }, { depth: 20 })}`,
            );
          }
          seen.paid += Number(parts.charged > 0);
          seen.shared += Number([first, second].some(({ extensions }) => (extensions?.credits?.shared ?? 0) > 0));
          seen.told += Number(expected.errors.length === 0);
        }),
        { seed, numRuns: runs, ...patience },
      );
      // About half of them, and by chance fewer of the ten that `npm test` draws.
      assert.ok(
        Math.min(...Object.values(seen)) > least(1 / 5),
        `most operations must tell something: ${inspect(seen)}`,
      );
    });

    it('is charged within its quote, which does not depend on how its fields are selected', async (t) => {
      t.diagnostic(`seed ${seed}, ${runs} operations; KITH_PROPERTY_SEED and KITH_PROPERTY_RUNS change them`);
      let paid = 0;
      await fc.assert(
        fc.asyncProperty(cases({ budget: fc.constant(undefined), troubles: fc.constant([]) }), async (one) => {
          const { key, ask } = await begin(one);
          const quote = async (request: Request) => {
            const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) };
            const sent = { method: 'POST', headers, body: JSON.stringify(request) };
            const { quote }: { quote?: Price } = await (await fetch(`${graph.graph.url}/quote`, sent)).json();
            return { min: quote?.min ?? 0, max: quote?.max ?? 0, open: quote?.open ?? false };
          };
          const parts = { ...one.request, query: inParts(one.request.query) };
          const whole = await quote(one.request);
          assert.deepEqual(await quote(parts), whole);
          const answer = await ask(parts);
          if (!whole.open) atMost(charged(answer), whole.max);
          if (!answer.errors) atMost(whole.min, charged(answer));
          paid += Number(charged(answer) > 0);
        }),
        { seed, numRuns: runs, ...patience },
      );
      assert.ok(paid > least(1 / 5), `some of the operations must cost something, but ${paid} of ${runs} did`);
    });

    it('fails as graphql-js has it fail, within its budget', async (t) => {
      t.diagnostic(`seed ${seed}, ${runs} operations; KITH_PROPERTY_SEED and KITH_PROPERTY_RUNS change them`);
      const budget = fc.oneof({ arbitrary: fc.constant(undefined), weight: 2 }, fc.nat(4));
      const some = fc.array(troubles, { maxLength: 2 });
      let failed = 0;
      let races = 0;
      let nulled = 0;
      let cancelled = 0;
      await fc.assert(
        fc.asyncProperty(cases({ budget, troubles: some }), async (one) => {
          const both = async () => {
            const { key, ask } = await begin(one);
            return Promise.all([ask(), reference.together(key, one.request, one.budget)]);
          };
          let [answer, expected] = await both();
          // Two searches race for the last credit, and the one that is answered first has it.
          const isRace = () => one.budget !== undefined && !agrees(canonical(answer), canonical(expected.result));
          for (let again = 0; again < 5 && isRace(); again += 1) {
            races += 1;
            [answer, expected] = await both();
          }
          const [own, whole] = [canonical(answer), canonical(expected.result)];
          assertAgrees(own, whole);
          nulled += Number(Object.keys(whole.belowNulls).length > 0);
          cancelled += Number(!isDeepStrictEqual(own, whole));
          atMost(charged(answer), Math.min(expected.charged, one.budget ?? most));
          failed += Number((answer.errors ?? []).length > 0);
        }),
        { seed, numRuns: runs, ...patience },
      );
      t.diagnostic(
        `${races} races; ${nulled} answers with errors below a null, ${cancelled} of them without one that graphql-js reports`,
      );
      assert.ok(races <= runs / 10, `few operations may race, but ${races} times in ${runs} they did`);
      assert.ok(failed > least(1 / 10), `some of the operations must fail, but ${failed} of ${runs} did`);
    });
  });

/** The same document with its flags the other way round: so much alike that the two could be taken for one. */
const withOtherFlags = ({ variables, ...request }: Request): Request => ({
  ...request,
  variables: Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, typeof value === 'boolean' ? !value : value]),
  ),
});

/** The document with each selection of several fields in two parts, as fragments of a client have them. */
const inParts = (query: string): string =>
  print(
    visit(parse(query), {
      SelectionSet: { leave: (set) => ({ ...set, selections: set.selections.flatMap(halves) }) },
    }),
  );

function halves(one: SelectionNode): readonly SelectionNode[] {
  const selections = (one.kind === Kind.FIELD && one.selectionSet?.selections) || [];
  if (selections.length < 2) return [one];
  const half = Math.ceil(selections.length / 2);
  return [selections.slice(0, half), selections.slice(half)].map((some) => ({
    ...one,
    selectionSet: { kind: Kind.SELECTION_SET, selections: some },
  }));
}

const agrees = (answer: Canonical, reference: Canonical): boolean =>
  isDeepStrictEqual(answer, agreeing(reference, answer));

const assertAgrees = (answer: Canonical, reference: Canonical): void =>
  assert.deepEqual(answer, agreeing(reference, answer));

const charged = ({ extensions }: GraphAnswer<unknown>): number => extensions?.credits?.charged ?? 0;

const atMost = (spent: number, most: Executed['charged']): void =>
  assert.ok(spent <= most, `${spent} credits were spent where ${most} do`);
