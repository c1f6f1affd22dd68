import type { GraphQLResolveInfo } from 'graphql';
import { isUuid } from '../../reading/uuid.ts';
import type { FetchedRecord } from '../cache/record-key.ts';
import { ambiguousId } from '../errors.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import { loadForSelection } from '../scope/load-for-selection.ts';
import { isFailure, NotFound } from '../scope/lookup-failures.ts';
import { RecordReference } from '../scope/record-reference.ts';
import { builder, nullableItems } from './builder.ts';
import { lookUp } from './record-lookup.ts';
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
 * The profile or company with an id; null if there is none. Two free searches, batched over concurrent ids, find which
 * it is. If the upstream refuses searches by id, the profile is fetched, then the company; a missing record costs
 * nothing.
 *
 * @throws a BAD_USER_INPUT error if the id is both a person's and a company's
 */
async function recordOf(
  scope: CredentialScope,
  given: string,
  info: GraphQLResolveInfo,
): Promise<RecordReference | null> {
  if (!isUuid(given)) return null;
  const id = given.toLowerCase();
  const { profiles, companies } = scope;
  const exist = await unlessRefused(Promise.all([profiles.existence.exists(id), companies.existence.exists(id)]));
  if (!exist) return fetchedOf(scope, id, info);
  const [isProfile, isCompany] = exist;
  if (isProfile && isCompany) throw ambiguousId(id);
  if (isProfile) return named(scope, profiles, id);
  return isCompany ? named(scope, companies, id) : null;
}

/**
 * The profile or company that a fetch finds. A quote fetches nothing: it books one record for both kinds, and the
 * fields below each.
 */
async function fetchedOf(
  scope: CredentialScope,
  id: string,
  info: GraphQLResolveInfo,
): Promise<RecordReference | null> {
  let priced: RecordReference | null = null;
  for (const loader of [scope.profiles, scope.companies]) {
    const outcome = await lookUp<FetchedRecord>(scope, loader, { kind: 'ids', value: id }, info, 'profile');
    if (isFailure(outcome)) throw outcome.reason;
    if (outcome instanceof NotFound) continue;
    if (outcome.record || !scope.quote) return outcome;
    priced ??= outcome;
  }
  return priced;
}

const named = <Fetched extends FetchedRecord>(scope: CredentialScope, loader: RecordLoader<Fetched>, value: string) =>
  new RecordReference(scope, loader, [{ kind: 'ids', value }]);

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    callsEach: true,
    covers: { id: 'id' },
    notInSubgraph: true,
    description:
      'The person or company with the given id, in the key’s own team; null, without an error, if there is none or the id is not a uuid. Free if only `id` is selected and the data service can search by ids; if it cannot, the record is loaded, for 1 credit, to find out whether it is a person or a company.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'The record’s id, a uuid such as `9e396919-bd21-5a3e-8b17-b812c61e055e`.',
      }),
    },
    resolve: async (_root, { id }, { operation }, info) => {
      const record = await recordOf(operation.scope(), id, info);
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
      'The people and companies with these ids, in order; null for an id without a record. Two free searches per 1,000 ids find which exist; if the data service cannot search by ids, each record is loaded, for 1 credit.',
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
        const record = await recordOf(scope, id, info);
        return record && loadForSelection(record, info);
      });
    },
  }),
}));
