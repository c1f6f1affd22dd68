import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DirectiveNode, isObjectType, Kind, type ObjectTypeDefinitionNode, parse } from 'graphql';
import { subgraphSdl } from '../../../../src/graph/features/federation/sdl.ts';
import { declared, schema } from '../../../support/graph/schema.ts';

const sdl = subgraphSdl(declared);

/** The types as printed, by name. */
const types = new Map(
  parse(sdl)
    .definitions.filter((definition): definition is ObjectTypeDefinitionNode => {
      return definition.kind === Kind.OBJECT_TYPE_DEFINITION;
    })
    .map((type) => [type.name.value, type]),
);

function weightOf(directives: readonly DirectiveNode[] = []): number | undefined {
  const cost = directives.find(({ name }) => name.value === 'cost');
  const value = cost?.arguments?.find(({ name }) => name.value === 'weight')?.value;
  return value?.kind === Kind.INT ? Number(value.value) : undefined;
}

const weightOfField = (type: string, name: string): number | undefined => {
  const field = types.get(type)?.fields?.find((one) => one.name.value === name);
  assert.ok(field, `${type}.${name}`);
  return weightOf(field.directives);
};

describe('the printed schema', () => {
  for (const line of [
    'type Profile @key(fields: "id") @key(fields: "xnetSlug") @cost(weight: 0) {',
    'type Company @key(fields: "id") @key(fields: "xnetSlug") @cost(weight: 0) {',
    'type Connection @cost(weight: 0) {',
    '): MapNetworkPayload @cost(weight: 1)',
    '): ProfileLookup @cost(weight: 0)',
    '): ProfileSearchConnection @listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
    '): [Experience] @cost(weight: 1) @listSize(assumedSize: 20)',
  ])
    it(`tells what is in it costs: ${line}`, () => {
      assert.ok(sdl.includes(line));
    });

  it('lets a page of ids pass, in which nothing has a weight', () => {
    assert.equal(weightOfField('Profile', 'id'), undefined);
    assert.equal(weightOfField('Company', 'id'), undefined);
    for (const type of [
      'Profile',
      'ProfileSearchConnection',
      'ProfileSearchEdge',
      'Company',
      'CompanySearchConnection',
    ])
      assert.equal(weightOf(types.get(type)?.directives), 0, type);
    for (const name of ['totalCount', 'pageInfo', 'nodes', 'edges'])
      assert.equal(weightOfField('ProfileSearchConnection', name), undefined, name);
  });

  it('weighs what loads a record: all but what an id or a search tells', () => {
    const free = (type: string): readonly string[] => {
      const of = schema.getType(type);
      assert.ok(isObjectType(of));
      return Object.keys(of.getFields())
        .filter((name) => weightOfField(type, name) !== 1)
        .sort();
    };
    assert.deepEqual(free('Profile'), ['completeness', 'connections', 'fetchedAt', 'id', 'introPaths']);
    assert.deepEqual(free('Company'), ['completeness', 'fetchedAt', 'id', 'introPaths', 'people']);
  });
});
