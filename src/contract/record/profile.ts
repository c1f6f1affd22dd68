import type { Static } from 'typebox';
import {
  date,
  dateTime,
  flag,
  integer,
  integers,
  keyword,
  keywords,
  many,
  name,
  nested,
  one,
  shape,
  text,
  uuid,
  uuids,
} from '../schema.ts';

/** Source: the specification's "Profile (v3 fetch result element)". */

export const HeadcountRange = shape('HeadcountRange', 'A range of head counts.', {
  min: integer('The least number of people, inclusive.'),
  max: integer('The greatest number of people, inclusive; absent where the range is open.'),
});
export interface HeadcountRange extends Static<typeof HeadcountRange> {}

export const EmployerLocation = shape('EmployerLocation', 'Where an employer has an office.', {
  name: text('The place as one line.'),
  city: keyword('The city.'),
  state: keyword('The state or region.'),
  country: keyword('The country.'),
  is_primary: flag('Whether it is the main office.'),
});
export interface EmployerLocation extends Static<typeof EmployerLocation> {}

export const CompanyAccount = shape('CompanyAccount', 'A company’s account on an external network.', {
  network: keyword('The network’s name; `xnet` is the professional network that identifies records.'),
  id: keyword('The account’s numeric id on that network, as a string.'),
  slug: keyword('The account’s slug, decoded.'),
  url: keyword('The account’s page, percent-encoded.'),
});
export interface CompanyAccount extends Static<typeof CompanyAccount> {}

export const Employer = shape('Employer', 'A company as a career entry tells of it; free with the profile.', {
  id: uuid('The company record’s id.'),
  canonical_name: keyword('The name in its normal form.'),
  name: name('The company’s name.'),
  founded: dateTime('When the company was founded.'),
  size: one<HeadcountRange>(HeadcountRange, 'How many people work there.'),
  social_media: many<CompanyAccount>(CompanyAccount, 'The company’s accounts on external networks.'),
  locations: many<EmployerLocation>(EmployerLocation, 'The company’s offices.'),
  industries: keywords('The industries it works in.'),
  websites: keywords('Its websites’ domains.'),
  logo_url: keyword('Its logo.'),
});
export interface Employer extends Static<typeof Employer> {}

export const Experience = shape('Experience', 'One entry of a career.', {
  status: keyword('The entry’s status; values seen: `current`, `past`.'),
  is_current: flag('Whether the person works there now.'),
  company_id: uuid('The employer’s record id.'),
  company: one<Employer>(Employer, 'The employer as this entry tells of it.'),
  title: text('The job title.'),
  seniorities: keywords('The seniorities of the job.'),
  function: keyword('The function of the job.'),
  location: keywords('Where the job was done, from the narrow to the wide.'),
  description: text('What the person says of it.'),
  start_date: date('The first day.'),
  end_date: date('The last day; absent while it goes on.'),
  start_date_confidence: keyword('How sure the first day is; values seen: `high`, `medium`, `low`.'),
});
export interface Experience extends Static<typeof Experience> {}

export const SchoolLocation = shape('SchoolLocation', 'Where a school is.', {
  name: text('The place as one line.'),
  city: keyword('The city.'),
  state: keyword('The state or region.'),
  country: keyword('The country.'),
});
export interface SchoolLocation extends Static<typeof SchoolLocation> {}

export const School = shape('School', 'A school as an education entry tells of it.', {
  name: name('The school’s name.'),
  location: one<SchoolLocation>(SchoolLocation, 'Where the school is.'),
  website: keyword('Its website.'),
  xnet_url: keyword('Its page on the external network, percent-encoded.'),
  xnet_id: integer('Its numeric id on the external network.'),
});
export interface School extends Static<typeof School> {}

export const Education = shape('Education', 'One entry of an education.', {
  school: one<School>(School, 'The school.'),
  start_date: date('The first day.'),
  end_date: date('The last day.'),
  degrees: keywords('The degrees earned.'),
  majors: keywords('The subjects.'),
  activities: text('Activities and societies.'),
  grade: keyword('The grade, as written.'),
  description: text('What the person says of it.'),
});
export interface Education extends Static<typeof Education> {}

export const ProfileAccount = shape('ProfileAccount', 'A person’s account on an external network.', {
  network: keyword('The network’s name; `xnet` is the professional network that identifies records.'),
  id: keyword('The account’s numeric id on that network, as a string.'),
  entity_id: keyword('The account’s alphanumeric entity id.'),
  url: keyword('The account’s page, percent-encoded.'),
  connections: integer('How many connections it has.'),
  followers: integer('How many followers it has.'),
  slug: keyword('The account’s slug, decoded.'),
  join_date: keyword('When the account was opened, as the network writes it.'),
  url_status: keyword('Whether the page answers, as last seen.'),
});
export interface ProfileAccount extends Static<typeof ProfileAccount> {}

export const Certification = shape('Certification', 'A certificate that a person holds.', {
  name: text('Its name.'),
  organization: text('Who gave it.'),
  start_date: keyword('From when it holds, as written (a year alone is common).'),
  end_date: keyword('Until when it holds, as written.'),
});
export interface Certification extends Static<typeof Certification> {}

export const ProfileInfo = shape('ProfileInfo', 'What is known of a person.', {
  id: uuid('The profile’s id.'),
  full_name: name('The whole name.'),
  first_name: name('The first name.'),
  last_name: name('The last name.'),
  headline: text('The line under the name.'),
  about: text('What the person says of themselves.'),
  xnet_url: keyword('The profile’s page on the external network, percent-encoded.'),
  work_email: keyword('The work e-mail address, as sent.'),
  personal_emails: keywords('Private e-mail addresses, as sent.'),
  current_title: text('The current job title.'),
  current_function: keyword('The current job’s function.'),
  current_seniorities: keywords('The current job’s seniorities.'),
  current_company_id: uuid('The current employer’s record id.'),
  current_company_name: name('The current employer’s name.'),
  current_company_logo_url: keyword('The current employer’s logo.'),
  current_company_location: text('The current employer’s location as one line.'),
  current_company_xnet_url: keyword('The current employer’s page on the external network.'),
  current_company_size: one<HeadcountRange>(HeadcountRange, 'How many people work at the current employer.'),
  current_company_websites: keywords('The current employer’s websites’ domains.'),
  current_company_industries: keywords('The current employer’s industries.'),
  experience: nested<Experience>(Experience, 'The career, newest first as sent.'),
  current_location: text('Where the person lives, as one line.'),
  location_locality: keyword('The city or town.'),
  location_region: keyword('The state or region.'),
  location_country: keyword('The country.'),
  location_continent: keyword('The continent.'),
  skills: keywords('Skills, as written.'),
  education: nested<Education>(Education, 'The education.'),
  social_media: nested<ProfileAccount>(ProfileAccount, 'The person’s accounts on external networks.'),
  smart_tags: keywords('Labels that the service derives.'),
  latest_role_change_at: date('The day of the latest change of role.'),
  latest_company_change_at: date('The day of the latest change of employer.'),
  current_job_updated_at: dateTime('When the current job was last updated.'),
  updated_at: dateTime('When the record was last updated.'),
  created_at: dateTime('When the record was made.'),
  last_refresh_at: dateTime('When the record was last refreshed from its source.'),
  certifications: many<Certification>(Certification, 'Certificates.'),
  image_url: keyword('The person’s picture.'),
  hiring: flag('Whether the person is hiring.'),
  open_to_work: flag('Whether the person is open to work.'),
});
export interface ProfileInfo extends Static<typeof ProfileInfo> {}

export const ListEntry = shape('ListEntry', 'A list of the team that a profile is on.', {
  id: uuid('The list’s id.'),
  name: text('The list’s name.'),
  status: keyword('The profile’s status on the list.'),
});
export interface ListEntry extends Static<typeof ListEntry> {}

export const Tag = shape('Tag', 'A tag that the team gave a record.', {
  id: uuid('The tag’s id.'),
  name: text('The tag’s name.'),
});
export interface Tag extends Static<typeof Tag> {}

export const ProfileFoundBy = shape('ProfileFoundBy', 'The request’s identifiers that this profile answers.', {
  ids: uuids('Record ids.'),
  xnet_names: keywords('Profile URL slugs.'),
  xnet_ids: integers('Numeric profile ids.'),
  xnet_entity_ids: keywords('Alphanumeric entity ids.'),
});
export interface ProfileFoundBy extends Static<typeof ProfileFoundBy> {}

export const Profile = shape('ProfileRecord', 'A profile, as fetched.', {
  id: uuid('The profile’s id.'),
  profile_info: one<ProfileInfo>(ProfileInfo, 'What is known of the person.'),
  lists: many<ListEntry>(ListEntry, 'The team’s lists that the profile is on.'),
  tags: many<Tag>(Tag, 'The team’s tags on the profile.'),
  found_by: one<ProfileFoundBy>(ProfileFoundBy, 'The request’s identifiers that matched this record.'),
});
export interface Profile extends Static<typeof Profile> {}
