import { GraphQLError } from 'graphql';
import { invalidArgument } from '../../errors.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { QuotaReached } from '../../state/storage-quota.ts';
import { ExclusionStore, type KeptExclusion } from './kept-exclusions.ts';

type Exclusions = ReadonlyMap<string, KeptExclusion>;

/** The team's exclusion list cannot be read; nothing was sent. */
const exclusionsUnavailable = (): GraphQLError =>
  new GraphQLError('The do-not-ask list cannot be read at the moment, so no introductions are returned: try again.', {
    extensions: { code: 'EXCLUSIONS_UNAVAILABLE' },
  });

const listsRead = new WeakMap<CredentialScope, Promise<Exclusions>>();

const storeOf = (scope: CredentialScope): ExclusionStore => scope.services.apis.of(ExclusionStore);

/** The team's exclusions from introductions, by key; read once per operation. */
export function exclusionsOf(scope: CredentialScope): Promise<Exclusions> {
  let list = listsRead.get(scope);
  if (!list) {
    list = storeOf(scope)
      .all(scope.payer)
      .catch(() => {
        // Fail closed: without the list, a person who declined might be asked.
        throw exclusionsUnavailable();
      });
    listsRead.set(scope, list);
  }
  return list;
}

/**
 * Adds exclusions; false if the list would exceed its maximum length.
 *
 * @throws a BAD_USER_INPUT error if the key has reached its storage quota
 */
export async function exclude(scope: CredentialScope, entries: Exclusions): Promise<boolean> {
  const done = await storeOf(scope).put(scope.payer, entries).catch(refuseQuota);
  listsRead.delete(scope);
  return done;
}

/** Adds signs to exclusions that are still there. */
export async function signExclusions(scope: CredentialScope, signed: Exclusions): Promise<void> {
  await storeOf(scope).sign(scope.payer, signed).catch(refuseQuota);
  listsRead.delete(scope);
}

function refuseQuota(error: unknown): never {
  throw error instanceof QuotaReached ? invalidArgument('input', error.message) : error;
}

/** Removes exclusions; returns how many of the keys were excluded. */
export async function include(scope: CredentialScope, keys: readonly string[]): Promise<number> {
  const count = await storeOf(scope).remove(scope.payer, keys);
  listsRead.delete(scope);
  return count;
}
