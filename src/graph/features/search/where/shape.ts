import type { TSchema } from 'typebox';
import { allOf, anyOf, type Clause, noneOf } from '../../../../contract/clause.ts';
import { type JsonSchema, membersOf } from '../../../../contract/schema.ts';
import { builder } from '../../../schema/builder.ts';
import { camelCase } from '../../../schema/contract-types.ts';
import { conditionOf, entriesOf, type Filter, type Given, idFilter, leafFilters, nameFilter } from './filter.ts';

/** A field of a `where` input: its filter, and the path that it filters. */
export interface WhereField {
  readonly description: string;
  readonly filter: Filter;
  /** The filtered path, given the path of the parent object. */
  readonly pathIn: (parent: string) => string;
}

type WhereFields = Readonly<Record<string, WhereField>>;

// Derives the input types of `where` from the contract's shapes, as `contract-types.ts` does the output types: a type
// per shape, a field per searchable member. Each compiles its values to the DSL.

/** Filters by name: records share shapes, and so their filters. */
const filters = new Map<string, Filter>();

/** A field for each searchable member. */
export function shapeFields(shape: TSchema): WhereFields {
  const fields: Record<string, WhereField> = {};
  for (const [member, schema] of membersOf(shape)) {
    const filter = memberFilter(schema);
    const description = schema.description ?? '';
    if (filter) fields[camelCase(member)] = { description, filter, pathIn: (parent) => `${parent}.${member}` };
  }
  return fields;
}

/** A filter on an object: its fields, and `and`, `or`, `not`; all given conditions must hold. */
export function objectFilter(name: string, description: string, fields: WhereFields): Filter {
  const ref = builder.inputRef<Given>(name);
  ref.implement({
    description: `${description} All given conditions must hold; leave out what is not asked for, since null is refused.`,
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(fields).map(([field, { description, filter }]) => [
          field,
          t.field({ type: filter.ref, description }),
        ]),
      ),
      and: t.field({ type: [ref], description: 'Conditions that must all hold, in addition to the others here.' }),
      or: t.field({
        type: [ref],
        description: 'At least one of these conditions must hold; an empty list matches nothing.',
      }),
      not: t.field({ type: ref, description: 'Excludes what meets all of these conditions.' }),
    }),
  });
  const compile: Filter['compile'] = (given, path, at) =>
    allOf(
      entriesOf(given, at).map(([name, value]) => {
        const here = `${at}.${name}`;
        const alternatives = () =>
          listOf(value).map((one, index) => conditionOf({ compile }, one, path, `${here}.${index}`));
        if (name === 'and') return allOf(alternatives());
        if (name === 'or') return anyOf(alternatives());
        if (name === 'not') return noneOf(conditionOf({ compile }, value, path, here));
        const field = fields[name];
        return field && conditionOf(field.filter, value, field.pathIn(path), here);
      }),
    );
  return { ref, compile };
}

/** A filter on a list of nested objects: all conditions must hold for the same element. */
export function listFilter(name: string, description: string, element: Filter): Filter {
  return {
    ref: builder.inputRef<Given>(name).implement({
      description: `${description} All given conditions must hold.`,
      fields: (t) => ({
        some: t.field({
          type: element.ref,
          description:
            'Conditions that one and the same element must meet; `{}` requires only that there is an element.',
        }),
        none: t.field({
          type: element.ref,
          description:
            'Conditions that no element may meet. A record whose list is empty passes; `{}` matches only such records.',
        }),
        every: t.field({
          type: element.ref,
          description:
            'Conditions that every element must meet; at least one condition is required. A record whose list is empty passes.',
        }),
      }),
    }),
    compile: (given, path, at) =>
      allOf(
        entriesOf(given, at).map(([quantifier, value]) => {
          const has = (query: Clause) => ({ nested: { path, query: query ?? { match_all: {} } } });
          const here = `${at}.${quantifier}`;
          if (quantifier === 'every') return noneOf(has(noneOf(conditionOf(element, value, path, here))));
          const clause = element.compile(value, path, here);
          return quantifier === 'none' ? noneOf(has(clause)) : has(clause);
        }),
      ),
  };
}

function memberFilter(schema: JsonSchema): Filter | undefined {
  const inner = schema.items ?? schema;
  const search = schema['x-search'];
  if (search === 'nested') {
    const name = inner.title ?? '';
    return once(`${name}ListWhere`, (list) => listFilter(list, conditionsOn(name, 'many'), shapeFilter(inner)));
  }
  if (search === 'date') return inner.format === 'date' ? leafFilters.date : leafFilters.dateTime;
  if (schema['x-folded']) return nameFilter;
  if (inner.format === 'uuid') return idFilter;
  if (search !== undefined) return leafFilters[search];
  return inner.properties && Object.keys(shapeFields(inner)).length > 0 ? shapeFilter(inner) : undefined;
}

function shapeFilter(shape: JsonSchema): Filter {
  const { title = '' } = shape;
  return once(`${title}Where`, (name) => objectFilter(name, conditionsOn(title, 'one'), shapeFields(shape)));
}

/** Memoizes filters by name. */
function once(name: string, make: (name: string) => Filter): Filter {
  const filter = filters.get(name) ?? make(name);
  filters.set(name, filter);
  return filter;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Names of what a shape describes, for filters on one object, and on a list of nested objects. */
interface Subject {
  readonly one: string;
  readonly many?: string;
}

/** By the shape's title. Separate from the contract, which describes shapes in the context of their member. */
const subjects: Readonly<Record<string, Subject>> = {
  BusinessData: { one: 'a company as a business' },
  BusinessIdentifiers: { one: 'a company’s codes in public registers' },
  Certification: { one: 'a person’s certificates' },
  CompanyAccount: { one: 'a company’s accounts on external networks' },
  CompanyLocation: { one: 'a company’s location', many: 'a company’s locations' },
  ContactInfo: { one: 'how to reach a company' },
  Education: { one: 'an entry of a person’s education', many: 'the entries of a person’s education' },
  Employer: { one: 'the employer in an entry of a person’s career' },
  EmployerLocation: { one: 'the locations of an employer' },
  Experience: { one: 'an entry of a person’s career', many: 'the entries of a person’s career' },
  FinancingProfile: { one: 'how a company is financed' },
  Funding: { one: 'the money that a company has raised' },
  FundingRound: { one: 'a company’s funding round', many: 'a company’s funding rounds' },
  HeadcountPoint: { one: 'a company’s head counts over time' },
  HeadcountRange: { one: 'how many people work at a person’s current employer' },
  Investor: { one: 'the investors in a funding round' },
  InvestorProfile: { one: 'a company as an investor' },
  LastRound: { one: 'a company’s latest funding round' },
  ProfileAccount: {
    one: 'a person’s account on an external network',
    many: 'a person’s accounts on external networks',
  },
  School: { one: 'the school in an entry of a person’s education' },
  SchoolLocation: { one: 'the location of a school' },
  TechStack: { one: 'what a company builds with' },
  Workforce: { one: 'how many people work at a company' },
};

/** First sentence of a filter's description. */
const conditionsOn = (title: string, kind: keyof Subject): string => `Conditions on ${subjectOf(title, kind)}.`;

function subjectOf(title: string, kind: keyof Subject): string {
  const subject = subjects[title]?.[kind];
  if (subject === undefined)
    throw new TypeError(`A filter must say what it filters: add ${title}, \`${kind}\`, to the subjects.`);
  return subject;
}
