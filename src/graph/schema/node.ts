import type { FetchedRecord } from '../cache/record-key.ts';
import { ambiguousId } from '../errors.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import { loadForSelection } from '../operation/load-for-selection.ts';
import { RecordReference } from '../operation/record-reference.ts';
import type { Scope } from '../operation/scope.ts';
import { builder, nullableItems } from './builder.ts';
import { isUuid } from './federation/record-entity.ts';
import { Node } from './refs.ts';

Node.implement({
  description: 'A record that can be read again by its id alone: a `Profile` or a `Company`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'The record’s id, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.',
      resolve: ({ id }) => id,
    }),
  }),
  resolveType: ({ loader }) => loader.kind.typeName,
});

/**
 * The record of an id, whichever of the two it is: free searches tell, batched over all ids of a moment.
 *
 * @throws a BAD_USER_INPUT error where the id is both a person's and a company's
 */
async function recordOf(scope: Scope, id: string): Promise<RecordReference | null> {
  if (!isUuid(id)) return null;
  const [isProfile, isCompany] = await Promise.all([
    scope.profiles.existence.exists(id),
    scope.companies.existence.exists(id),
  ]);
  if (isProfile && isCompany) throw ambiguousId(id);
  if (isProfile) return named(scope, scope.profiles, id);
  return isCompany ? named(scope, scope.companies, id) : null;
}

const named = <Fetched extends FetchedRecord>(scope: Scope, loader: RecordLoader<Fetched>, value: string) =>
  new RecordReference(scope, loader, [{ kind: 'ids', value }]);

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    callsEach: true,
    covers: { id: 'id' },
    notInSubgraph: true,
    description:
      'The person or company of an id, in the key’s own team; null where there is none, or the id is no uuid. Free while free fields are selected.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'The record’s id, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.',
      }),
    },
    resolve: async (_root, { id }, { operation }, info) => {
      const record = await recordOf(operation.scope(), id);
      return record && loadForSelection(record, info);
    },
  }),
  nodes: t.field({
    type: [Node],
    nullable: nullableItems,
    callsEach: true,
    covers: { id: 'id' },
    sizedBy: 'ids',
    notInSubgraph: true,
    description:
      'The people and companies of some ids, in order; null in the place of an id that has none. Two free searches for each 1,000 ids tell which there are.',
    args: {
      ids: t.arg.idList({
        required: true,
        description:
          'The records’ ids, uuids such as `9e396919-bd21-5a3e-8b17-b812c61e055e`; one that is malformed is null, without a call.',
      }),
    },
    resolve: (_root, { ids }, { operation }, info) => {
      const scope = operation.scope();
      return ids.map(async (id) => {
        const record = await recordOf(scope, id);
        return record && loadForSelection(record, info);
      });
    },
  }),
}));
