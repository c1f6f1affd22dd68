import { anyOf } from '../../contract/clause.ts';
import { searchCompanies } from '../../contract/operation/companies.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { hostPrefixes, ownKey, type WebsiteKeys, websiteSpellings } from '../../contract/website.ts';
import { revealsNothing } from '../loaders/batch-scheduler.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';

const websitesPath = 'company_info.websites';

/** The values of a path that are a website in any usual spelling. */
export const hasWebsite = (path: string, website: string): QueryDsl => ({
  terms: { [path]: [...websiteSpellings(website)] },
});

/** The values of a path that are a host, or a page of it. */
export const hasHost = (path: string, host: string): QueryDsl =>
  anyOf([
    hasWebsite(path, host),
    ...hostPrefixes(host).map((start): QueryDsl => ({ prefix: { [path]: { value: start } } })),
  ]) ?? hasWebsite(path, host);

/** How many companies have a website as it is: its page if it has one, else the host without one. */
export const companiesAtWebsite = (scope: CredentialScope, keys: WebsiteKeys): Promise<number | undefined> => {
  const website = ownKey(keys);
  return companyCount(scope, website, hasWebsite(websitesPath, website));
};

/** How many companies have a host, whatever the page. */
export const companiesAtHost = (scope: CredentialScope, { host }: WebsiteKeys): Promise<number | undefined> =>
  companyCount(scope, `${host}/*`, hasHost(websitesPath, host));

/** Free, and cached as records are; undefined where the data service does not search companies by websites. */
async function companyCount(scope: CredentialScope, name: string, query: QueryDsl): Promise<number | undefined> {
  const { cache, maxAgeMs } = scope;
  const key = `companies ${name}`;
  const known = cache.headCounts.get(key, maxAgeMs);
  if (known !== undefined) return known;
  const answer = await unlessRefused(scope.search(searchCompanies, { query, limit: 0 }, revealsNothing));
  if (answer) cache.headCounts.set(key, answer.body.total_count);
  return answer?.body.total_count;
}
