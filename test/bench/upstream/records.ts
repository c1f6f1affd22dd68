import { sampleCompanies, sampleProfiles } from '../../tools/sample/generate.ts';

/**
 * The mock upstream's records: any number, each whole the first time it is named, as JSON text. Record n wears the body
 * of a sample record and the names of its own, so that answers are of real size and no two operations share a record.
 * Five neighbouring people work at one company.
 */

const size = { seed: 1, profiles: 200, companies: 60 };
export const coworkers = 5;

const hex = (n: number): string => n.toString(16).padStart(12, '0');
export const profileId = (n: number): string => `aaaaaaaa-0000-4000-8000-${hex(n)}`;
export const companyId = (n: number): string => `cccccccc-0000-4000-8000-${hex(n)}`;
export const profileSlug = (n: number): string => `person-${n}`;
const companySlug = (n: number): string => `company-${n}`;

/** The number of a record, from its id or slug; undefined where it is no name of ours. */
export const numberOf = (name: string): number | undefined => {
  const [, id, slug] = /^[ac]{8}-0000-4000-8000-([0-9a-f]{12})$|^(?:person|company)-(\d+)$/.exec(name) ?? [];
  if (id !== undefined) return Number.parseInt(id, 16);
  return slug === undefined ? undefined : Number(slug);
};

/** A record's text, in pieces between which the names of record n stand. */
type Template = readonly string[];

const marks = ['@@ID@@', '@@SLUG@@', '@@COMPANY@@', '@@COMPANYSLUG@@'] as const;
const cut = (text: string): Template => text.split(/(@@[A-Z]+@@)/);

const fill = (template: Template, names: Readonly<Record<string, string>>): string => {
  let text = '';
  for (const piece of template) text += names[piece] ?? piece;
  return text;
};

const accountUrl = (kind: 'in' | 'company', slug: string): string => `https://www.xnet.example/${kind}/${slug}`;

export interface Records {
  /** Record n as JSON, with the names by which it was asked. */
  profile(n: number, foundBy: string): string;
  company(n: number, foundBy: string): string;
  /** What the team's network knows of person n. */
  relationship(n: number): string;
}

export function makeRecords(): Records {
  const [id, slug, company, companySlugMark] = marks;
  const profiles = [...sampleProfiles(size)].map(({ profile_info: info, ...rest }) =>
    cut(
      JSON.stringify({
        ...rest,
        id,
        profile_info: {
          ...info,
          id,
          xnet_url: accountUrl('in', slug),
          current_title: info?.current_title ?? 'Adviser',
          current_company_id: company,
          current_company_name: info?.current_company_name ?? 'A Company',
          current_company_xnet_url: accountUrl('company', companySlugMark),
          social_media: [{ network: 'xnet', slug, url: accountUrl('in', slug), connections: 500 }],
        },
        lists: [],
        tags: [],
      }).replace(/\}$/, ',"found_by":@@FOUND@@}'),
    ),
  );
  const companies = [...sampleCompanies(size)].map(({ company_info: info, ...rest }) =>
    cut(
      JSON.stringify({
        ...rest,
        id,
        company_info: {
          ...info,
          id,
          xnet_slugs: [slug],
          workforce: info?.workforce ?? { headcount: 10 },
          social_media: [{ network: 'xnet', slug, url: accountUrl('company', slug) }],
        },
        tags: [],
      }).replace(/\}$/, ',"found_by":@@FOUND@@}'),
    ),
  );
  const pick = (templates: readonly Template[], n: number): Template => templates[n % templates.length] ?? [];
  const at = (n: number) => Math.floor(n / coworkers);
  return {
    profile: (n, found) =>
      fill(pick(profiles, n), {
        '@@ID@@': profileId(n),
        '@@SLUG@@': profileSlug(n),
        '@@COMPANY@@': companyId(at(n)),
        '@@COMPANYSLUG@@': companySlug(at(n)),
        '@@FOUND@@': found,
      }),
    company: (n, found) =>
      fill(pick(companies, n), { '@@ID@@': companyId(n), '@@SLUG@@': companySlug(n), '@@FOUND@@': found }),
    relationship: (n) =>
      JSON.stringify({
        profile: {
          id: profileId(n),
          full_name: `Person ${n}`,
          current_title: 'Engineer',
          xnet_url: accountUrl('in', profileSlug(n)),
          current_company_name: `Company ${at(n)}`,
        },
        connections: [0, 1, 2].map((k) => ({
          connector_id: profileId(n * 3 + k + 1e9),
          connector_name: `Connector ${(n + k) % 50}`,
          connector_xnet_url: accountUrl('in', `connector-${(n + k) % 50}`),
          connector_current_title: 'Partner',
          connector_current_company_name: 'Kith',
          connection_strength_normalized: 3 - k,
          connection_strength: 0.9 - k / 4,
          sources: [
            {
              origin: k === 0 ? 'work_overlap' : 'xnet_connection',
              ...(k === 0 && { shared_company: `Company ${at(n)}`, shared_company_id: companyId(at(n)) }),
            },
          ],
        })),
      }),
  };
}
