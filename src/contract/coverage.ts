import type { CompanyInfo } from './record/company.ts';
import type { Employer, ProfileInfo } from './record/profile.ts';
import type { Connection, ProfileSummary, Source } from './record/relationship.ts';

/**
 * Payload coverage: the members of another record that a free or already paid payload has. The record's member on the left, the
 * payload's on the right. A member listed here is answered from the payload; any other needs the record, and
 * the record costs a credit. The compiler holds both sides to the records' own members.
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

/** A connection covers its connector's profile but for the id; the slug is in the URL. */
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

/** A profile's `current_company_*` members tell of its employer. */
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
