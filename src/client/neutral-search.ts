import { searchCompanies } from '../contract/operation/companies.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { QueryDsl } from '../contract/operation/parts.ts';
import { searchProfiles } from '../contract/operation/profiles.ts';
import { findRelationships } from '../contract/operation/relationships.ts';
import type { Credential } from './call.ts';
import type { Call } from './client.ts';

/**
 * A free search of the client’s own, at a caller’s endpoint (or at that of people, if the caller’s may charge), in the
 * key’s own team. Facts about the upstream are found out by it.
 */
export function neutralSearch(
  call: Call,
  { name }: Operation,
  { apiKey }: Credential,
  request: { readonly query: QueryDsl; readonly limit: number },
): Promise<unknown> {
  if (name === findRelationships.name) return call(findRelationships, request, { apiKey });
  return call(name === searchCompanies.name ? searchCompanies : searchProfiles, request, { apiKey });
}
