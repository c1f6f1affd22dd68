import type { CompanyInfo } from '../../contract/record/company.ts';
import type { Dependent } from './dependent.ts';

/**
 * The form in which websites are compared: the host in lower case, without scheme, `www.`, port and path; a name in
 * another script becomes its ASCII form. Undefined where the text names no host.
 */
export function websiteKey(website: string): string | undefined {
  const text = website.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  const host = url?.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  return host || undefined;
}

export const companyWebsite: Dependent<CompanyInfo> = {
  table: 'company_website',
  owner: 'company_id',
  columns: { website: 'text', company_id: 'uuid' },
  rowsOf: (id, info) =>
    (info.websites ?? [])
      .flatMap((website) => websiteKey(website) ?? [])
      .map((website) => ({ website, company_id: id })),
};
