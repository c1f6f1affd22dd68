import type { CompanyInfo } from '../../contract/record/company.ts';
import { ownKey, type WebsiteKeys, websiteKeys } from '../../contract/website.ts';
import type { Dependent } from './dependent.ts';

/** By what a company is found that has a page on a host, though not the host itself. */
export const hostKey = ({ host }: WebsiteKeys): string => `${host}/`;

/** The keys of a website, by which a company is found: its own, and that of the host of its page. */
const keysOf = (website: string): readonly string[] => {
  const keys = websiteKeys(website);
  if (!keys) return [];
  return keys.page === undefined ? [ownKey(keys)] : [ownKey(keys), hostKey(keys)];
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
