import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { PersonChange } from '../../../../src/graph/features/watches/change.ts';
import { changeOnLeaving, changesBetween } from '../../../../src/graph/features/watches/compare.ts';
import { judgeListing } from '../../../../src/graph/features/watches/listing.ts';
import { digitsFor, type PackedPerson, People } from '../../../../src/graph/features/watches/people.ts';
import type { Person } from '../../../../src/graph/features/watches/person.ts';
import { WatchSeal } from '../../../../src/graph/features/watches/seal.ts';
import { testSeal } from '../../../support/graph/seal.ts';
import { propertyRuns } from '../../../support/tier.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20261125);

const holds = <Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>): void =>
  fc.assert(property, { seed, numRuns: propertyRuns(2000) });

const connectors = ['c0000000-0000-4000-8000-000000000001', 'c0000000-0000-4000-8000-000000000002'];

const plain = { noNullPrototype: true } as const;

const tie = (connector: string) =>
  fc.record(
    {
      connector: fc.constant(connector),
      tier: fc.integer({ min: 0, max: 3 }),
      manual: fc.option(fc.constantFrom(0.2, 0.9)),
      origins: fc.constantFrom('', 'work_overlap', 'education_overlap,work_overlap'),
    },
    plain,
  );

const ties = fc
  .tuple(...connectors.map((connector) => fc.option(tie(connector))))
  .map((all) => all.filter((one) => one !== null));

const personWith = (id: fc.Arbitrary<string>): fc.Arbitrary<Person> =>
  fc.record(
    {
      id,
      title: fc.constantFrom('', 'VP', 'CTO'),
      employer: fc.constantFrom('', 'Aurora', 'Kestrel'),
      marks: fc.constantFrom('a,b,', 'a,c,', ',,'),
      ties,
    },
    plain,
  );

const person = personWith(fc.constant('9e396919-bd21-5a3e-8b17-b812c61e055e'));

/** What the changes say of a person, applied to what was known before. */
function applied(before: Person | undefined, after: Person | undefined, changes: readonly PersonChange[]) {
  let state = before && {
    employment: [before.title, before.employer],
    ties: new Map(before.ties.map((one) => [one.connector, one.tier])),
  };
  for (const change of changes)
    if (change.kind === 'JOINED')
      state = {
        employment: [after?.title ?? '', after?.employer ?? ''],
        ties: new Map(after?.ties.map((one) => [one.connector, one.tier])),
      };
    else if (change.kind === 'LEFT') state = undefined;
    else if ('after' in change && state) state.employment = [change.after.title, change.after.employer];
    else if ('connector' in change && state) {
      if (change.tierAfter === undefined) state.ties.delete(change.connector);
      else state.ties.set(change.connector, change.tierAfter);
    }
  return state && { ...state, ties: [...state.ties].toSorted() };
}

const stateOf = (one: Person | undefined) =>
  one && {
    employment: [one.title, one.employer],
    ties: one.ties.map(({ connector, tier }) => [connector, tier]).toSorted(),
  };

describe(`changesBetween (seed ${seed})`, () => {
  it('leads from the state before to the state after', () => {
    holds(
      fc.property(fc.option(person, { nil: undefined }), fc.option(person, { nil: undefined }), (before, after) => {
        assert.deepEqual(applied(before, after, changesBetween(before, after)), stateOf(after));
      }),
    );
  });

  it('has no change where nothing differs, and one where anything does', () => {
    holds(
      fc.property(person, person, (before, after) => {
        assert.deepEqual(changesBetween(before, structuredClone(before)), []);
        const isSame = JSON.stringify(before) === JSON.stringify(after);
        assert.equal(changesBetween(before, after).length === 0, isSame);
      }),
    );
  });

  it('tells a move, a new title and another change of the profile once, the greatest alone', () => {
    holds(
      fc.property(person, person, (before, after) => {
        const kinds = changesBetween(before, after).map(({ kind }) => kind);
        const profile = kinds.filter((kind) => kind === 'MOVED' || kind === 'RETITLED' || kind === 'CHANGED');
        assert.ok(profile.length <= 1);
        assert.equal(kinds.includes('MOVED'), before.employer !== after.employer);
      }),
    );
  });

  it('tells who no longer matches and has another employer of as moved, and tells as left only who left', () => {
    const before = { id: 'a', title: 'VP', employer: 'Aurora', marks: ',,', ties: [] };
    const about = { person: 'a', marks: ',,' };
    assert.deepEqual(changeOnLeaving(before, { ...before, employer: 'Kestrel' }), {
      ...{ kind: 'MOVED', ...about, stillMatches: false },
      before: { title: 'VP', employer: 'Aurora' },
      after: { title: 'VP', employer: 'Kestrel' },
    });
    assert.deepEqual(changeOnLeaving(before, undefined), { kind: 'LEFT', ...about });
    // Still in the network: what the filter compares has changed, such as a country.
    assert.deepEqual(changeOnLeaving(before, before), { kind: 'CHANGED', ...about, stillMatches: false });
  });
});

const everyone = Array.from({ length: 100 }, (_, at) => `person ${at}`);
const known = new Map(everyone.map((id) => [id, id]));
const whole = (ids: readonly string[]) => ({ ids, totals: [ids.length] });

describe('an employer', () => {
  it('is another one only if its website is, too, where both are known', () => {
    const at = (employer: string, website: string) => ({
      ...{ id: 'a', title: 'VP', employer, marks: `,,${website}`, ties: [] },
    });
    const kinds = (one: ReturnType<typeof at>, other: ReturnType<typeof at>) =>
      changesBetween(one, other).map(({ kind }) => kind);
    assert.deepEqual(kinds(at('Aurora', 'w1'), at('Aurora Labs', 'w1')), ['CHANGED']);
    assert.deepEqual(kinds(at('Aurora', 'w1'), at('Aurora', 'w2')), ['CHANGED']);
    assert.deepEqual(kinds(at('Aurora', 'w1'), at('Kestrel', 'w2')), ['MOVED']);
    assert.deepEqual(kinds(at('Aurora', ''), at('Kestrel', 'w2')), ['MOVED']);
  });
});

describe('judgeListing', () => {
  it('takes an empty list for a fault until a second one agrees', () => {
    const first = judgeListing(whole([]), known);
    assert.deepEqual(first.left, []);
    assert.equal(first.suspect, 'A listing lacks 100 of 100 people: a second listing must confirm it.');
    assert.deepEqual(judgeListing(whole([]), known, new Set(first.missing)).left, everyone);
  });

  it('takes a list that is shorter than its count for a fault, however often it comes', () => {
    const short = { ids: everyone.slice(0, 90), totals: [100] };
    const first = judgeListing(short, known);
    assert.deepEqual([first.left, first.missing], [[], undefined]);
    assert.deepEqual(judgeListing(short, known, new Set(everyone.slice(90))).left, []);
  });

  it('has nobody leave who comes back before the second list', () => {
    const first = judgeListing(whole(everyone.slice(3)), known);
    assert.deepEqual([first.left, first.suspect, first.missing], [[], undefined, everyone.slice(0, 3)]);
    const second = judgeListing(whole(everyone.slice(2)), known, new Set(first.missing));
    assert.deepEqual(second.left, everyone.slice(0, 2));
  });

  it('has nobody leave unless two whole lists lack them, whatever lists come', () => {
    const listing = fc.record({
      ids: fc.subarray(everyone),
      isCut: fc.boolean(),
    });
    holds(
      fc.property(fc.array(listing, { maxLength: 6 }), (listings) => {
        const network = new Map(known);
        let missing: ReadonlySet<string> = new Set();
        let last: ReadonlySet<string> | undefined;
        for (const { ids, isCut } of listings) {
          const judged = judgeListing({ ids, totals: [ids.length + (isCut ? 1 : 0)] }, network, missing);
          for (const id of judged.left) {
            assert.ok(!isCut && !ids.includes(id) && last && !last.has(id), `${id} left`);
            network.delete(id);
          }
          if (judged.suspect !== undefined && judged.missing === undefined) continue;
          missing = new Set(judged.missing);
          last = new Set(ids);
        }
      }),
    );
  });
});

describe('People', () => {
  const uuid = fc.uuid().map((id) => id.toLowerCase());

  it('finds everyone again, sealed and packed, and knows how many each connector knows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(personWith(uuid), { selector: ({ id }) => id, maxLength: 300 }), async (all) => {
        const seal = new WatchSeal(testSeal, 'salt');
        const shape = { digits: digitsFor(all.length), connectors: [], ties: [], count: 0 };
        const written = new People(shape, async () => new Map());
        for (const one of all) written.set(one.id, one);
        const stored = new Map([...written.changed()].map(([prefix, packed]) => [prefix, seal.seal(packed)]));
        const { connectors: known, ties: counts, count } = written;
        const read = new People(
          { digits: shape.digits, connectors: known, ties: counts, count },
          async (prefixes) =>
            new Map(
              prefixes.flatMap((prefix) => {
                const text = stored.get(prefix);
                return text === undefined ? [] : [[prefix, seal.open<readonly PackedPerson[]>(text)] as const];
              }),
            ),
        );
        await read.loadAll();
        assert.deepEqual(
          new Map([...read.values()].map((one) => [one.id, one])),
          new Map(all.map((one) => [one.id, one])),
        );
        assert.equal(count, all.length);
        for (const [number, connector] of known.entries())
          assert.equal(counts[number], all.filter((one) => one.ties.some((has) => has.connector === connector)).length);
      }),
      { seed, numRuns: propertyRuns(50) },
    );
  });
});
