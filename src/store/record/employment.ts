import { identifyingNetwork } from '../../contract/identifier.ts';
import { dayOf } from '../../contract/partial-date.ts';
import type { Employer, ProfileInfo } from '../../contract/record/profile.ts';
import { slugOfUrl, slugsIn } from '../../reading/page.ts';
import type { EmploymentTable } from '../database.ts';
import type { Dependent } from './dependent.ts';
import { recordId } from './uuid.ts';

function employerSlug(employer: Employer | null | undefined): string | null {
  const account = employer?.social_media?.find((candidate) => candidate?.network === identifyingNetwork);
  const [slug = slugOfUrl(account?.url ?? '', 'company')] = slugsIn(account?.slug ?? '', 'company');
  return slug ?? null;
}

/** A row per career entry with its employer's record id; the others make no connections. */
function employmentRows(profileId: string, info: ProfileInfo): readonly EmploymentTable[] {
  return (info.experience ?? []).flatMap((entry, ordinal) => {
    const companyId = recordId(entry?.company_id) ?? recordId(entry?.company?.id);
    if (!entry || companyId === undefined) return [];
    const { company } = entry;
    return {
      profile_id: profileId,
      ordinal,
      company_id: companyId,
      company_name: company?.name ?? company?.canonical_name ?? null,
      company_website: company?.websites?.[0] ?? null,
      company_slug: employerSlug(company),
      title: entry.title ?? null,
      start_on: dayOf(entry.start_date, 'first'),
      end_on: dayOf(entry.end_date, 'last'),
      is_current: entry.is_current ?? entry.status === 'current',
    };
  });
}

export const employment: Dependent<ProfileInfo> = {
  table: 'employment',
  owner: 'profile_id',
  columns: {
    profile_id: 'uuid',
    ordinal: 'integer',
    company_id: 'uuid',
    company_name: 'text',
    company_website: 'text',
    company_slug: 'text',
    title: 'text',
    start_on: 'date',
    end_on: 'date',
    is_current: 'boolean',
  },
  rowsOf: employmentRows,
};
