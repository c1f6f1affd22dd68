import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import {
  buildSchema,
  type ExecutionResult,
  execute,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getOperationAST,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  responsePathAsArray,
  validate,
} from 'graphql';
import { plannedExecution } from '../../../src/graph/operation/execution/execute.ts';
import { Plans } from '../../../src/graph/operation/execution/plan.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_121);
const runs = Number(process.env.KITH_PROPERTY_RUNS ?? 1_500);

const sdl = `
  interface Named { name: String! kin: Named }
  type Cat implements Named { name: String! kin: Named lives(of: Int): Int tail: [Int!] friend: Cat! owner(of: Int = 3): Person }
  type Dog implements Named { name: String! kin: Named barks(times: Int, loud: Boolean = false): String cats: [Cat!]! }
  type Person { age: Int! born(in: Int = 2, near: [Int!]): String pets: [Pet] pet: Pet! named: [Named!] self: Person rows: [[Int!]] all: [Person!]! }
  union Pet = Cat | Dog
  type Query { person: Person sure: Person! people(first: Int!): [Person] pets: [Pet!]! named: Named count: Int! }
`;

/** A number that hangs on a text alone. */
function chance(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  return (hash ^ (hash >>> 13)) % 1_000;
}

/** Values that hang on their place in the answer: at hand or, in most worlds, promised; absent, failing, or no values at all. */
function openWorld(world: number): { readonly schema: GraphQLSchema; readonly seen: Map<string, string> } {
  const schema = buildSchema(sdl);
  const seen = new Map<string, string>();
  const atOnce = world % 4 === 0;
  const valueAt = (type: unknown, path: string): unknown => {
    const drawn = chance(`${world} ${path}`);
    if (drawn < 25) return null;
    if (drawn < 40) throw new Error(`thrown at ${path}`);
    if (drawn < 55) return new Error(`returned at ${path}`);
    if (drawn < 70 && !atOnce) return Promise.reject(new Error(`rejected at ${path}`));
    if (drawn < 75) return 'neither a number nor an object';
    const value = plainAt(isNonNullType(type) ? type.ofType : type, path);
    if (drawn < 300 && !atOnce) return Promise.resolve(value);
    if (drawn < 400 && !atOnce) return setImmediate().then(() => value);
    return value;
  };
  const plainAt = (type: unknown, path: string): unknown => {
    if (isListType(type))
      return Array.from({ length: chance(path) % 5 }, (_, n) => itemAt(type.ofType, `${path}.${n}`));
    return isObjectType(type) || isAbstractType(type) ? { path } : chance(path);
  };
  /** An item can't throw. */
  const itemAt = (type: unknown, path: string): unknown => {
    // Where one fails at once beside others that are promised, GraphQL.js leaves rejections that nobody handles.
    if (isNonNullType(type) && !atOnce) {
      const promised = Promise.resolve().then(() => valueAt(type, path));
      // Nobody looks at it where the list is given up before.
      promised.catch(() => undefined);
      return promised;
    }
    try {
      return valueAt(type, path);
    } catch (error) {
      return error;
    }
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type))
      type.resolveType = (value: unknown) => {
        const drawn = chance(JSON.stringify(value));
        return drawn < 20 ? 'Person' : drawn < 500 ? 'Cat' : 'Dog';
      };
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      field.resolve = (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) => {
        const path = responsePathAsArray(info.path).join('.');
        const { parentType, fieldName, fieldNodes } = info;
        seen.set(path, `${parentType.name}.${fieldName} ${JSON.stringify(args)} of ${fieldNodes.length}`);
        return valueAt(info.returnType, path);
      };
  }
  return { schema, seen };
}

const directives = fc.constantFrom(
  '',
  '',
  '',
  '',
  ' @include(if: $yes)',
  ' @skip(if: $yes)',
  ' @include(if: $no)',
  ' @skip(if: true)',
);
/** Selections of the depth, as text; a field's alias tells its arguments, so that selections can be merged. */
const selections = (type: string, depth: number): fc.Arbitrary<string> => {
  const of = (to: string) => (depth === 0 ? undefined : selections(to, depth - 1).map((below) => ` { ${below} }`));
  const fields = members(type).map(([field, to]) => {
    const below = to === undefined ? fc.constant('') : of(to);
    const arbitrary =
      below && fc.tuple(directives, below).map(([directive, set]) => field.replace('@', directive) + set);
    return arbitrary && { weight: to === undefined ? 2 : 4, arbitrary };
  });
  const inline = fragmentTypes(type).map((to) => {
    const set = of(to);
    const arbitrary = set && fc.tuple(directives, set).map(([directive, below]) => `... on ${to}${directive}${below}`);
    return arbitrary && { weight: 2, arbitrary };
  });
  const named = fragmentTypes(type).map((to) => (depth === 0 ? undefined : fc.constant(`...Some${to}`)));
  const able = [...fields, ...inline, ...named].filter((one) => one !== undefined);
  return fc
    .array(fc.oneof(fc.constant('__typename'), ...able), { minLength: 1, maxLength: 5 })
    .map((all) => all.join(' '));
};
const members = (type: string): readonly (readonly [field: string, to?: string])[] => {
  switch (type) {
    case 'Query':
      return [
        ['person@', 'Person'],
        ['sure@', 'Person'],
        ['pets@', 'Pet'],
        ['named@', 'Named'],
        ['count@'],
        ['two: people(first: 2)@', 'Person'],
        ['many: people(first: $n)@', 'Person'],
      ];
    case 'Person':
      return [
        ['age@'],
        ['born@'],
        ['later: born(in: $n, near: [$n])@'],
        ['pets@', 'Pet'],
        ['pet@', 'Pet'],
        ['named@', 'Named'],
        ['self@', 'Person'],
        ['rows@'],
        ['again: rows@'],
        ['all@', 'Person'],
      ];
    case 'Cat':
      return [
        ['name@'],
        ['kin@', 'Named'],
        ['lives@'],
        ['nine: lives(of: $n)@'],
        ['tail@'],
        ['friend@', 'Cat'],
        ['owner@', 'Person'],
        ['other: owner(of: $n)@', 'Person'],
      ];
    case 'Dog':
      return [['name@'], ['kin@', 'Named'], ['barks@'], ['loudly: barks(times: $n, loud: true)@'], ['cats@', 'Cat']];
    default:
      return type === 'Named' ? [['name@'], ['kin@', 'Named']] : [];
  }
};
const fragmentTypes = (type: string): readonly string[] =>
  type === 'Pet' ? ['Cat', 'Dog', 'Named'] : type === 'Named' ? ['Cat', 'Dog'] : [type];

const documents = fc
  .tuple(
    selections('Query', 4),
    selections('Cat', 1),
    selections('Dog', 1),
    selections('Person', 0),
    selections('Named', 0),
  )
  .map(([query, cat, dog, person, named]) => {
    const fragments = `fragment SomeCat on Cat { ${cat} } fragment SomeDog on Dog { ${dog} }
      fragment SomePerson on Person { ${person} } fragment SomeNamed on Named { ${named} } fragment SomeQuery on Query { count }`;
    return `query Q($yes: Boolean!, $no: Boolean = false, $n: Int! = 1) { ${query} } ${fragments}`;
  });
const variables = fc.record(
  { yes: fc.boolean(), no: fc.option(fc.boolean()), n: fc.integer({ min: 0, max: 3 }) },
  { requiredKeys: ['yes'] },
);

/** The places that are null because something failed, each with what is told of it. */
function failures({ data, errors = [] }: ExecutionResult): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { path = [], message } of errors) {
    const way: (string | number)[] = [];
    let at: unknown = data;
    for (const key of path) {
      if (at === null) break;
      way.push(key);
      at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : at;
    }
    const place = way.join('.');
    places.set(place, [...(places.get(place) ?? []), `${path.join('.')}: ${message}`]);
  }
  return places;
}

describe(`execution by plan (seed ${seed}, ${runs} runs)`, () => {
  it('answers as GraphQL.js does, whatever is promised, absent or fails', async () => {
    const counts = { run: 0, failed: 0, nulled: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(documents, variables, fc.nat(), async (text, variableValues, world) => {
        const document = parse(text);
        const one = openWorld(world);
        // Fragments that nobody spreads are no fault here.
        const faults = validate(one.schema, document).filter(
          ({ message }) => !/never used|Variable "\$\w+" is never/.test(message),
        );
        if (faults.length > 0) return;
        counts.run += 1;
        const planned = plannedExecution(one.schema);
        const other = openWorld(world);
        const expected = await execute({ schema: other.schema, document, variableValues });
        // The second time the plan is there already.
        for (const again of [false, true]) {
          one.seen.clear();
          const answer = await planned({ schema: one.schema, document, variableValues });
          assert.deepEqual(JSON.parse(JSON.stringify(answer.data)), JSON.parse(JSON.stringify(expected.data)), text);
          assert.equal(JSON.stringify(answer.data), JSON.stringify(expected.data), `the order of members in ${text}`);
          // Below what has failed already, who goes on hangs on time.
          for (const [path, call] of one.seen) assert.equal(call, other.seen.get(path) ?? call);
          const [told, of] = [failures(answer), failures(expected)];
          assert.deepEqual([...told.keys()].sort(), [...of.keys()].sort(), `${text} ${again}`);
          for (const [place, errors] of told) {
            // Where several failures can null one place, it hangs on time which of them are told.
            const own = errors.filter((error) => error.startsWith(`${place}: `));
            if (errors.length === 1 && own.length === 1) assert.deepEqual(own, of.get(place));
          }
        }
        if (!expected.errors) {
          counts.whole += 1;
          assert.deepEqual(new Set(one.seen.keys()), new Set(other.seen.keys()));
        } else counts.failed += 1;
        if (expected.data === null) counts.nulled += 1;
      }),
      { seed, numRuns: runs },
    );
    assert.ok(
      counts.run > runs / 3 && counts.failed > runs / 20 && counts.nulled > 10 && counts.whole > 10,
      JSON.stringify(counts),
    );
  });

  const rows = buildSchema(
    'type Query { rows: [Row!] } type Row { times(of: Int!): Int sure: Int! slow: Int deep: Row }',
  );
  const answer = (query: string, variableValues: object, row: object) => {
    const type = rows.getType('Query');
    assert.ok(isObjectType(type));
    const field = type.getFields().rows;
    assert.ok(field);
    field.resolve = () => [row, row];
    return plannedExecution(rows)({ schema: rows, document: parse(query), variableValues: { ...variableValues } });
  };

  it('gives every object of a list the field’s arguments', async () => {
    const { data } = await answer(
      'query ($n: Int!) { rows { times(of: $n) } }',
      { n: 3 },
      { times: ({ of }: { of: number }) => of * 2 },
    );
    assert.equal(JSON.stringify(data), '{"rows":[{"times":6},{"times":6}]}');
  });

  for (const [when, sure] of [
    [
      'at once',
      () => {
        throw new Error('first');
      },
    ],
    ['later', () => Promise.reject(new Error('first'))],
  ] as const)
    it(`tells nothing of what fails where a failure has made null already, ${when}`, async () => {
      const slow = () => setImmediate().then(() => Promise.reject(new Error('second')));
      const deep = () => setImmediate().then(() => ({ slow: () => new Error('third') }));
      const { data, errors } = await answer('{ rows { sure slow deep { slow } } }', {}, { sure, slow, deep });
      assert.equal(JSON.stringify(data), '{"rows":null}');
      assert.deepEqual(
        errors?.map(({ message, path }) => [message, path]),
        [['first', ['rows', 0, 'sure']]],
      );
    });

  it('decides by what an operation’s own variables say, whatever another operation calls by the same names', async () => {
    const schema = buildSchema('type Query { p: Int }');
    const document = parse(`
      query Flags($x: Boolean!, $y: Boolean!) { u: p @include(if: $x) q: p @include(if: $y) }
      query Texts($x: String, $y: Boolean!) { k: p @include(if: $y) l: p }
    `);
    const run = plannedExecution(schema);
    const keys = async (x: string, y: boolean) => {
      const { data } = await run({ schema, document, operationName: 'Texts', variableValues: { x, y } });
      return Object.keys(data ?? {});
    };
    assert.deepEqual(await keys('a,true', false), ['l']);
    assert.deepEqual(await keys('a', true), ['k', 'l']);
    assert.deepEqual(await keys('true', false), ['l']);
  });

  it('plans no more than a bound of fields, of one document and of all', async () => {
    const schema = buildSchema('type Query { q: Query n: Int }');
    const plans = new Plans(schema);
    const plan = (text: string) => {
      const document = parse(text);
      const operation = getOperationAST(document);
      assert.ok(operation);
      return plans.of(document, operation, {});
    };
    const levels = Array.from(
      { length: 18 },
      (_, at) => `fragment F${at} on Query { a: q { ...F${at + 1} } b: q { ...F${at + 1} } }`,
    );
    assert.equal(plan(`{ ...F0 } ${levels.join(' ')} fragment F18 on Query { n }`), undefined);
    const many = Array.from({ length: 1_000 }, (_, at) => `n${at}: n`).join(' ');
    for (let asked = 0; asked < 300; asked += 1) assert.ok(plan(`query Q${asked} { ${many} }`));
    assert.ok(plans.size <= 200_000, `${plans.size} fields are held`);
  });
});
