import { endpoint } from '../endpoint.ts';
import { badRequest, Problem } from '../problem.ts';
import { searchPage } from '../v3/search-page.ts';
import { v2SearchCompanies, v2SearchProfiles } from './contract/search.ts';

/** POST /v2/profiles/search */
export const v2ProfilesSearch = endpoint(v2SearchProfiles, async ({ request, caller }, service) => {
  const { paginationToken, inNetworkOnly, ...same } = request;
  const current = { ...same, pagination_token: paginationToken, in_network_only: inNetworkOnly };
  const page = await searchPage('profile', v2SearchProfiles, { request: current, caller }, service).catch(inV2);
  return { status: 200, body: inCamelCase(page) };
});

/** POST /companies/search */
export const v2CompaniesSearch = endpoint(v2SearchCompanies, async ({ request, caller }, service) => {
  const { paginationToken, ...same } = request;
  const current = { ...same, pagination_token: paginationToken };
  const page = await searchPage('company', v2SearchCompanies, { request: current, caller }, service).catch(inV2);
  return { status: 200, body: inCamelCase(page) };
});

const inCamelCase = ({ ids, total_count, pagination_token }: Awaited<ReturnType<typeof searchPage>>) => ({
  ids,
  totalCount: total_count,
  ...(pagination_token && { paginationToken: pagination_token }),
});

/** Renames `pagination_token` in error sentences to v2's `paginationToken`. */
function inV2(error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 400) throw error;
  throw badRequest(...error.sentences.map((sentence) => sentence.replace(/^pagination_token:/, 'paginationToken:')));
}
