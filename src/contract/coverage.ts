import type { CompanyInfo } from './record/company.ts';
import type { Employer, ProfileInfo } from './record/profile.ts';
import type { Connection, ProfileSummary, Source } from './record/relationship.ts';

/**
 * Payload coverage: members of another record that a free or already paid payload contains; the record's member on the
 * left, the payload's on the right. These are answered from the payload; any other member requires the record, which
 * costs a credit. The compiler checks both sides.
 */
export type Coverage<RecordInfo, Payload> = Readonly<
  Partial<Record<keyof RecordInfo & string, keyof Payload & string>>
>;

/** A relationship's summary covers its profile. */
export const summaryCoversProfile = {
  id: 'id',
  full_name: 'full_name',
  current_title: 'current_title',
  xnet_url: 'xnet_url',
  work_email: 'work_email',
  current_company_name: 'current_company_name',
} as const satisfies Coverage<ProfileInfo, ProfileSummary>;

/** A relationship's summary covers the profile's employer, without its id. */
export const summaryCoversCompany = {
  name: 'current_company_name',
} as const satisfies Coverage<CompanyInfo, ProfileSummary>;

/** A connection covers its connector's profile, except its id; the slug is in the URL. */
export const connectionCoversProfile = {
  full_name: 'connector_name',
  xnet_url: 'connector_xnet_url',
  current_title: 'connector_current_title',
  current_company_name: 'connector_current_company_name',
} as const satisfies Coverage<ProfileInfo, Connection>;

/** A career entry covers its employer. */
export const employerCoversCompany = {
  id: 'id',
  name: 'name',
  canonical_name: 'canonical_name',
  founded: 'founded',
  social_media: 'social_media',
  locations: 'locations',
  industries: 'industries',
  websites: 'websites',
  logo_url: 'logo_url',
} as const satisfies Coverage<CompanyInfo, Employer>;

/** A profile's `current_company_*` members cover its employer. */
export const profileCoversCompany = {
  id: 'current_company_id',
  name: 'current_company_name',
  logo_url: 'current_company_logo_url',
  industries: 'current_company_industries',
  websites: 'current_company_websites',
} as const satisfies Coverage<CompanyInfo, ProfileInfo>;

/** A work overlap covers the shared employer. */
export const sourceCoversCompany = {
  id: 'shared_company_id',
  name: 'shared_company',
} as const satisfies Coverage<CompanyInfo, Source>;
