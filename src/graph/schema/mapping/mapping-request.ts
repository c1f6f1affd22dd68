import type { NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';

/** A mapping's request, from what the caller filters by and the arguments by which the graph takes the rest. */
export const requestOf = (
  query: QueryDsl | undefined,
  companyWebsite: string | null | undefined,
): NetworkMapperRequest => ({
  query: query ?? { match_all: {} },
  ...(companyWebsite ? { mapping_company_website: companyWebsite } : {}),
});
