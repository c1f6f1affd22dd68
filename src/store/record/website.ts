import type { CompanyInfo } from '../../contract/record/company.ts';
import { websiteFrom } from '../../reading/website.ts';
import type { Dependent } from './dependent.ts';

/** The mark of a company that has a page on a host, by which the host alone stands for nobody. */
export const hostKey = (host: string): string => `${host}/`;

/** The keys of a website, by which a company is found: its own, and for a page a mark that the host has one. */
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
