import type { CompanyInfo } from '../../contract/record/company.ts';
import type { ProfileInfo } from '../../contract/record/profile.ts';
import type { V2CompanyInfo } from './contract/company.ts';
import type { V2ProfileInfo } from './contract/profile.ts';

/**
 * A record in v2's form, derived from v3's document. Members without a value are undefined, and so omitted from the
 * JSON.
 */
type Translated<Record> = { readonly [Member in keyof Record]: Record[Member] | undefined };

/** The members of a profile that only v2 has, stored in a separate document. */
export type LegacyProfile = Pick<V2ProfileInfo, 'other_locations' | 'investor_data'>;

export function profileInfoInV2(info: ProfileInfo, legacy: LegacyProfile): Translated<V2ProfileInfo> {
  const { hiring: _, open_to_work: __, current_seniorities: seniorities, experience, ...same } = info;
  return {
    ...same,
    experience: experience?.map((entry) => {
      const { start_date_confidence: ___, ...others } = entry ?? {};
      return others;
    }),
    current_seniority: seniorities?.[0],
    current_company_website: info.current_company_websites?.[0],
    current_company_industry: info.current_company_industries?.[0],
    other_locations: legacy.other_locations,
    xnet_experience_count: experience?.length ?? 0,
    xnet_education_count: info.education?.length ?? 0,
    investor_data: legacy.investor_data,
  };
}

export function companyInfoInV2({ workforce, ...info }: CompanyInfo): Translated<V2CompanyInfo> {
  return {
    ...info,
    workforce: workforce ? [workforce] : undefined,
    industry: info.industries?.[0],
    website: info.websites?.[0],
    type: info.investor?.type,
    specialities: info.investor?.specialities,
    investments: info.investor?.investments,
    geography_focus: info.investor?.geography_focus,
    data_updated_at: info.updated_at,
    Size: workforce?.size_class ? { class: workforce.size_class } : undefined,
  };
}
