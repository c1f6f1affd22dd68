import type { NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';

/** Builds the request of a mapping from the caller's filter and arguments. */
export const requestOf = (
  query: QueryDsl | undefined,
  companyWebsite: string | null | undefined,
): NetworkMapperRequest => ({
  query: query ?? { match_all: {} },
  ...(companyWebsite ? { mapping_company_website: companyWebsite } : {}),
});
