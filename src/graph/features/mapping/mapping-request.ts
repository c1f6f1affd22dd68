import type { NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { websiteArgument } from '../../scope/record-identifier.ts';

/** Builds the request of a mapping from the caller's filter and arguments; `path` is that of the website. */
export const requestOf = (
  query: QueryDsl | undefined,
  companyWebsite: string | null | undefined,
  path: string,
): NetworkMapperRequest => {
  const website = websiteArgument(companyWebsite, path);
  return { query: query ?? { match_all: {} }, ...(website !== undefined && { mapping_company_website: website }) };
};
