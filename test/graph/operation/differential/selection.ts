import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  GraphQLBoolean,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
  lexicographicSortSchema,
} from 'graphql';
import { type Given, givenFor } from './given.ts';

/** What is selected on a type, as it will be written. */
export type Selection = FieldSelection | FragmentSelection;

export interface FieldSelection {
  readonly kind: 'field';
  readonly name: string;
  /** The type it is selected on. */
  readonly of: string;
  readonly alias: boolean;
  readonly args: readonly (readonly [string, Given])[];
  readonly directives: readonly Directive[];
  /** What is selected on what it returns; empty for a leaf. */
  readonly below: readonly Selection[];
}

export interface FragmentSelection {
  readonly kind: 'fragment';
  /** Undefined: without a condition. */
  readonly on: string | undefined;
  /** Undefined: inline. Of two under one name on one type, the first stands for both. */
  readonly name: string | undefined;
  readonly directives: readonly Directive[];
  readonly below: readonly Selection[];
}

export interface Directive {
  readonly name: 'skip' | 'include';
  readonly if: Given;
}

/** Fields that answer otherwise from time to time, or cost too much to be asked hundreds of times. */
const left = new Set([
  // The time of a load, which differs from run to run.
  'Company.fetchedAt',
  'Profile.fetchedAt',
  'Query._service',
  // What earlier operations have paid for, which the reference does not share.
  'Query.purchases',
  'Query.recentTasks',
  'Team.childTeams',
  'Team.spentThisMonth',
]);

/** Fields of which the cast has something to tell, or which lead on; the others are asked for less often. */
const telling = new Set(
  [
    'id fullName currentTitle currentCompanyName xnetUrl xnetSlug workEmail skills hiring experience education tags lists',
    'currentCompany connections introPaths company employer people companies profile profiles connector connectors target',
    'nodes edges node name industries websites xnetSlug socialMedia workforce funding sources connection others why',
    'relationships searchProfiles searchCompanies viewer childTeam _entities sharedCompany connectorName totalCount',
  ].flatMap((names) => names.split(' ')),
);

/** How often an argument is left out for each time that it is given; most answers come without these. */
const seldom: Readonly<Record<string, number>> = { after: 16, where: 6, dsl: 8, scan: 4, stable: 6, inNetworkOnly: 6 };
const usual = 2;

const optional = <T>(one: fc.Arbitrary<T>, leftOut: number): fc.Arbitrary<readonly T[]> =>
  fc.oneof({ arbitrary: fc.constant([]), weight: leftOut }, { arbitrary: one.map((only) => [only]), weight: 1 });

const weighted = (
  fields: readonly GraphQLField<unknown, unknown>[],
  made: (field: GraphQLField<unknown, unknown>) => fc.Arbitrary<Selection>,
) => fc.oneof(...fields.map((field) => ({ arbitrary: made(field), weight: telling.has(field.name) ? 4 : 1 })));

/**
 * Random selections on a schema's types, of a bounded depth; each made once. They depend on the schema alone, in whatever
 * order it declares its types and their fields.
 */
export class Selections {
  readonly #schema: GraphQLSchema;
  readonly #made = new Map<string, fc.Arbitrary<readonly Selection[]>>();

  constructor(schema: GraphQLSchema) {
    this.#schema = lexicographicSortSchema(schema);
  }

  /** At least one selection on the type of queries. */
  ofQueries(depth: number): fc.Arbitrary<readonly Selection[]> {
    const query = this.#schema.getQueryType();
    assert.ok(query);
    return this.#on(query, depth);
  }

  #on(type: GraphQLCompositeType, depth: number): fc.Arbitrary<readonly Selection[]> {
    const key = `${type.name} ${depth}`;
    const known = this.#made.get(key);
    if (known) return known;
    const made = fc.array(this.#one(type, depth), { minLength: 1, maxLength: 4, size: 'max' });
    this.#made.set(key, made);
    return made;
  }

  #one(type: GraphQLCompositeType, depth: number): fc.Arbitrary<Selection> {
    const fields = isObjectType(type) || 'getFields' in type ? Object.values(type.getFields()) : [];
    const allowed = fields.filter(({ name }) => !left.has(`${type.name}.${name}`));
    const leaves = allowed.filter((field) => !isCompositeType(getNamedType(field.type)));
    const links = depth > 0 ? allowed.filter((field) => isCompositeType(getNamedType(field.type))) : [];
    const typename: Selection = {
      kind: 'field',
      name: '__typename',
      of: type.name,
      alias: false,
      args: [],
      directives: [],
      below: [],
    };
    return fc.oneof(
      { arbitrary: fc.constant(typename), weight: 1 },
      ...(leaves.length > 0 ? [{ arbitrary: weighted(leaves, (one) => this.#field(type, one, 0)), weight: 6 }] : []),
      ...(links.length > 0
        ? [{ arbitrary: weighted(links, (one) => this.#field(type, one, depth - 1)), weight: 6 }]
        : []),
      ...(depth > 0
        ? [{ arbitrary: this.#fragment(type, depth - 1), weight: isAbstractType(type) ? 16 : links.length > 0 ? 2 : 1 }]
        : []),
    );
  }

  #field(of: GraphQLCompositeType, field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<Selection> {
    const type = getNamedType(field.type);
    const args = field.args.map((arg) => {
      const given = givenFor(arg, `${of.name}.${field.name}`, 2).map((one) => [arg.name, one] as const);
      return isRequiredArgument(arg) ? given.map((one) => [one]) : optional(given, seldom[arg.name] ?? usual);
    });
    return fc.record({
      kind: fc.constant('field'),
      name: fc.constant(field.name),
      of: fc.constant(of.name),
      alias: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, { arbitrary: fc.constant(true), weight: 1 }),
      args: fc.tuple(...args).map((all) => all.flat()),
      directives: directives,
      below: isCompositeType(type) ? this.#on(type, depth) : fc.constant([]),
    });
  }

  #fragment(type: GraphQLCompositeType, depth: number): fc.Arbitrary<Selection> {
    const within: readonly GraphQLObjectType[] = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [];
    const around = isObjectType(type)
      ? Object.values(this.#schema.getTypeMap())
          .filter(isAbstractType)
          .filter((other) => this.#schema.isSubType(other, type))
      : [];
    const inline = { kind: fc.constant('fragment'), name: fc.constant(undefined), directives } as const;
    const on = (condition: GraphQLCompositeType) =>
      fc.record({
        ...inline,
        name: fc.constantFrom(undefined, undefined, 'One', 'Other'),
        on: fc.constant(condition.name),
        below: this.#on(condition, depth),
      });
    const plain = fc.record({ ...inline, on: fc.constant(undefined), below: this.#on(type, depth) });
    return fc.oneof(
      { arbitrary: on(type), weight: 2 },
      ...around.map((condition) => ({ arbitrary: on(condition), weight: 1 })),
      // The more there is to select on a member, the more often it is.
      ...within.map((member) => ({ arbitrary: on(member), weight: 2 * Object.keys(member.getFields()).length })),
      { arbitrary: plain, weight: 1 },
    );
  }
}

const directives: fc.Arbitrary<readonly Directive[]> = fc.oneof(
  { arbitrary: fc.constant([]), weight: 8 },
  {
    arbitrary: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('skip', 'include'),
        if: givenFor({ name: 'if', type: new GraphQLNonNull(GraphQLBoolean) }, 'Directive', 0),
      }),
      { minLength: 1, maxLength: 2, selector: ({ name }) => name },
    ),
    weight: 1,
  },
);
