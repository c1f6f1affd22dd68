import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type GraphQLField,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { CompanyInfo } from '../../../src/contract/record/company.ts';
import { ProfileInfo } from '../../../src/contract/record/profile.ts';
import { schema } from '../../support/graph/schema.ts';

interface Declared {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
}

const objects: readonly GraphQLObjectType[] = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  .filter(isObjectType);

const fields: readonly Declared[] = objects.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({ name: `${type.name}.${field.name}`, field })),
);

const namesOf = (declared: readonly Declared[]): string[] => declared.map(({ name }) => name);

const isRecord = (type: unknown): type is GraphQLObjectType =>
  isObjectType(type) && type.extensions.facts?.credits !== undefined;

/** Fields that lead to a record as such, not as one of several outcomes. */
const links = fields.filter(({ field }) => isRecord(getNamedType(field.type)));

const members: Readonly<Record<string, object>> = { Profile: ProfileInfo.properties, Company: CompanyInfo.properties };

/** Fields of records that need nothing of them, with the reason. */
const needNothing: Readonly<Record<string, string>> = {
  'Profile.completeness': 'tells whether the record was loaded, and must not load it',
  'Company.completeness': 'as of a profile',
  'Profile.fetchedAt': 'tells when the record was loaded, and must not load it',
  'Company.fetchedAt': 'as of a profile',
};

/** Arguments that are numbers or lists, but say nothing of how many objects a field answers, with the reason. */
const noSizes: Readonly<Record<string, string>> = {
  hops: 'the ties of a path; the calls that a second one takes count by callsEach',
  perConnector: 'spreads the introductions of a plan, which has one for each target at most',
  heartbeat: 'seconds between events of a subscription',
  kinds: 'kinds of changes, of which `first` says how many',
};

const mayBeSize = (type: GraphQLInputType): boolean =>
  isListType(getNullableType(type)) || getNamedType(type).name === GraphQLInt.name;

describe('facts of the schema', () => {
  it('has records of two types, each with its price', () => {
    assert.deepEqual(
      objects
        .filter(isRecord)
        .map(({ name }) => name)
        .sort(),
      ['Company', 'Profile'],
    );
    assert.ok(links.length > 10);
  });

  it('says at each link to a record what is known of the record without loading it', () => {
    assert.deepEqual(namesOf(links.filter(({ field }) => field.extensions.facts?.covers === undefined)), []);
  });

  it('says at each field of a record, links among them, what it needs of the record, which may not be loaded', () => {
    const silent = objects
      .filter(isRecord)
      .flatMap((type) => fields.filter(({ name }) => name.startsWith(`${type.name}.`)))
      .filter(({ field }) => field.extensions.facts?.needs === undefined);
    assert.deepEqual(namesOf(silent).sort(), Object.keys(needNothing).sort());
  });

  it('speaks of members that the record has', () => {
    const unknown = links.flatMap(({ name, field }) =>
      Object.keys(field.extensions.facts?.covers ?? {})
        .filter((member) => member !== 'id' && !(member in (members[getNamedType(field.type).name] ?? {})))
        .map((member) => `${name} covers ${member}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('says at each field with a number or a list for an argument which of them is its size', () => {
    const sizing = ({ args }: Declared['field']): readonly string[] =>
      args.filter(({ name, type }) => mayBeSize(type) && !(name in noSizes)).map(({ name }) => name);
    const wrong = fields.filter(({ field }) => sizing(field).join() !== (field.extensions.facts?.sizedBy ?? ''));
    assert.deepEqual(namesOf(wrong), []);
    const known = new Set(fields.flatMap(({ field }) => field.args.map(({ name }) => name)));
    assert.deepEqual(
      Object.keys(noSizes).filter((name) => !known.has(name)),
      [],
    );
  });

  it('has the lists of pages only where a field with a size answers the page', () => {
    const pages = objects.filter((type) =>
      Object.values(type.getFields()).some(({ extensions }) => extensions.facts?.ofPage),
    );
    for (const page of pages) {
      const answering = fields.filter(({ field }) => getNamedType(field.type) === page);
      assert.deepEqual(namesOf(answering.filter(({ field }) => !field.extensions.facts?.sizedBy)), []);
    }
    assert.deepEqual(pages.map(({ name }) => name).sort(), [
      'CompanyMatchReport',
      'CompanySearchConnection',
      'IntroPathConnection',
      'NetworkChangeConnection',
      'PersonMatchReport',
      'ProfileSearchConnection',
      'RelationshipConnection',
    ]);
  });

  it('has filters that name what they filter', () => {
    const filters = Object.values(schema.getTypeMap()).filter(isInputObjectType);
    const named = filters.filter(({ name }) => /(Where|Filter)$/.test(name));
    assert.ok(named.length > 30);
    for (const { name, description } of named) assert.match(description ?? '', /^Conditions on \w/, name);
    const sentences = named.map(({ description }) => description);
    assert.equal(new Set(sentences).size, sentences.length);
  });

  it('says of each search that the interface cannot order, count facets or page backwards', () => {
    const pages = ['ProfileSearchConnection', 'CompanySearchConnection', 'RelationshipConnection'];
    const searches = fields.filter(
      ({ field }) => pages.includes(getNamedType(field.type).name) && field.args.some(({ name }) => name === 'where'),
    );
    assert.ok(searches.length >= 4);
    for (const { name, field } of searches) {
      const described = (argument: string) => field.args.find((one) => one.name === argument)?.description ?? '';
      assert.match(described('first'), /offers no sort option/, name);
      assert.match(described('first'), /no facets/, name);
      assert.match(described('after'), /forward only/, name);
    }
  });

  it('resolves references to every type that has keys, by fields of the type', () => {
    const entities = objects.filter(({ extensions }) => extensions.entity);
    assert.deepEqual(entities.map(({ name }) => name).sort(), ['Company', 'MappingTask', 'Profile', 'Team']);
    for (const type of entities)
      for (const key of type.extensions.entity?.keys ?? []) assert.ok(key in type.getFields(), `${type.name}.${key}`);
  });
});
