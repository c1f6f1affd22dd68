import type { GraphQLSchema } from 'graphql';
import type { Builder } from '../builder.ts';
import { type Entity, entityOf, entityTypeName } from './entity.ts';
import { type EntityName, entityKeys } from './keys.ts';
import { subgraphSdl } from './sdl.ts';

/** Adds the two fields by which a gateway of Apollo Federation 2 speaks to a subgraph. */
export function addFederation(builder: Builder): void {
  builder.scalarType('_Any', {
    description: 'A reference from another subgraph: a `__typename` and the fields of one of its keys.',
    serialize: (value) => value,
  });
  const service = builder.objectRef<GraphQLSchema>('_Service').implement({
    description: 'This subgraph, to a gateway.',
    fields: (t) => ({
      sdl: t.string({ description: 'Its schema, for composition.', resolve: once(subgraphSdl) }),
    }),
  });
  const entity = builder.unionType('_Entity', {
    description: 'What another subgraph may refer to.',
    types: Object.keys(entityKeys) as EntityName[],
    resolveType: (value: Entity) => entityTypeName(value),
  });
  builder.queryFields((t) => ({
    _service: t.field({
      type: service,
      nullable: false,
      description: 'For gateways: this subgraph.',
      resolve: (_root, _args, _context, info) => info.schema,
    }),
    _entities: t.field({
      type: [entity],
      sizedBy: 'representations',
      nullable: { list: false, items: true },
      description:
        'For gateways: what other subgraphs’ references stand for, in order, in the key’s own team; null where there is nothing. A record that is needed costs a credit.',
      args: {
        representations: t.arg({
          type: ['_Any'],
          required: true,
          description: 'The references; of their fields only a key is read.',
        }),
      },
      // All at once, so that every look-up of a moment leaves together; each fails for itself.
      resolve: (_root, { representations }, { operation }, info) =>
        representations.map((representation, at) => entityOf(representation, at, operation, info)),
    }),
  }));
}

/** A schema's SDL does not change: it is printed when it is first asked for. */
function once(print: (schema: GraphQLSchema) => string): (schema: GraphQLSchema) => string {
  let text: string | undefined;
  return (schema) => {
    text ??= print(schema);
    return text;
  };
}
