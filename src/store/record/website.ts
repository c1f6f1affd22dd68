import type { CompanyInfo } from '../../contract/record/company.ts';
import { websiteFrom } from '../../reading/website.ts';
import type { Dependent } from './dependent.ts';

/** Key that records that some company has a page on a host, so that the host alone does not identify a company. */
export const hostKey = (host: string): string => `${host}/`;

/** Lookup keys of a website: its own and, for a page, the host's key. */
const keysOf = (website: string): readonly string[] => {
  const site = websiteFrom(website);
  if (!site) return [];
  return site.path.length === 0 ? [site.key] : [site.key, hostKey(site.host)];
};

export const companyWebsite: Dependent<CompanyInfo> = {
  table: 'company_website',
  owner: 'company_id',
  columns: { website: 'text', company_id: 'uuid' },
  rowsOf: (id, info) =>
    [...new Set((info.websites ?? []).flatMap((website) => (website ? keysOf(website) : [])))].map((website) => ({
      website,
      company_id: id,
    })),
};
