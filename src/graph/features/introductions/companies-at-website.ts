import { anyOf } from '../../../contract/clause.ts';
import { searchCompanies } from '../../../contract/operation/companies.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { hostPrefixes, websiteSpellings } from '../../../contract/website.ts';
import { websiteFrom } from '../../../reading/website.ts';
import { revealsNothing } from '../../loaders/batch-scheduler.ts';
import { unlessRefused } from '../../loaders/refused-search.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { NotFound } from '../../scope/lookup-failures.ts';

const websitesPath = 'company_info.websites';

/** A query for a website in any usual spelling at a path. */
export const hasWebsite = (path: string, website: string): QueryDsl => ({
  terms: { [path]: [...websiteSpellings(website)] },
});

/** A query for a host, with or without a page, at a path. */
export const hasHost = (path: string, host: string): QueryDsl =>
  anyOf([
    hasWebsite(path, host),
    ...hostPrefixes(host).map((start): QueryDsl => ({ prefix: { [path]: { value: start } } })),
  ]) ?? hasWebsite(path, host);

/** Number of companies with exactly this website: the key of a host, or of a host with a path. */
export const companiesAtWebsite = (scope: CredentialScope, key: string): Promise<number | undefined> =>
  companyCount(scope, key, hasWebsite(websitesPath, key));

/** Number of companies with a website on this host, on any page. */
export const companiesAtHost = (scope: CredentialScope, host: string): Promise<number | undefined> =>
  companyCount(scope, `${host}/*`, hasHost(websitesPath, host));

/**
 * The problem that no company has a website on this one's host; undefined also if the data service does not search
 * companies by website.
 */
export async function noCompanyAt(scope: CredentialScope, website: string): Promise<NotFound | undefined> {
  const site = websiteFrom(website);
  const companies = await (site ? companiesAtHost(scope, site.host) : companiesAtWebsite(scope, website));
  return companies === 0 ? new NotFound({ kind: 'website', value: website }) : undefined;
}

/** Free, and cached like records; undefined if the data service does not search companies by website. */
async function companyCount(scope: CredentialScope, name: string, query: QueryDsl): Promise<number | undefined> {
  const { cache, maxAgeMs } = scope;
  const key = `companies ${name}`;
  const known = cache.headCounts.get(key, maxAgeMs);
  if (known !== undefined) return known;
  const answer = await unlessRefused(scope.search(searchCompanies, { query, limit: 0 }, revealsNothing));
  if (answer) cache.headCounts.set(key, answer.body.total_count);
  return answer?.body.total_count;
}
