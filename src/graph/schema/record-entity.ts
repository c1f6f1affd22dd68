import type { GraphQLResolveInfo } from 'graphql';
import { trimmed } from '../../reading/padding.ts';
import { isUuid } from '../../reading/uuid.ts';
import type { FetchedRecord, Identifier } from '../cache/record-key.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import { isFailure, NotFound } from '../scope/lookup-failures.ts';
import type { RecordReference } from '../scope/record-reference.ts';
import type { GraphContext } from './builder.ts';
import type { EntityKey } from './facts-plugin.ts';
import { lookUp } from './record-lookup.ts';

/**
 * Records as entities with the keys `id` and slug, looked up in the key's own team. A record that does not exist is
 * null and free; a record is loaded only if a selected field needs it.
 */
export const recordEntity = <Fetched extends FetchedRecord>(
  slugField: string,
  loaderOf: (scope: CredentialScope) => RecordLoader<Fetched>,
) => ({
  keys: ['id', slugField],
  resolveReference: async (
    key: EntityKey,
    { operation }: GraphContext,
    info: GraphQLResolveInfo,
  ): Promise<RecordReference<Fetched> | null> => {
    const scope = operation.scope();
    if (key.name === 'id' && !isUuid(key.value)) return null;
    const identifier: Identifier =
      key.name === 'id'
        ? { kind: 'ids', value: key.value.toLowerCase() }
        : { kind: 'xnet_names', value: trimmed(key.value) };
    const outcome = await lookUp(scope, loaderOf(scope), identifier, info);
    if (outcome instanceof NotFound) return null;
    if (isFailure(outcome)) throw outcome.reason;
    return outcome;
  },
});
