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
  getIntrospectionQuery,
  getOperationAST,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  responsePathAsArray,
  subscribe,
  validate,
} from 'graphql';
import { anyDocument } from '../../../src/graph/operation/documents.ts';
import { executePlan } from '../../../src/graph/operation/execution/execute.ts';
import { subscribeToSource } from '../../../src/graph/operation/execution/subscribe.ts';
import { defaultLimits } from '../../../src/graph/operation/limits.ts';
import { type AdmittedOperation, OperationLimits } from '../../../src/graph/operation/operation-limits.ts';
import { PreparedOperations } from '../../../src/graph/operation/prepare.ts';
import { factsOf, PreparedOperation } from '../../../src/graph/operation/prepared-operation.ts';
import { propertyRuns } from '../../support/tier.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20_261_121);
const runs = propertyRuns(1_500);

/** Far above what random operations ask. */
const limits = new OperationLimits(
  { ...defaultLimits, depth: 100, aliases: 10_000, tokens: 100_000, rootFields: 10_000 },
  true,
);

/** Admits a document's operation with variables, as every transport does; its plan is made once. */
function admitting(schema: GraphQLSchema, text: string, operationName?: string) {
  const document = parse(text);
  const operation = getOperationAST(document, operationName);
  assert.ok(operation, text);
  const prepared = new PreparedOperation(factsOf(schema, document, text), operation, () => undefined);
  return (sent: object) => limits.admit(prepared, { ...sent }, { apiKey: 'key' });
}

/** Executes a subscription on each event of its source. */
async function subscribed(admitted: AdmittedOperation) {
  const source = await subscribeToSource(admitted, undefined);
  if (!(Symbol.asyncIterator in source)) return source;
  const { prepared, variables } = admitted;
  return (async function* results() {
    for await (const rootValue of source)
      yield await executePlan(prepared.planFor(variables), { variables, rootValue }, undefined);
  })();
}

function executor(schema: GraphQLSchema, text: string, operationName?: string) {
  const admit = admitting(schema, text, operationName);
  return (sent: object, rootValue?: unknown) => {
    const { prepared, variables } = admit(sent);
    return executePlan(prepared.planFor(variables), { variables, rootValue }, undefined);
  };
}

/** All results of a subscription, and what it breaks with. */
async function all(subscription: Promise<AsyncIterable<ExecutionResult> | ExecutionResult>) {
  const stream = await subscription;
  const results: ExecutionResult[] = [];
  if (!(Symbol.asyncIterator in stream)) return { results: [stream], broken: undefined };
  try {
    for await (const result of stream) results.push(result);
  } catch (error) {
    return { results, broken: String(error) };
  }
  return { results, broken: undefined };
}

const sdl = `
  interface Named { name: String! kin: Named }
  type Cat implements Named { name: String! kin: Named lives(of: Int): Int tail: [Int!] friend: Cat! owner(of: Int = 3): Person }
  type Dog implements Named { name: String! kin: Named barks(times: Int, loud: Boolean = false): String cats: [Cat!]! }
  type Person { age: Int! born(in: Int = 2, near: [Int!]): String pets: [Pet] pet: Pet! named: [Named!] self: Person rows: [[Int!]] all: [Person!]! }
  union Pet = Cat | Dog
  type Query { person: Person sure: Person! people(first: Int!): [Person] pets: [Pet!]! named: Named count: Int! }
  type Subscription { person: Person sure: Person! people(first: Int!): [Person] pets: [Pet!]! named: Named count: Int! }
  type Mutation { person: Person sure: Person! people(first: Int!): [Person] pets: [Pet!]! named: Named count: Int! }
`;

/** A number that hangs on a text alone. */
function chance(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  return (hash ^ (hash >>> 13)) % 1_000;
}

/** Values that hang on their place in the answer: at hand or, in most worlds, promised; absent, failing, or no values at all. */
function openWorld(world: number): {
  readonly schema: GraphQLSchema;
  readonly seen: Map<string, string>;
  /** The paths of all fields, in the order in which they were resolved. */
  readonly calls: string[];
} {
  const schema = buildSchema(sdl);
  const seen = new Map<string, string>();
  const calls: string[] = [];
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
  const typeNameOf = (value: unknown): string => {
    const drawn = chance(JSON.stringify(value));
    return drawn < 20 ? 'Person' : drawn < 500 ? 'Cat' : 'Dog';
  };
  for (const type of Object.values(schema.getTypeMap())) {
    // A value's type is told at once, or later; or its types are asked one by one.
    const promised = world % 3 === 0 && !atOnce;
    if (isAbstractType(type) && world % 5 > 0)
      type.resolveType = (value: unknown) => (promised ? Promise.resolve(typeNameOf(value)) : typeNameOf(value));
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    if (world % 5 === 0 && ['Cat', 'Dog'].includes(type.name))
      type.isTypeOf = (value: unknown) =>
        promised ? Promise.resolve(typeNameOf(value) === type.name) : typeNameOf(value) === type.name;
    for (const field of Object.values(type.getFields())) {
      const resolve = (_source: unknown, args: object, _context: unknown, info: GraphQLResolveInfo) => {
        const { event = [] } = Object(info.rootValue);
        const path = [...event, ...responsePathAsArray(info.path)].join('.');
        const { parentType, fieldName, fieldNodes } = info;
        seen.set(path, `${parentType.name}.${fieldName} ${JSON.stringify(args)} of ${fieldNodes.length}`);
        calls.push(path);
        return valueAt(info.returnType, path);
      };
      field.resolve = wrapped(resolve, chance(field.name));
      if (type.name === 'Subscription') field.subscribe = wrapped(source(world), chance(field.name));
    }
  }
  return { schema, seen, calls };
}

/** Where a subscription's events come from: a stream that ends, or fails; or none. */
const source =
  (world: number): Resolver =>
  (_source, args, _context, info) => {
    switch (world % 11) {
      case 0:
        throw new Error(`no stream for ${info.fieldName}`);
      case 1:
        return Promise.reject(new Error(`no stream for ${JSON.stringify(args)}`));
      case 2:
        return Promise.resolve(new Error('no stream'));
    }
    return (async function* () {
      for (const event of ['first', 'second', 'third']) {
        yield { event: [event] };
        if (world % 5 === 0) throw new Error('the stream breaks');
      }
    })();
  };

type Resolver = (source: unknown, args: object, context: unknown, info: GraphQLResolveInfo) => unknown;

/** The resolver, declared with other parameters: none of them may lose its info. */
function wrapped(resolve: Resolver, way: number): Resolver {
  switch (way % 4) {
    case 0:
      return (...all) => resolve(...all);
    case 1:
      return (source, args = {}, ...rest) => resolve(source, args, ...rest);
    case 2:
      return (source, ...rest) => resolve(source, ...rest);
    default:
      return resolve;
  }
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

/** Fragments that selections spread by their names. */
const fragments = fc
  .tuple(selections('Cat', 1), selections('Dog', 1), selections('Person', 0), selections('Named', 0))
  .map(([cat, dog, person, named]) =>
    Object.entries({ Cat: cat, Dog: dog, Person: person, Named: named, Query: 'count' })
      .map(([type, set]) => `fragment Some${type} on ${type} { ${set} }`)
      .join(' '),
  );
/** Documents of one operation, whose root has some fields; a subscription's has one. */
const documentsOf = (operation: string, root: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(root, fragments).map(([fields, others]) => {
    const text = `${operation} Q($yes: Boolean!, $no: Boolean = false, $n: Int! = 1) { ${fields} } ${others}`;
    const type = operation.replace(/^./, (letter) => letter.toUpperCase());
    return text.replaceAll(/\bQuery\b|(?<=Some)Query/g, type);
  });
const documents = fc.oneof(
  { arbitrary: documentsOf('query', selections('Query', 4)), weight: 2 },
  { arbitrary: documentsOf('mutation', selections('Query', 4)), weight: 1 },
);
const followed = fc
  .constantFrom(...members('Query'))
  .chain(([field, to]) =>
    (to === undefined ? fc.constant('') : selections(to, 3).map((set) => ` { ${set} }`)).map(
      (below) => field.replace('@', '') + below,
    ),
  );
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

const rootsOf = (paths: readonly string[]) => paths.map((path) => path.split('.', 1)[0]);

describe(`execution by plan (seed ${seed}, ${runs} runs)`, () => {
  it('answers as GraphQL.js does, whatever is promised, absent or fails', async () => {
    const counts = { run: 0, failed: 0, nulled: 0, whole: 0, mutations: 0 };
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
        const planned = executor(one.schema, text);
        const other = openWorld(world);
        const expected = await execute({ schema: other.schema, document, variableValues });
        // The second time the plan is there already.
        for (const again of [false, true]) {
          one.seen.clear();
          one.calls.length = 0;
          const answer = await planned(variableValues);
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
        if (text.startsWith('mutation')) {
          counts.mutations += 1;
          // Each field of the root ends before the next begins, and after an error at the root none begins.
          const turns = rootsOf(one.calls).filter((root, at, all) => root !== all[at - 1]);
          assert.deepEqual(turns, [...new Set(rootsOf(other.calls))], text);
        }
      }),
      { seed, numRuns: runs },
    );
    assert.ok(
      counts.run > runs / 3 &&
        counts.failed > runs / 20 &&
        counts.nulled > runs / 150 &&
        counts.whole > runs / 150 &&
        counts.mutations > runs / 150,
      JSON.stringify(counts),
    );
  });

  it('answers each event of a subscription as GraphQL.js does', async () => {
    const counts = { run: 0, events: 0, refused: 0, broken: 0 };
    await fc.assert(
      fc.asyncProperty(documentsOf('subscription', followed), variables, fc.nat(), async (text, sent, world) => {
        const document = parse(text);
        const one = openWorld(world);
        if (validate(one.schema, document).some(({ message }) => !/never used|is never/.test(message))) return;
        counts.run += 1;
        const other = openWorld(world);
        const expected = await all(subscribe({ schema: other.schema, document, variableValues: sent }));
        const answers = await all(subscribed(admitting(one.schema, text)(sent)));
        assert.deepEqual(
          answers.results.map(({ data }) => JSON.stringify(data)),
          expected.results.map(({ data }) => JSON.stringify(data)),
          text,
        );
        for (const [at, result] of answers.results.entries())
          assert.deepEqual(
            [...failures(result).keys()].sort(),
            [...failures(expected.results[at] ?? {}).keys()].sort(),
            text,
          );
        assert.equal(answers.broken, expected.broken);
        counts.events += answers.results.filter(({ data }) => data).length;
        counts.refused += answers.results.filter(({ data }) => data === undefined).length;
        counts.broken += Number(answers.broken !== undefined);
      }),
      { seed, numRuns: Math.ceil(runs / 5) },
    );
    assert.ok(Math.min(counts.events, counts.refused, counts.broken) > 0, JSON.stringify(counts));
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
    return executor(rows, query)(variableValues);
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
    const text = `
      query Flags($x: Boolean!, $y: Boolean!) { u: p @include(if: $x) q: p @include(if: $y) }
      query Texts($x: String, $y: Boolean!) { k: p @include(if: $y) l: p }
    `;
    const run = executor(schema, text, 'Texts');
    const keys = async (x: string, y: boolean) => Object.keys((await run({ x, y })).data ?? {});
    assert.deepEqual(await keys('a,true', false), ['l']);
    assert.deepEqual(await keys('a', true), ['k', 'l']);
    assert.deepEqual(await keys('true', false), ['l']);
  });

  it('answers questions about the schema as GraphQL.js does', async () => {
    const schema = buildSchema(sdl);
    const more =
      '{ __typename __type(name: "Cat") { kin: fields { name type { name ofType { name } } } } none: __type(name: "x") { name } }';
    for (const text of [getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }), more]) {
      const expected = await execute({ schema, document: parse(text) });
      assert.equal(JSON.stringify(await executor(schema, text)({})), JSON.stringify(expected));
    }
  });

  it('answers under any key', async () => {
    const schema = buildSchema('type Query { n: Int q: Query }');
    const text = '{ __proto__: n constructor: n q { __proto__: q { toString: n } } }';
    const rootValue = { n: 1, q: { q: Promise.resolve({ n: 2 }) } };
    const expected = await execute({ schema, document: parse(text), rootValue });
    assert.equal(JSON.stringify(await executor(schema, text)({}, rootValue)), JSON.stringify(expected));
  });

  it('fails each place that a variable which is null decides, as GraphQL.js does', async () => {
    const schema = buildSchema('type Query { n: Int q: Query }');
    const text = 'query ($no: Boolean = true) { n q { n @include(if: $no) } }';
    const rootValue = { n: 1, q: { n: 2 } };
    const expected = await execute({ schema, document: parse(text), rootValue, variableValues: { no: null } });
    assert.equal(expected.errors?.length, 1);
    assert.equal(JSON.stringify(await executor(schema, text)({ no: null }, rootValue)), JSON.stringify(expected));
  });

  /** Fragments that spread one another twice on each of some levels. */
  const doubling = (levels: number): string => {
    const fragments = Array.from(
      { length: levels },
      (_, at) => `fragment F${at} on Query { a: q { ...F${at + 1} } b: q { ...F${at + 1} } }`,
    );
    return `{ ...F0 } ${fragments.join(' ')} fragment F${levels} on Query { n }`;
  };

  describe('prepared operations', () => {
    const schema = buildSchema('type Query { q: Query n: Int }');

    const run = (operations: PreparedOperations, text: string, rootValue: object) => {
      const prepared = operations.prepare(text, undefined);
      return executePlan(prepared.planFor({}), { variables: {}, rootValue }, undefined);
    };

    it('plan no more than there is data for', async () => {
      const operations = new PreparedOperations(schema, limits, anyDocument);
      const text = doubling(60);
      const { data } = await run(operations, text, { q: { n: 1 } });
      assert.equal(JSON.stringify(data), '{"a":{"a":null,"b":null},"b":{"a":null,"b":null}}');
      assert.ok(operations.bytes < text.length * 100 + 10_000, `${operations.bytes} bytes`);
    });

    it('keep no plan that is too large', async () => {
      const operations = new PreparedOperations(schema, limits, anyDocument);
      const endless: object = { n: 1, q: () => endless };
      await run(operations, doubling(13), endless);
      assert.ok(operations.bytes < 1_000_000, `${operations.bytes} bytes`);
    });

    it('are held within their bounds', async () => {
      const operations = new PreparedOperations(schema, limits, anyDocument);
      const many = Array.from({ length: 1_000 }, (_, at) => `n${at}: n`).join(' ');
      for (let asked = 0; asked < 80; asked += 1) await run(operations, `query Q${asked} { ${many} }`, { n: 1 });
      assert.ok(operations.bytes > 2 ** 24 && operations.bytes <= 2 ** 25, `${operations.bytes} bytes`);
    });

    it('are of the last thousand documents', () => {
      const operations = new PreparedOperations(schema, limits, anyDocument);
      const prepared = (at: number) => operations.prepare(`query Q${at} { n }`, undefined);
      const [first, second] = [prepared(0), prepared(1)];
      for (let asked = 2; asked < 1_000; asked += 1) prepared(asked);
      assert.equal(prepared(0), first);
      prepared(1_000);
      assert.equal(prepared(0), first);
      assert.notEqual(prepared(1), second);
    });

    it('are the same for the same document and name, and no other', () => {
      const operations = new PreparedOperations(schema, limits, anyDocument);
      const two = 'query A { n } query B { n }';
      const prepared = operations.prepare(two, 'A');
      assert.equal(operations.prepare(two, 'A'), prepared);
      assert.notEqual(operations.prepare(two, 'B').id, prepared.id);
      assert.notEqual(operations.prepare(`${two} `, 'A').id, prepared.id);
      for (const [text, name] of [
        [two, 'C'],
        ['{ nothing }', undefined],
        ['{', undefined],
      ] as const)
        assert.throws(() => operations.prepare(text, name));
    });
  });
});
