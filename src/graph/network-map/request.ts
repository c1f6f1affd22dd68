import type { NetworkMapperRequest } from '../../contract/operation/network-mapper.ts';
import { dslOf } from '../search/dsl.ts';

/** A mapping's request, from the arguments by which the graph takes it. */
export const requestOf = (dsl: unknown, companyWebsite: string | null | undefined): NetworkMapperRequest => ({
  query: dslOf(dsl) ?? { match_all: {} },
  ...(companyWebsite ? { mapping_company_website: companyWebsite } : {}),
});
