import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type GraphQLOutputType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schema } from '../../support/graph/schema.ts';

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

/** Where a name ends as an id's does: numbers and accounts of the external network, and filters. */
const isNoEntity = /^(?:xnet(?:Entity)?Ids?|entityId)$/;
const isOfAccount = /^(?:Profile|Company)Account$/;

/** Fields and arguments that are called as an id is, with their types. */
function* ids(): Iterable<readonly [place: string, type: string]> {
  for (const type of types) {
    if (!(isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))) continue;
    if (isOfAccount.test(type.name)) continue;
    for (const field of Object.values(type.getFields()))
      for (const one of [field, ...('args' in field ? field.args : [])])
        if (/(?:^id|Id|^ids|Ids)$/.test(one.name) && !isNoEntity.test(one.name))
          yield [`${type.name}.${field.name} ${one.name}`, getNamedType(one.type as GraphQLOutputType).name];
  }
}

describe('the schema', () => {
  it('has one scalar for what names an entity, so that what is answered can be asked with', () => {
    const found = [...ids()];
    assert.ok(found.length > 20, `${found.length}`);
    const others = found.filter(([, type]) => type !== 'ID' && !type.endsWith('Filter'));
    assert.deepEqual(others, []);
    assert.equal(schema.getType('UUID'), undefined);
  });

  it('has no root field that takes its neighbours along when it fails', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const required = roots.flatMap((root) =>
      Object.values(root?.getFields() ?? {}).flatMap(({ name, type }) =>
        isNonNullType(type) && !name.startsWith('_') ? [name] : [],
      ),
    );
    // It asks nobody for anything; federation says what its own are.
    assert.deepEqual(required, ['viewer']);
  });
});
